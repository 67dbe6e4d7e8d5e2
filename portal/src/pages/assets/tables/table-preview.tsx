import { Button, Checkbox, Group, ScrollArea, Stack, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { CurrentCompany } from '../../../session.ts'
import { assetTableText as text } from '../../../strings/asset-tables.ts'
import { FormFailure } from '../../../ui/form-failure.tsx'
import classes from './tables.module.css'

export type TableResult = Awaited<ReturnType<CurrentCompany['api']['assets']['updateFromTable']>>

type Props = {
  result: TableResult
  isSending: boolean
  failure: Error | null
  onApply(skipsFaults: boolean): void
  onBack(): void
}

export function TablePreview({ result, isSending, failure, onApply, onBack }: Props) {
  const { changes, faults, changes_count, faults_count } = result
  const [skipsFaults, setSkipsFaults] = useState(false)
  const canApply = changes_count > 0 && (faults_count === 0 || skipsFaults)
  return (
    <Stack>
      <FormFailure failure={failure} />
      <Text size="sm" role="status">
        {changes_count === 0 && faults_count === 0 ? text.nothing : text.found(changes_count, faults_count)}
      </Text>
      {faults.length > 0 && (
        <CellTable
          label={text.faults}
          headings={[text.row, text.column, text.fault]}
          rows={faults.map(({ row, column, message }) => [String(row), column, message])}
        />
      )}
      {changes.length > 0 && (
        <CellTable
          label={text.changes}
          headings={[text.row, text.asset, text.column, text.before, text.after]}
          rows={changes.flatMap(({ row, name, cells }) =>
            cells.map(({ column, from, to }) => [String(row), name, column, from, to]),
          )}
        />
      )}
      {changes_count > changes.length && (
        <Text size="sm" c="dimmed">
          {text.more(changes_count - changes.length)}
        </Text>
      )}
      {faults_count > 0 && changes_count > 0 && (
        <Checkbox
          label={text.skipFaults}
          checked={skipsFaults}
          onChange={({ currentTarget }) => setSkipsFaults(currentTarget.checked)}
        />
      )}
      <Group gap="xs">
        {changes_count > 0 && (
          <Button disabled={!canApply} loading={isSending} onClick={() => onApply(skipsFaults)}>
            {text.apply(changes_count)}
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          {text.back}
        </Button>
      </Group>
    </Stack>
  )
}

type CellTableProps = { label: string; headings: string[]; rows: string[][] }

const CellTable = ({ label, headings, rows }: CellTableProps) => (
  <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': label }}>
    <Table className={classes.cells} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          {headings.map((heading) => (
            <Table.Th key={heading} scope="col">
              {heading}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((cells) => (
          <Table.Tr key={cells.join('\n')}>
            {cells.map((cell, at) => (
              <Table.Td key={headings[at]}>
                {cell === '' ? (
                  <Text span size="sm" c="dimmed" fs="italic">
                    {text.empty}
                  </Text>
                ) : (
                  cell
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea.Autosize>
)
