import { Button, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCode } from '@tabler/icons-react'
import type { Template } from '../../../../../sdk/src/index.ts'
import { templateText as text } from '../../../strings/templates.ts'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Copied, Fact, Facts, Metadata } from '../../../ui/facts.tsx'
import { Part } from '../../../ui/part.tsx'

const jsonHeightMax = 480

export function Developers({ template }: { template: Template }) {
  const [isShown, json] = useDisclosure()
  return (
    <Part
      title={text.developers}
      action={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCode size={14} aria-hidden />}
          onClick={json.open}
        >
          {text.showJson}
        </Button>
      }
    >
      <Stack gap={6}>
        <Facts>
          <Fact label={text.id}>
            <Copied value={template.id} label={text.id} />
          </Fact>
          {template.external_id !== null && (
            <Fact label={text.externalId}>
              <Copied value={template.external_id} label={text.externalId} />
            </Fact>
          )}
        </Facts>
        {Object.keys(template.metadata).length > 0 && <Metadata of={template.metadata} />}
      </Stack>
      <Dialog opened={isShown} onClose={json.close} title={text.json} size="xl">
        <CodeBlock
          label={text.json}
          code={JSON.stringify({ data: template }, null, 2)}
          copy={text.copyJson}
          heightMax={jsonHeightMax}
        />
      </Dialog>
    </Part>
  )
}
