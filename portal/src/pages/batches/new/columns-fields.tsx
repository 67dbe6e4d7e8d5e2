import { Select, Stack, Text } from '@mantine/core'
import type { TemplateVariable } from '../../../../../sdk/src/index.ts'
import { newBatchText as text } from '../../../strings/batches.ts'
import { noneOf } from '../../../ui/options.ts'
import type { Mapping } from './columns.ts'
import type { Table } from './table.ts'

const valueLengthMax = 80

type Props = {
  variables: readonly TemplateVariable[]
  table: Table
  mapping: Mapping
  /** Errors of the server, by the key of the variable. */
  faults: Readonly<Record<string, string>>
  onChange(key: string, column: string | null): void
}

export const columnFieldId = (key: string) => `column-${key}`

export function ColumnsFields({ variables, table, mapping, faults, onChange }: Props) {
  const used = new Set(Object.values(mapping))
  const unused = table.columns.filter((column) => !used.has(column))
  if (variables.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {text.noVariables}
      </Text>
    )
  return (
    <Stack gap="md">
      {variables.map(({ key, label, required }) => {
        const column = mapping[key] ?? null
        return (
          <Select
            key={key}
            id={columnFieldId(key)}
            label={label}
            required={required}
            description={column !== null && exampleIn(table, column)}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            error={faults[key]}
            data={[
              noneOf(text.notAssigned),
              ...table.columns.map((name) => ({ value: `=${name}`, label: name })),
            ]}
            value={column === null ? '' : `=${column}`}
            allowDeselect={false}
            searchable={table.columns.length > 8}
            onChange={(value) => onChange(key, value ? value.slice(1) : null)}
          />
        )
      })}
      {unused.length > 0 && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {text.unused(unused.join(', '))}
        </Text>
      )}
    </Stack>
  )
}

function exampleIn({ columns, rows }: Table, column: string): string {
  const cell = rows[0]?.[columns.indexOf(column)]
  const value = typeof cell === 'string' ? cell.trim() : cell === null ? '' : JSON.stringify(cell)
  if (!value) return text.emptyCell
  const short = value.length > valueLengthMax ? `${value.slice(0, valueLengthMax)}…` : value
  return text.example1(short)
}
