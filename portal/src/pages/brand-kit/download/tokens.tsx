import { Button, Group, Tabs, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { BrandKit } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { tokenText as text } from '../../../strings/brand-kit.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { KitPart } from '../kit-part.tsx'
import { type TokenFormat, tokensQuery } from '../kit-queries.ts'
import classes from './download.module.css'

const formats = Object.keys(text.formats) as TokenFormat[]
const codeHeightMax = 420

export function Tokens({ kit }: { kit: BrandKit }) {
  const [format, setFormat] = useLocalStorage<TokenFormat>({
    key: 'atelier-token-format',
    defaultValue: 'css',
    getInitialValueInEffect: false,
  })
  return (
    <KitPart title={text.title} description={text.description}>
      <Tabs value={format} onChange={(format) => setFormat(format as TokenFormat)} keepMounted={false}>
        <Tabs.List aria-label={text.format} mb="sm" className={classes.tabs}>
          {formats.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {text.formats[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {formats.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <Code kit={kit} format={one} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </KitPart>
  )
}

function Code({ kit, format }: { kit: BrandKit; format: TokenFormat }) {
  const tokens = useQuery(tokensQuery(useCompany(), kit.id, format))
  return (
    <Loaded query={tokens} height={240}>
      {({ file, code }) => (
        <>
          {format === 'ase' ? (
            <Text size="sm" c="dimmed">
              {text.binary}
            </Text>
          ) : (
            <CodeBlock
              label={text.codeIn(text.formats[format])}
              code={code}
              copy={text.copy}
              heightMax={codeHeightMax}
            />
          )}
          <Group mt="sm">
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={14} aria-hidden />}
              onClick={() => saveFile(file, file.name)}
            >
              {text.save(file.name)}
            </Button>
          </Group>
        </>
      )}
    </Loaded>
  )
}
