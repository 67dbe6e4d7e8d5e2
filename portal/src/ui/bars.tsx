import { Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './bars.module.css'

type Bar = { key: string; label: ReactNode; detail?: string; value: number; text: string }

/** A table whose last column is also shown as bars. */
export function Bars({ label, amount, bars }: { label: string; amount: string; bars: Bar[] }) {
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <Table verticalSpacing="sm" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{label}</Table.Th>
          <Table.Td visibleFrom="xs" w="45%" />
          <Table.Th scope="col" ta="end" w={120}>
            {amount}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map(({ key, label, detail, value, text }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={500}>
              {label}
              {detail && (
                <Text size="xs" c="dimmed">
                  {detail}
                </Text>
              )}
            </Table.Th>
            <Table.Td visibleFrom="xs" aria-hidden>
              {value > 0 && <div className={classes.bar} style={{ width: `${(value / highest) * 100}%` }} />}
            </Table.Td>
            <Table.Td ta="end">{text}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
