import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { RenderBatchRow, Template, TemplateVariable } from '../../../../../sdk/src/index.ts'
import { kitToUse, wholeKitsQuery } from '../../../preview/preview-setup.ts'
import { useAssets } from '../../../preview/use-pictures.ts'
import { useCompany } from '../../../session.ts'
import { oneBatchText as text } from '../../../strings/batches.ts'
import { assetIdsIn } from '../../templates/use/draft.ts'
import { FieldSurroundings, withoutField } from '../../templates/use/fields/field.tsx'
import { VariableFields } from '../../templates/use/fields/variable-fields.tsx'
import { editable, type Values } from '../editable-values.ts'
import classes from './details.module.css'

type Faults = Record<string, string[]>

type Props = {
  row: RenderBatchRow
  /** Undefined if the template was deleted. */
  template: Template | undefined
  values: Values
  /** Errors that are not corrected yet, by field. */
  faults: Faults
  /** Fields that have or had errors, such as `variables.headline`. */
  shown: readonly string[]
  onChange(values: Values): void
}

const none: readonly TemplateVariable[] = []

/** The valid fields can be shown too. */
export function FailedRow({ row, template, values: given, faults, shown, onChange }: Props) {
  const [isWhole, setIsWhole] = useState(false)
  const kits = useQuery(wholeKitsQuery(useCompany()))
  const variables = template?.variables ?? none
  const values = useMemo(() => editable(variables, given), [variables, given])
  const assets = useAssets(useMemo(() => assetIdsIn(values), [values]))
  const palette = kitToUse(kits.data ?? [], null)?.colors ?? []
  const wrong = new Set(shown.flatMap((field) => /^variables\.([^.]+)/.exec(field)?.[1] ?? []))
  const asked = variables.filter(({ key, list }) => isWhole || wrong.has(list ?? key))
  const known = new Set(asked.map(({ key }) => `variables.${key}`))
  const others = Object.entries(faults).filter(
    ([field]) => !known.has(/^variables\.[^.]+/.exec(field)?.[0] ?? field),
  )

  function change(key: string, value: unknown) {
    const { [key]: _, ...rest } = values
    onChange(value === undefined ? rest : { ...rest, [key]: value })
  }

  return (
    <li className={classes.failedRow}>
      <div className={classes.failedHead}>
        <Text size="sm" fw={500} truncate title={row.name}>
          {text.rowName(row.row, row.name)}
        </Text>
        {variables.length > asked.length || isWhole ? (
          <Button
            size="compact-xs"
            variant="default"
            className={classes.fixed ?? ''}
            aria-expanded={isWhole}
            aria-label={text.allValuesOf(row.row)}
            onClick={() => setIsWhole(!isWhole)}
          >
            {text.allValues}
          </Button>
        ) : null}
      </div>
      <div className={classes.failedFields}>
        {others.map(([field, messages]) => (
          <Text key={field} size="sm" c="var(--mantine-color-error)">
            {messages.map(withoutField).join(' ')}
          </Text>
        ))}
        {asked.length > 0 && (
          <FieldSurroundings value={{ palette, assets }}>
            <VariableFields
              variables={asked}
              values={withEmpty(asked, values)}
              onChange={change}
              faults={faults}
              findings={[]}
              idOf={(key) => `${row.id}-${key}`}
            />
          </FieldSurroundings>
        )}
      </div>
    </li>
  )
}

/**
 * A required text without a value is shown empty: otherwise, the document's text would look like its value.
 */
const withEmpty = (variables: readonly TemplateVariable[], values: Values): Values => ({
  ...Object.fromEntries(
    variables.flatMap(({ key, type, required }) => (required && type === 'text' ? [[key, '']] : [])),
  ),
  ...values,
})
