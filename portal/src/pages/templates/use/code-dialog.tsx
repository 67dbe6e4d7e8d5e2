import { Stack, Tabs, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { fillText as text } from '../../../strings/renders.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { renderBody } from './draft.ts'
import { snippets } from './snippets.ts'

const heightMax = 420

type Props = { opened: boolean; onClose(): void; templateId: string; body: ReturnType<typeof renderBody> }

/** The request that creates the same file, for programs. */
export function CodeDialog({ opened, onClose, ...request }: Props) {
  const [language, setLanguage] = useLocalStorage({
    key: 'atelier-render-language',
    defaultValue: snippets[0]!.id,
    getInitialValueInEffect: false,
  })
  const place = { url: window.location.origin, ...request }
  return (
    <Dialog opened={opened} onClose={onClose} title={text.codeTitle} size="lg">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {text.codeHint}
        </Text>
        <Tabs value={language} onChange={(id) => id && setLanguage(id)} keepMounted={false}>
          <Tabs.List aria-label={text.codeLanguage} mb="sm">
            {snippets.map(({ id, label }) => (
              <Tabs.Tab key={id} value={id}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {snippets.map(({ id, label, code }) => (
            <Tabs.Panel key={id} value={id}>
              <CodeBlock
                label={text.codeIn(label)}
                code={code(place)}
                copy={text.copyCode}
                heightMax={heightMax}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
    </Dialog>
  )
}
