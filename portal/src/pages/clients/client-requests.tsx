import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { pageLanguage } from '../../language/language.ts'
import { useCompany } from '../../session.ts'
import { clientsText as text } from '../../strings/clients.ts'
import { formatCount } from '../../ui/amounts.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { type Client, type Period, type RequestCount, requestsQuery } from './clients.ts'

const chartHeightPx = 240

export function ClientRequests({ client }: { client: Client }) {
  const company = useCompany()
  const [period, setPeriod] = useState<Period>('24h')
  const counts = useQuery(requestsQuery(company, client.id, period))
  return (
    <Stack>
      <Group justify="space-between">
        <SegmentedControl
          aria-label={text.period}
          size="xs"
          value={period}
          onChange={setPeriod}
          data={[
            { value: '24h', label: text.day },
            { value: '30d', label: text.month },
          ]}
        />
        {counts.data && (
          <Text size="sm" c="dimmed">
            {summary(counts.data)}
          </Text>
        )}
      </Group>
      <Loaded query={counts} height={chartHeightPx}>
        {(data) => (
          <BarChart
            bars={data.map(({ from, requests, refusals }) => ({
              key: from,
              label: labelOf(from, period),
              main: requests - refusals,
              other: refusals,
            }))}
            heads={{ label: text.from, main: text.served, other: text.refused }}
          />
        )}
      </Loaded>
    </Stack>
  )
}

function summary(counts: RequestCount[]) {
  const refused = counts.reduce((sum, { refusals }) => sum + refusals, 0)
  const all = counts.reduce((sum, { requests }) => sum + requests, 0)
  return all === 0 ? text.noRequests : text.requestsSum(formatCount(all - refused), formatCount(refused))
}

const hour = new Intl.DateTimeFormat(pageLanguage(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
/** The server counts days in UTC. */
const day = new Intl.DateTimeFormat(pageLanguage(), { month: 'short', day: 'numeric', timeZone: 'UTC' })

const labelOf = (from: string, period: Period) => (period === '24h' ? hour : day).format(new Date(from))
