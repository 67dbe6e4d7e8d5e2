import { useState } from 'react'
import type { RenderBatchRow, Template } from '../../../../../sdk/src/index.ts'
import { oneBatchText as text } from '../../../strings/batches.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { FieldSurroundings } from '../../templates/use/fields/field.tsx'
import { fieldId, VariableFields } from '../../templates/use/fields/variable-fields.tsx'
import { PreviewPanel } from '../../templates/use/preview-panel.tsx'
import { editable, type Values } from '../editable-values.ts'
import { useRowPreview } from '../use-row-preview.ts'
import classes from './details.module.css'
import { faultsByRow, useRetry } from './use-retry.ts'

type Props = { row: RenderBatchRow | undefined; template: Template | undefined; onClose(): void }

export function RowDialog({ row, template, onClose }: Props) {
  const isOpen = row !== undefined && template !== undefined
  return (
    <Dialog opened={isOpen} onClose={onClose} title={row ? text.editTitle(row.row, row.name) : ''} size={960}>
      {isOpen && <RowForm row={row} template={template} onClose={onClose} />}
    </Dialog>
  )
}

type FormProps = { row: RenderBatchRow; template: Template; onClose(): void }

function RowForm({ row, template, onClose }: FormProps) {
  const [values, setValues] = useState<Values>(() => editable(template.variables, row.variables))
  const { previewing, assets, palette, error } = useRowPreview(template, values, null, null)
  const { faults = {}, findings = [] } = previewing.preview ?? {}
  const retry = useRetry(row.batch_id)
  const refused = faultsByRow(retry.error, retry.variables)[row.id]

  function change(key: string, value: unknown) {
    setValues(({ [key]: _, ...others }) => (value === undefined ? others : { ...others, [key]: value }))
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        retry.mutate([{ id: row.id, variables: values }], { onSuccess: onClose })
      }}
    >
      <div className={classes.editor}>
        <div className={classes.editorFields}>
          <FieldSurroundings value={{ palette, assets }}>
            <VariableFields
              variables={template.variables}
              values={values}
              onChange={change}
              faults={{ ...faults, ...refused }}
              findings={findings}
            />
          </FieldSurroundings>
        </div>
        <PreviewPanel
          template={template}
          previewing={previewing}
          error={error}
          onOpen={(key) => document.getElementById(fieldId(key))?.focus()}
        />
      </div>
      {retry.error && !refused && <FormFailure failure={retry.error} />}
      <div className={classes.editorFoot}>
        <DialogFooter onCancel={onClose} submit={text.retryRow} isSending={retry.isPending} />
      </div>
    </form>
  )
}
