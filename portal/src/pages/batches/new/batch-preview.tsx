import { ActionIcon, Group, Select } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { Template } from '../../../../../sdk/src/index.ts'
import { newBatchText as text } from '../../../strings/batches.ts'
import { PreviewPanel } from '../../templates/use/preview-panel.tsx'
import { useRowPreview } from '../use-row-preview.ts'
import { type Mapping, valuesOfRow } from './columns.ts'
import { columnFieldId } from './columns-fields.tsx'
import type { Table } from './table.ts'

type Props = {
  templates: readonly Template[]
  table: Table
  mapping: Mapping
  language: string | null
  brandKitId: string | null
}

/** The first rows of the table, as they will look in the templates. */
export function BatchPreview({ templates, ...others }: Props) {
  const [templateId, setTemplateId] = useState<string>()
  const [at, setAt] = useState(0)
  const template = templates.find(({ id }) => id === templateId) ?? templates[0]!
  const last = others.table.rows.length - 1
  const row = Math.min(at, last)
  const head = (
    <>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text.previousRow}
          disabled={row === 0}
          onClick={() => setAt(row - 1)}
        >
          <IconChevronLeft size={16} />
        </ActionIcon>
        <span role="status">{text.rowOf(row + 1, others.table.rows_total)}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text.nextRow}
          disabled={row >= last}
          onClick={() => setAt(row + 1)}
        >
          <IconChevronRight size={16} />
        </ActionIcon>
      </Group>
      {templates.length > 1 && (
        <Select
          size="xs"
          aria-label={text.previewTemplate}
          data={templates.map(({ id, name }) => ({ value: id, label: name }))}
          value={template.id}
          allowDeselect={false}
          onChange={(id) => setTemplateId(id ?? undefined)}
        />
      )}
    </>
  )
  return <OneRow key={template.id} template={template} row={row} head={head} {...others} />
}

type RowProps = Omit<Props, 'templates'> & { template: Template; row: number; head: React.ReactNode }

function OneRow({ template, table, mapping, language, brandKitId, row, head }: RowProps) {
  const cells = table.rows[row]!
  const values = useMemo(
    () => valuesOfRow(template, table, mapping, cells),
    [template, table, mapping, cells],
  )
  const { previewing, error } = useRowPreview(template, values, language, brandKitId)
  return (
    <PreviewPanel
      template={template}
      previewing={previewing}
      error={error}
      head={head}
      hasFaults
      onOpen={(key) => document.getElementById(columnFieldId(key))?.focus()}
    />
  )
}
