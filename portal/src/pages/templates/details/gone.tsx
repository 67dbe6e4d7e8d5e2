import { Button, Group } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { templateText as text } from '../../../strings/templates.ts'
import { uiText } from '../../../strings/ui.ts'
import { LinkButton } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Gone } from '../../../ui/not-found.tsx'
import { Empty } from '../../../ui/states.tsx'
import { trashedTemplateQuery } from '../template-queries.ts'
import { useRestoreTemplate } from './use-trash-template.ts'

export function TemplateGone({ templateId }: { templateId: string }) {
  const trashed = useQuery(trashedTemplateQuery(useCompany(), templateId))
  return (
    <Loaded query={trashed}>
      {(template) => (template ? <InTrash template={template} /> : <Nowhere />)}
    </Loaded>
  )
}

function InTrash({ template }: { template: Template }) {
  const title = text.inTrashTitle(template.name)
  useDocumentTitle(`${title} · ${uiText.product}`)
  const canEdit = useCompany().can('templates:write')
  const restore = useRestoreTemplate()
  return (
    <Empty
      icon={<IconTrash />}
      order={1}
      title={title}
      description={canEdit ? text.inTrash : text.inTrashReader}
      action={
        <Group gap="xs" justify="center">
          <ToAll />
          {canEdit && (
            <Button loading={restore.isPending} onClick={() => restore.mutate(template)}>
              {text.restore}
            </Button>
          )}
        </Group>
      }
    />
  )
}

const Nowhere = () => <Gone title={text.goneTitle} description={text.gone} back={<ToAll />} />

const ToAll = () => (
  <LinkButton to="/c/$company/templates" params={{ company: useCompany().id }} variant="default">
    {text.all}
  </LinkButton>
)
