import { Table, Text } from '@mantine/core'
import { IconPlus, IconTable } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Navigate, useSearch } from '@tanstack/react-router'
import type { RenderBatch } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { batchText as text } from '../../strings/batches.ts'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { Loaded, More } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Empty } from '../../ui/states.tsx'
import { batchesQuery, templatesByIdQuery, titleOf } from './batch-queries.ts'
import { BatchState } from './batch-state.tsx'
import { ForRenderers } from './for-renderers.tsx'
import { ProgressBar } from './progress-bar.tsx'

export function BatchesPage() {
  const { make } = useSearch({ from: '/inside/c/$company/batches' })
  const company = useCompany()
  // The command palette opens forms through this parameter.
  if (make && company.can('renders:write'))
    return <Navigate to="/c/$company/batches/new" params={{ company: company.id }} replace />
  return (
    <ForRenderers>
      <Batches />
    </ForRenderers>
  )
}

function Batches() {
  const company = useCompany()
  const batches = useInfiniteQuery(batchesQuery(company))
  const create = (
    <LinkButton
      to="/c/$company/batches/new"
      params={{ company: company.id }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {text.create}
    </LinkButton>
  )
  const isEmpty = batches.data?.length === 0
  return (
    <>
      <PageHeader title={text.title} description={text.description} actions={!isEmpty && create} />
      <Loaded query={batches}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty icon={<IconTable />} title={text.noneTitle} description={text.none} action={create} />
          ) : (
            <>
              <BatchTable batches={rows} />
              <More query={batches} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function BatchTable({ batches }: { batches: readonly RenderBatch[] }) {
  const ids = [...new Set(batches.flatMap(({ template_ids }) => template_ids))].sort().slice(0, 100)
  const templates = useQuery(templatesByIdQuery(useCompany(), ids))
  const nameOf = (id: string) => templates.data?.find((template) => template.id === id)?.name
  return (
    <Table verticalSpacing="sm" highlightOnHover layout="fixed" aria-label={text.title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{text.name}</Table.Th>
          <Table.Th scope="col" w={220} visibleFrom="sm">
            {text.progress}
          </Table.Th>
          <Table.Th scope="col" w={150} visibleFrom="md">
            {text.created}
          </Table.Th>
          <Table.Th scope="col" w={120}>
            {text.state}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {batches.map((batch) => (
          <BatchRow
            key={batch.id}
            batch={batch}
            // Names are shown only when they are known, so that "Deleted template" does not appear first.
            nameOf={templates.data ? nameOf : () => '…'}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

type RowProps = { batch: RenderBatch; nameOf(id: string): string | undefined }

function BatchRow({ batch, nameOf }: RowProps) {
  const { id, counts, template_ids, created_at } = batch
  const title = titleOf(batch, nameOf)
  const names = template_ids.map((id) => nameOf(id) ?? text.deletedTemplate).join(', ')
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <LinkAnchor
          to="/c/$company/batches/$batch"
          params={{ company: useCompany().id, batch: id }}
          fz="sm"
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
        >
          {title}
        </LinkAnchor>
        {names !== title && (
          <Text size="xs" c="dimmed" lineClamp={2}>
            {names}
          </Text>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {text.doneOf(counts.done, counts.rows)}
        </Text>
      </Table.Th>
      <Table.Td visibleFrom="sm">
        <ProgressBar batch={batch} size="sm" />
        <Text size="xs" c="dimmed" mt={6}>
          {text.doneOf(counts.done, counts.rows)}
          {counts.failed > 0 && ` · ${text.failedRows(counts.failed)}`}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" c="dimmed">
          <RelativeTime at={created_at} />
        </Text>
      </Table.Td>
      <Table.Td>
        <BatchState batch={batch} />
      </Table.Td>
    </Table.Tr>
  )
}
