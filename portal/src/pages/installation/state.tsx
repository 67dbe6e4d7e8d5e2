import { Anchor, Button, Code, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { installationText as text } from '../../strings/installation.ts'
import { formatCount } from '../../ui/amounts.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { fileSize } from '../../ui/file-size.ts'
import { Loaded, More } from '../../ui/loaded.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Section } from '../../ui/section.tsx'
import { Status } from '../../ui/status.tsx'
import {
  type InstallationState,
  stateQuery,
  storedCompaniesQuery,
  useInstallationActions,
} from './installation.ts'

/** Share of free space below which a disk is shown as nearly full. */
const freeShareMin = 0.1
/** Time after which overdue jobs count as stuck. */
const overdueSecondsMax = 60

/** Version, health, queues, storage and mail, refreshed while it is shown. */
export function State() {
  const state = useQuery(stateQuery)
  return (
    <Loaded query={state} height={480}>
      {(state) => (
        <>
          <Section title={text.health} description={text.healthText}>
            <Health state={state} />
          </Section>
          <Section title={text.queues} description={text.queuesText}>
            <Queues jobs={state.jobs} />
          </Section>
          <Section title={text.storage} description={text.storageText}>
            <Storage storage={state.storage} />
          </Section>
          <Section title={text.mail} description={text.mailText}>
            <Mail canSend={state.mail.can_send} />
          </Section>
          <Section title={text.backups} description={text.backupsText}>
            <Backups engine={state.database.engine} />
          </Section>
        </>
      )}
    </Loaded>
  )
}

function Health({
  state: { version, node_version, started_at, database, receives_changes },
}: {
  state: InstallationState
}) {
  const { engine, response_ms } = database
  return (
    <Facts>
      <Fact label={text.version}>{version}</Fact>
      <Fact label="Node">{node_version}</Fact>
      <Fact label={text.started}>
        <RelativeTime at={started_at} />
      </Fact>
      <Fact label={text.database}>
        <Status color={response_ms === null ? 'red' : 'green'}>
          {response_ms === null
            ? text.noAnswer(text.engines[engine])
            : text.answers(text.engines[engine], response_ms)}
        </Status>
      </Fact>
      <Fact label={text.notifications}>
        <Status color={receives_changes ? 'green' : 'red'}>
          {receives_changes ? text.received : text.lost}
        </Status>
      </Fact>
    </Facts>
  )
}

function Queues({ jobs }: Pick<InstallationState, 'jobs'>) {
  if (jobs === null || jobs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {jobs === null ? text.notCounted : text.noJobs}
      </Text>
    )
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{text.jobKind}</Table.Th>
          <Table.Th scope="col" ta="end">
            {text.waiting}
          </Table.Th>
          <Table.Th scope="col" ta="end">
            {text.running}
          </Table.Th>
          <Table.Th scope="col" ta="end">
            {text.failed}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {jobs.map(({ name, waiting, running, failed, overdue_seconds }) => (
          <Table.Tr key={name}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              {name}
              {overdue_seconds > overdueSecondsMax && (
                <Status color="yellow" size="xs">
                  {text.overdue(Math.round(overdue_seconds / 60))}
                </Status>
              )}
            </Table.Td>
            <Table.Td ta="end">{formatCount(waiting)}</Table.Td>
            <Table.Td ta="end">{formatCount(running)}</Table.Td>
            <Table.Td ta="end">{formatCount(failed)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function Storage({ storage: { kind, quota_bytes, disks } }: Pick<InstallationState, 'storage'>) {
  return (
    <Stack>
      <Text size="sm">
        {kind === 's3' ? text.inS3 : text.onDisk}{' '}
        {quota_bytes ? text.quota(fileSize(quota_bytes)) : text.noQuota}
      </Text>
      {disks.map(({ place, bytes, free_bytes }) => (
        <div key={place}>
          <Text size="sm" mb={4}>
            {text.diskOf(text.places[place] ?? place, fileSize(free_bytes), fileSize(bytes))}
          </Text>
          <Progress
            value={(1 - free_bytes / bytes) * 100}
            {...(free_bytes / bytes < freeShareMin && { color: 'red' })}
            aria-label={text.places[place] ?? place}
          />
        </div>
      ))}
      <Companies quota={quota_bytes} />
    </Stack>
  )
}

function Companies({ quota }: { quota: number | null }) {
  const companies = useInfiniteQuery(storedCompaniesQuery)
  return (
    <Loaded query={companies} height={120}>
      {(rows) => (
        <>
          <Table layout="fixed">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{text.companyName}</Table.Th>
                <Table.Th scope="col" ta="end" w={104} visibleFrom="sm">
                  {text.people}
                </Table.Th>
                <Table.Th scope="col" ta="end" w={104} visibleFrom="sm">
                  {text.clients}
                </Table.Th>
                <Table.Th scope="col" ta="end" w={150}>
                  {text.stored}
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ id, name, enterprise, stored_bytes, members_count, clients_count }) => (
                <Table.Tr key={id}>
                  <Table.Td style={{ overflowWrap: 'anywhere' }}>
                    {name}
                    <Text size="xs" c="dimmed">
                      {enterprise.name}
                    </Text>
                  </Table.Td>
                  <Table.Td ta="end" visibleFrom="sm">
                    {formatCount(members_count)}
                  </Table.Td>
                  <Table.Td ta="end" visibleFrom="sm">
                    {formatCount(clients_count)}
                  </Table.Td>
                  <Table.Td ta="end">
                    {fileSize(stored_bytes)}
                    {quota !== null && (
                      <Progress value={(stored_bytes / quota) * 100} mt={4} aria-label={text.quotaOf(name)} />
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <More query={companies} />
        </>
      )}
    </Loaded>
  )
}

function Mail({ canSend }: { canSend: boolean }) {
  const { testMail } = useInstallationActions()
  const testing = useMutation({
    mutationFn: testMail,
    onSuccess: (email) => notifyDone(text.mailSent(email)),
  })
  if (!canSend)
    return (
      <Text size="sm" c="dimmed">
        {text.noMail} <Code>SMTP_URL</Code>
      </Text>
    )
  return (
    <Group>
      <Button variant="default" loading={testing.isPending} onClick={() => testing.mutate()}>
        {text.testMail}
      </Button>
    </Group>
  )
}

function Backups({ engine }: { engine: InstallationState['database']['engine'] }) {
  return (
    <Text size="sm">
      {engine === 'embedded' ? text.backupEmbedded : text.backupPostgres}{' '}
      <Anchor href="/docs/self-hosting" fz="inherit" underline="always">
        {text.backupGuide}
      </Anchor>
    </Text>
  )
}
