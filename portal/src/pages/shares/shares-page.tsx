import { Table, Text, VisuallyHidden } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Share } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { sharesText as text } from '../../strings/shares.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { Loaded, More } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SortTh } from '../../ui/sort-header.tsx'
import { sorted } from '../../ui/sorted.ts'
import { useSorting } from '../../ui/sorting.ts'
import { Empty } from '../../ui/states.tsx'
import { LastDay } from './last-day.tsx'
import { ShareState } from './share-state.tsx'
import { sharesQuery } from './shares.ts'

export function SharesPage() {
  const company = useCompany()
  const shares = useInfiniteQuery(sharesQuery(company))
  return (
    <>
      <PageHeader title={text.title} description={text.description} />
      <Loaded query={shares}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              icon={<IconShare />}
              title={text.noneTitle}
              description={text.none}
              action={
                <LinkButton to="/c/$company/assets" params={{ company: company.id }}>
                  {text.toAssets}
                </LinkButton>
              }
            />
          ) : (
            <>
              <ShareTable shares={rows} isWhole={!shares.hasNextPage} />
              <More query={shares} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

type TableProps = {
  shares: Share[]
  /** Whether these are all shares. The API cannot sort by these columns. */
  isWhole: boolean
}

const valuesOf = {
  name: ({ name }: Share) => name,
  views: ({ views_count }: Share) => views_count,
  downloads: ({ downloads_count }: Share) => downloads_count,
  expires: ({ expires_at }: Share) => expires_at,
}

function ShareTable({ shares, isWhole }: TableProps) {
  const sorting = useSorting()
  const head = { sorting, canSort: isWhole }
  const rows = isWhole ? sorted(shares, sorting.sort, valuesOf) : shares
  return (
    <Table verticalSpacing="sm" highlightOnHover layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <SortTh {...head} column="name" label={text.shared} />
          <SortTh {...head} column="views" label={text.visits} isDescendingFirst w={80} visibleFrom="sm" />
          <SortTh
            {...head}
            column="downloads"
            label={text.downloaded}
            isDescendingFirst
            w={120}
            visibleFrom="sm"
          />
          <SortTh {...head} column="expires" label={text.expires} w={130} visibleFrom="sm" />
          <Table.Th scope="col" w={110}>
            {text.state}
          </Table.Th>
          <Table.Th scope="col" w={60}>
            <VisuallyHidden>{text.copyUrl}</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((share) => (
          <ShareRow key={share.id} share={share} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function ShareRow({ share }: { share: Share }) {
  const company = useCompany()
  const { id, name, type, url, views_count, downloads_count, expires_at } = share
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <LinkAnchor
          to="/c/$company/shares/$share"
          params={{ company: company.id, share: id }}
          fz="sm"
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </LinkAnchor>
        <Text size="xs" c="dimmed">
          {text.kinds[type]}
        </Text>
      </Table.Th>
      <Table.Td visibleFrom="sm">{views_count}</Table.Td>
      <Table.Td visibleFrom="sm">{downloads_count}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed" component="div">
          {expires_at === null ? text.never : <LastDay at={expires_at} />}
        </Text>
      </Table.Td>
      <Table.Td>
        <ShareState share={share} />
      </Table.Td>
      <Table.Td>{url && <CopyButton value={url} label={text.copyUrl} />}</Table.Td>
    </Table.Tr>
  )
}
