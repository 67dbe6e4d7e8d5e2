import { useQueries } from '@tanstack/react-query'
import type { Page } from '../../../../sdk/src/index.ts'
import { allows, type Company, type CurrentCompany, currentCompany } from '../../session.ts'
import { type Found, type FoundKind, type FoundRows, sources } from './found.ts'
import { matches } from './matches.ts'
import type { Recent } from './recent.ts'

export const shownMax = 5
const wholePageSize = 100
/** Maximum number of pages to read of a list that the portal searches itself. */
const wholePagesMax = 10
const wholeFreshMs = 60_000

export type FoundGroup = { kind: FoundKind; rows: Found[]; hasMore: boolean }
type Result<Data> = { data: Data; isPending: boolean; isError: boolean }

const kinds = Object.keys(sources) as FoundKind[]

const kindsFor = (company: Company | undefined) =>
  company ? kinds.filter((kind) => allows(company, sources[kind].scope)) : []

/** The resources whose names match, in groups, of the kinds that the person may read. */
export function useFound(company: Company | undefined, terms: string): Result<FoundGroup[]> {
  const asked = terms === '' ? [] : kindsFor(company)
  return useQueries({
    queries: asked.map((kind) => matchesQuery(currentCompany(company!), kind, terms)),
    combine: (results) => ({
      data: results.flatMap(({ data }) => (data && data.rows.length > 0 ? [data] : [])),
      isPending: results.some(({ isPending }) => isPending),
      isError: results.some(({ isError }) => isError),
    }),
  })
}

/** The resources that were opened last and that the person may still read, newest first. */
export function useRecentFound(company: Company | undefined, recent: Recent[]): Result<Found[]> {
  const asked = kindsFor(company).filter((kind) => recent.some((one) => one.kind === kind))
  return useQueries({
    queries: asked.map((kind) =>
      idsQuery(
        currentCompany(company!),
        kind,
        recent.filter((one) => one.kind === kind).map(({ id }) => id),
      ),
    ),
    combine: (results) => {
      const found = results.flatMap(({ data }) => data ?? [])
      return {
        data: recent.flatMap(({ id }) => found.find((one) => one.id === id) ?? []),
        isPending: results.some(({ isPending }) => isPending),
        // The pages of these resources show their own errors.
        isError: false,
      }
    },
  })
}

function matchesQuery(company: CurrentCompany, kind: FoundKind, terms: string) {
  const { isWhole } = sources[kind]
  return {
    queryKey: [company.id, kind, 'palette', isWhole ? 'whole' : terms],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      isWhole ? wholeList(company, kind, signal) : searched(company, kind, terms, signal),
    ...(isWhole && { staleTime: wholeFreshMs }),
    select: (rows: FoundRows[FoundKind][]): FoundGroup => {
      const found = isWhole ? rows.filter((row) => matches(textOf(kind, row), terms)) : rows
      return {
        kind,
        rows: found.slice(0, shownMax).map((row) => presented(kind, row)),
        hasMore: found.length > shownMax,
      }
    },
  }
}

const idsQuery = (company: CurrentCompany, kind: FoundKind, ids: string[]) => ({
  queryKey: [company.id, kind, 'palette', 'ids', ids],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const rows = await pageOf(company, kind, { ids, per_page: ids.length }, signal)
    return rows.data.map((row) => presented(kind, row))
  },
})

const searched = async (company: CurrentCompany, kind: FoundKind, search: string, signal: AbortSignal) =>
  (await pageOf(company, kind, { search, per_page: shownMax + 1 }, signal)).data

async function wholeList(company: CurrentCompany, kind: FoundKind, signal: AbortSignal) {
  const rows: FoundRows[FoundKind][] = []
  let cursor: string | null = null
  for (let pages = 0; pages < wholePagesMax; pages++) {
    const page: Page<FoundRows[FoundKind]> = await pageOf(
      company,
      kind,
      { per_page: wholePageSize, ...(cursor !== null && { cursor }) },
      signal,
    )
    rows.push(...page.data)
    cursor = page.meta.next_cursor
    if (cursor === null) break
  }
  return rows
}

type Asked = { search?: string; ids?: string[]; per_page: number; cursor?: string }

function pageOf({ api }: CurrentCompany, kind: FoundKind, asked: Asked, signal: AbortSignal) {
  const { path, fields } = sources[kind]
  const query = { ...asked, fields: fields?.join() }
  return api.get<Page<FoundRows[FoundKind]>>(path, { query, signal })
}

// The rows come from the source of the same kind, which TypeScript cannot relate across a union.
const presented = (kind: FoundKind, row: FoundRows[FoundKind]) => sources[kind].present(row as never)

const textOf = (kind: FoundKind, row: FoundRows[FoundKind]) => sources[kind].text?.(row as never) ?? row.name
