import { Button, Stack, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { installationText as text } from '../../strings/installation.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { exactTime, RelativeTime } from '../../ui/relative-time.tsx'
import { Empty } from '../../ui/states.tsx'
import { type FailedJob, failedJobsQuery, useInstallationActions } from './installation.ts'

export function FailedJobs() {
  const jobs = useQuery(failedJobsQuery)
  return (
    <Loaded query={jobs} height={240}>
      {(rows) =>
        rows.length === 0 ? (
          <Empty
            icon={<IconCircleCheck stroke={1.5} />}
            title={text.noFailedTitle}
            description={text.noFailed}
          />
        ) : (
          <Found jobs={rows} />
        )
      }
    </Loaded>
  )
}

function Found({ jobs }: { jobs: FailedJob[] }) {
  const { retryJobs } = useInstallationActions()
  const retrying = useMutation({
    mutationFn: (id?: string) => retryJobs(id),
    onSuccess: (retried) => notifyDone(text.retried(retried)),
  })
  return (
    <Stack align="flex-start">
      <Button
        variant="default"
        loading={retrying.isPending && retrying.variables === undefined}
        onClick={() => retrying.mutate(undefined)}
      >
        {text.retryAll}
      </Button>
      <Table layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{text.job}</Table.Th>
            <Table.Th scope="col" w={150} visibleFrom="sm">
              {text.failedAt}
            </Table.Th>
            <Table.Th scope="col" w={100}>
              <VisuallyHidden>{text.retry}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {jobs.map(({ id, type, error, attempts, created_at, failed_at }) => (
            <Table.Tr key={id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" fw={500}>
                  {type}
                </Text>
                <Text size="xs" c="dimmed">
                  {error ?? text.noError} {text.attempts(attempts)}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">{failed_at && <RelativeTime at={failed_at} />}</Table.Td>
              <Table.Td ta="end">
                <Button
                  variant="default"
                  size="xs"
                  aria-label={text.retryOf(type, exactTime(failed_at ?? created_at))}
                  loading={retrying.isPending && retrying.variables === id}
                  onClick={() => retrying.mutate(id)}
                >
                  {text.retry}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  )
}
