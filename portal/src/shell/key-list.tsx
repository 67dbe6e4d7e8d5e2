import { Group, Kbd, Stack, Table, Title } from '@mantine/core'
import { keysText as text } from '../strings/keys.ts'
import { Dialog } from '../ui/dialog.tsx'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

export function KeyList({ onClose }: { onClose(): void }) {
  return (
    <Dialog opened onClose={onClose} title={text.title} size="lg">
      <Stack>
        {text.groups.map(({ title, keys }) => (
          <div key={title}>
            <Title order={3} size="sm" mb={4}>
              {title}
            </Title>
            <Table verticalSpacing={6} layout="fixed">
              <Table.Tbody>
                {keys.map(({ keys, does }) => (
                  <Table.Tr key={does}>
                    <Table.Td>{does}</Table.Td>
                    <Table.Td>
                      <Group gap={4} justify="flex-end">
                        {keys.map((key) => (
                          <Kbd key={key}>{key.replace('mod', isMac ? '⌘' : 'Ctrl')}</Kbd>
                        ))}
                      </Group>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        ))}
      </Stack>
    </Dialog>
  )
}
