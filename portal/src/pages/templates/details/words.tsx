import { Stack } from '@mantine/core'
import type { Template } from '../../../../../sdk/src/index.ts'
import { refusalOf } from '../../../errors.ts'
import { templateText as text } from '../../../strings/templates.ts'
import { EditableText } from '../../../ui/editable-text.tsx'
import classes from '../../../ui/part.module.css'
import { useChangeTemplate } from './use-change-template.ts'

type Props = { template: Template; canEdit: boolean }

export function Words({ template, canEdit }: Props) {
  return (
    <Stack gap="sm" className={classes.part}>
      {canEdit && <Word template={template} field="name" label={text.name} canEdit isRequired />}
      <Word template={template} field="description" label={text.description} canEdit={canEdit} />
    </Stack>
  )
}

type WordProps = Props & { field: 'name' | 'description'; label: string; isRequired?: boolean }

function Word({ template, field, ...rest }: WordProps) {
  const change = useChangeTemplate(template.id)
  return (
    <EditableText
      {...rest}
      value={template[field]}
      failure={refusalOf(change.error)}
      onSave={(value) => change.mutateAsync({ [field]: value })}
    />
  )
}
