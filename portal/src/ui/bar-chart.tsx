import { Group, Table, Text } from '@mantine/core'
import { uiText } from '../strings/ui.ts'
import { formatCount } from './amounts.ts'
import classes from './bar-chart.module.css'

export type Bar = { key: string; label: string; main: number; other: number }

type Props = {
  bars: Bar[]
  /** The unit of the values, used as the table's column headings. */
  heads: { label: string; main: string; other: string }
}

const heightPx = 140
/** Gap between bars, as a share of the width that a bar has available. */
const gap = 0.24
/** The minimum height of a nonzero value. */
const shareMin = 0.02

/** A stacked bar chart of two values over time, with a table of the same values for screen readers. */
export function BarChart({ bars, heads }: Props) {
  const highest = Math.max(1, ...bars.map(({ main, other }) => main + other))
  return (
    <figure className={classes.figure}>
      <Group justify="space-between" mb="xs" aria-hidden>
        <Text size="xs" c="dimmed">
          {formatCount(highest)}
        </Text>
        <Group gap="md">
          <Legend label={heads.main} />
          <Legend label={heads.other} isOther />
        </Group>
      </Group>
      <svg className={classes.chart} width="100%" height={heightPx} aria-hidden="true">
        {bars.map((bar, at) => (
          <Column key={bar.key} bar={bar} at={at / bars.length} width={1 / bars.length} highest={highest} />
        ))}
      </svg>
      <Group justify="space-between" mt={6} aria-hidden>
        {[0, Math.floor(bars.length / 2), bars.length - 1].map((at) => (
          <Text key={at} size="xs" c="dimmed">
            {bars[at]?.label}
          </Text>
        ))}
      </Group>
      <details className={classes.numbers}>
        <summary>{uiText.showNumbers}</summary>
        <NumbersTable bars={bars} heads={heads} />
      </details>
    </figure>
  )
}

function Legend({ label, isOther }: { label: string; isOther?: boolean }) {
  return (
    <Group gap={6} wrap="nowrap">
      <span className={classes.legend} data-other={isOther || undefined} />
      <Text size="xs" c="dimmed">
        {label}
      </Text>
    </Group>
  )
}

type ColumnProps = { bar: Bar; at: number; width: number; highest: number }

function Column({ bar, at, width, highest }: ColumnProps) {
  const share = (amount: number) => (amount === 0 ? 0 : Math.max(amount / highest, shareMin))
  const [main, other] = [share(bar.main), share(bar.other)]
  const x = percent(at + (width * gap) / 2)
  const bars = { x, width: percent(width * (1 - gap)), rx: 1.5 }
  return (
    <g>
      <rect className={classes.slot} x={percent(at)} width={percent(width)} y="0" height="100%">
        <title>{`${bar.label}${uiText.colon}${formatCount(bar.main)} + ${formatCount(bar.other)}`}</title>
      </rect>
      <rect className={classes.main} {...bars} y={percent(1 - main)} height={percent(main)} />
      <rect className={classes.other} {...bars} y={percent(1 - main - other)} height={percent(other)} />
    </g>
  )
}

const percent = (share: number) => `${share * 100}%`

function NumbersTable({ bars, heads }: Props) {
  return (
    <Table verticalSpacing={4} mt="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{heads.label}</Table.Th>
          <Table.Th scope="col" ta="end">
            {heads.main}
          </Table.Th>
          <Table.Th scope="col" ta="end">
            {heads.other}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map(({ key, label, main, other }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td ta="end">{formatCount(main)}</Table.Td>
            <Table.Td ta="end">{formatCount(other)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
