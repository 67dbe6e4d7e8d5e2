import { Tabs } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { startText as text } from '../../strings/getting-started.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { type Place, snippets } from './snippets.ts'

export function CallCode({ clientId, secret }: Omit<Place, 'url'>) {
  const [language, setLanguage] = useLocalStorage({
    key: 'atelier-sample-language',
    defaultValue: snippets[0]!.id,
    getInitialValueInEffect: false,
  })
  const place = { url: window.location.origin, clientId, secret }
  return (
    <Tabs value={language} onChange={(id) => id && setLanguage(id)} keepMounted={false}>
      <Tabs.List aria-label={text.language} mb="sm">
        {snippets.map(({ id, label }) => (
          <Tabs.Tab key={id} value={id}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {snippets.map(({ id, label, code }) => (
        <Tabs.Panel key={id} value={id}>
          <CodeBlock label={text.codeIn(label)} code={code(place)} copy={text.copy} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
