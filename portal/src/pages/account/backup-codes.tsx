import { Code, SimpleGrid } from '@mantine/core'
import { accountText } from '../../strings/account.ts'
import { ShownOnce } from '../../ui/shown-once.tsx'

export function BackupCodes({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const text = codes.join('\n')
  return (
    <ShownOnce
      title={accountText.codesTitle}
      description={accountText.codesText}
      copy={{ value: text, label: accountText.copyCodes }}
      file={{ name: accountText.codesFile, text }}
      kept={accountText.keptThem}
      onClose={onClose}
    >
      <SimpleGrid cols={2} spacing="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
        {codes.map((code) => (
          <li key={code}>
            <Code fz="sm">{code}</Code>
          </li>
        ))}
      </SimpleGrid>
    </ShownOnce>
  )
}
