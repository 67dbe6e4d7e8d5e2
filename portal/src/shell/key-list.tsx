import { Group, Kbd, Stack, Table, Title } from '@mantine/core'
import { keysText as text } from '../strings/keys.ts'
import { Dialog } from '../ui/dialog.tsx'
import { isMac } from '../ui/is-mac.ts'

const nameOf = (key: string) =>
  key.replace('mod', isMac ? '⌘' : 'Ctrl').replace('delete', isMac ? 'Backspace' : 'Delete')

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
                          <Kbd key={key}>{nameOf(key)}</Kbd>
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
