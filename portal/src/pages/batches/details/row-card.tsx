import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { IconDownload, IconPencil } from '@tabler/icons-react'
import type { RenderBatchRow, Template } from '../../../../../sdk/src/index.ts'
import { refused } from '../../../errors.ts'
import { oneBatchText as text } from '../../../strings/batches.ts'
import { uiText } from '../../../strings/ui.ts'
import { notifyError } from '../../../ui/notify.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Face } from '../../templates/renders/face.tsx'
import { Findings } from '../../templates/renders/findings.tsx'
import classes from '../../templates/renders/renders.module.css'
import { withoutField } from '../../templates/use/fields/field.tsx'

type Props = {
  row: RenderBatchRow
  /** Undefined if the template was deleted. */
  template: Template | undefined
  hasSeveralTemplates: boolean
  onEdit(): void
}

export function RowCard({ row, template, hasSeveralTemplates, onEdit }: Props) {
  const { name, status, findings, errors } = row
  const canEdit = template !== undefined && (status === 'done' || status === 'failed')
  const facts = [
    text.rowTitle(row.row),
    hasSeveralTemplates && template?.name,
    status !== 'done' && text.rowStates[status],
  ]
  return (
    <li className={classes.card}>
      <div className={classes.picture} data-status={status}>
        <Face status={status} label={text.rowStates[status]} picture={pictureOf(row)} isOneOfMany />
      </div>
      <div className={classes.caption}>
        <div className={classes.words}>
          <div className={classes.name} title={name}>
            {name}
          </div>
          <div className={classes.facts}>{facts.filter(Boolean).join(' · ')}</div>
        </div>
        {canEdit && (
          <Tooltip label={text.edit(row.row)}>
            <ActionIcon variant="subtle" color="gray" aria-label={text.edit(row.row)} onClick={onEdit}>
              <IconPencil size={16} />
            </ActionIcon>
          </Tooltip>
        )}
        {status === 'done' && (
          <Tooltip label={text.download(name)}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text.download(name)}
              onClick={() => void download(row).catch(notifyError)}
            >
              <IconDownload size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {errors !== null && (
        <Text size="xs" c="var(--mantine-color-error)" px={10} pb={8} lineClamp={3}>
          {Object.values(errors).flat().map(withoutField).join(' ')}
        </Text>
      )}
      {findings.length > 0 && (
        <div className={classes.extras}>
          <Findings variables={template?.variables ?? []} findings={findings} name={name} />
        </div>
      )}
    </li>
  )
}

/** The image of a row. A PDF has a thumbnail, because browsers do not show it as an image. */
const pictureOf = ({ thumbnail_url, url, name }: RenderBatchRow) =>
  thumbnail_url ?? (name.endsWith('.pdf') ? null : url)

async function download({ url, name }: RenderBatchRow) {
  if (url === null) return
  const answer = await fetch(url)
  if (!answer.ok) throw refused(answer.status, uiText.failed)
  saveFile(await answer.blob(), name)
}
