import { ActionIcon, Button, Input, Stack } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react'
import type { TemplateVariable } from '../../../../../../sdk/src/index.ts'
import { fillText as text } from '../../../../strings/renders.ts'
import { type FieldProps, frameOf } from './field.tsx'
import classes from './fields.module.css'
import { VariableField } from './variable-field.tsx'

type Row = Record<string, unknown>
type Props = FieldProps & { columns: readonly TemplateVariable[]; faultsOf(field: string): string[] }

const rowsDefault = 50

export function ListField({ columns, faultsOf, ...props }: Props) {
  const { variable, id, value, onChange } = props
  const { label, key, max_rows: rowsMax = rowsDefault } = variable
  const rows: readonly Row[] = Array.isArray(value) ? (value as Row[]) : []
  const { id: _, ...frame } = frameOf(props, rows.length === 0 && text.rowsOfDocument)
  const change = (rows: Row[]) => onChange(rows.length === 0 ? undefined : rows)

  function set(at: number, column: string, value: unknown) {
    const { [column]: _, ...others } = rows[at]!
    change(rows.with(at, value === undefined ? others : { ...others, [column]: value }))
  }

  function move(at: number, to: number) {
    const [row, other] = [rows[at]!, rows[to]!]
    change(rows.with(at, other).with(to, row))
  }

  return (
    <Input.Wrapper {...frame} labelElement="div">
      <ol className={classes.list} aria-label={label}>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified only by their position.
          <li key={at} className={classes.rowCard} aria-label={text.rowOf(label, at + 1)}>
            <div className={classes.rowHead}>
              <span className={classes.rowTitle}>{text.row(at + 1)}</span>
              <RowButton
                label={text.moveUp(at + 1)}
                icon={IconArrowUp}
                disabled={at === 0}
                run={() => move(at, at - 1)}
              />
              <RowButton
                label={text.moveDown(at + 1)}
                icon={IconArrowDown}
                disabled={at === rows.length - 1}
                run={() => move(at, at + 1)}
              />
              <RowButton
                label={text.removeRow(at + 1)}
                icon={IconX}
                run={() => change(rows.filter((_, place) => place !== at))}
              />
            </div>
            <Stack gap="sm">
              {columns.map((column) => (
                <VariableField
                  key={column.key}
                  id={`${id}-${at}-${column.key}`}
                  variable={column}
                  value={row[column.key]}
                  onChange={(value) => set(at, column.key, value)}
                  faults={faultsOf(`variables.${key}.${at}.${column.key}`)}
                  findings={[]}
                />
              ))}
            </Stack>
          </li>
        ))}
      </ol>
      <Button
        id={id}
        mt={rows.length === 0 ? 0 : 'xs'}
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} aria-hidden />}
        aria-label={text.addRowTo(label)}
        disabled={rows.length >= rowsMax}
        onClick={() => change([...rows, {}])}
      >
        {text.addRow}
      </Button>
    </Input.Wrapper>
  )
}

type ButtonProps = { label: string; icon: typeof IconX; disabled?: boolean; run(): void }

const RowButton = ({ label, icon: Icon, disabled = false, run }: ButtonProps) => (
  <ActionIcon variant="subtle" color="gray" size="sm" aria-label={label} disabled={disabled} onClick={run}>
    <Icon size={14} />
  </ActionIcon>
)
