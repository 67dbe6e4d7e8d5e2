// Engines: postgres
// Runs: first
// PostgreSQL's plans for every list of a company with a million templates, a million assets and 50,000 rows in the
// other lists. They must use indexes that start with the company, in index order, without sorting more than a page.
// Each statement is planned as prepared, with its values and as a generic plan, with the app's role and its policies.
// The embedded engine has the same planner, but filling it would take minutes.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openFoundation } from '../src/app/foundation.ts'
import { changesOf as assetChanges } from '../src/assets/changes.ts'
import { versionsOf as assetVersions } from '../src/assets/version-queries.ts'
import { listTokens } from '../src/clients/tokens.ts'
import { collectionItems } from '../src/collections/queries.ts'
import { createCompany, createEnterprise } from '../src/companies/queries.ts'
import type { Db } from '../src/db/database.ts'
import type { FolderLimit } from '../src/db/handle.ts'
import type { Trx } from '../src/db/tenancy.ts'
import { readFeed } from '../src/events/feed.ts'
import type { Endpoint } from '../src/http/endpoints/endpoint.ts'
import { validateQuery } from '../src/http/schemas/validation.ts'
import { type CompanyId, type IdKind, publicId } from '../src/ids.ts'
import { listJobs } from '../src/jobs/job-status.ts'
import { listInvitations } from '../src/members/invitations.ts'
import { listMembers } from '../src/members/members.ts'
import { renderBatchRows } from '../src/render-batches/queries.ts'
import { endpoints, portalEndpoints } from '../src/routes.ts'
import type { Position } from '../src/secrets/cursor-signer.ts'
import { shareVisits } from '../src/shares/queries.ts'
import { versionsOf as templateVersions } from '../src/templates/version-queries.ts'
import { deliveries } from '../src/webhooks/queries.ts'
import { newAccount } from './support/accounts.ts'
import { asOwner } from './support/companies.ts'
import {
  fewerRows,
  filledTables,
  fillLargeLibrary,
  largeRows,
  rowId,
  rowWithMany,
} from './support/large-library.ts'
import { faultsOf, planOf, type Recorded, recording } from './support/plans.ts'
import { atEnd, freshConfig } from './support/service.ts'

const since = (n: number) => new Date(Date.UTC(2023, 0, 1) + n * 60_000).toISOString()
const common = (ids: string, newest = 49_900) => {
  const anywhen = [since(1), since(newest)]
  return { ids: [ids], created_since: anywhen, updated_since: anywhen }
}

const of = (kind: IdKind, ...rows: number[]) => rows.map((n) => publicId(kind, rowId(n))).join()
const withUnavailable = { include_unavailable: ['true'] }
const trash = { with_trashed: ['true'], only_trashed: ['true'] }
const words = { search: ['common', 'word7', 'word', 'word77 common', 'absent'] }

/** Values for each filter, frequent and rare, and common combinations. */
type Asked = { filters: Record<string, string[]>; together?: string[] }

const tagged = (kind: 'assetTag' | 'templateTag') => ({
  tag: [of(kind, 7), `${of(kind, 8)}&tag=${of(kind, 9)}`],
  tag_mode: [`all&tag=${of(kind, 7)}&tag=${of(kind, 8)}`],
  untagged: ['true', 'false'],
})

const facets = 'tag,type,folder_id,extension,orientation,color,year,review'

const lists: Record<string, Asked> = {
  '/templates': {
    filters: {
      ...common(of('template', 5, 500_000), 999_000),
      ...words,
      ...trash,
      ...tagged('templateTag'),
      type: ['image', 'video', 'document', 'image,video'],
      status: ['published', 'archived', 'draft', 'archived,draft'],
      review: ['draft', 'approved', 'rejected', 'approved,in_review'],
      external_id: ['x1000', 'x1000,x2000'],
      'properties.k1': ['common'],
      'properties.k3[gte]': ['990'],
    },
    together: [
      `tag=${of('templateTag', 7)}&search=common`,
      `tag=${of('templateTag', 7)}&status=published`,
      `tag=${of('templateTag', 7)}&created_since=${since(500_000)}`,
      'search=common&status=archived',
      'search=word7&type=image',
      'status=published&type=video',
      `status=published&updated_since=${since(999_000)}`,
      'only_trashed=true&search=common',
    ],
  },
  '/assets': {
    filters: {
      ...common(of('asset', 5, 500_000), 999_000),
      ...words,
      ...trash,
      ...tagged('assetTag'),
      type: ['image', 'video', 'audio', 'video,audio'],
      status: ['ready', 'failed', 'processing,failed'],
      mime_type: ['image/jpeg', 'video/mp4', 'video/mp4,audio/mpeg'],
      extension: ['jpg', 'jpg,mp4'],
      orientation: ['landscape', 'square,portrait'],
      review: ['draft', 'approved', 'rejected', 'approved,in_review'],
      color: ['blue', 'blue,red', '2040A0', 'blue,2040A0'],
      has_alpha: ['true', 'false'],
      is_animated: ['true', 'false'],
      external_id: ['x1000', 'x1000,x2000'],
      year: ['2023', '2023,2024'],
      availability: ['available', 'expired', 'not_yet', 'expired,not_yet', 'available,expired'],
      expires_before: [since(1_000), since(900_000)],
      expires_after: [since(999_000), `${since(1)}&expires_before=${since(1_000)}`],
      ...withUnavailable,
      facets: [facets],
      folder_id: [of('folder', 200), 'root', of('folder', 200, 201), `root,${of('folder', 200)}`],
      recursive: [`true&folder_id=${of('folder', 200)}`, `true&folder_id=${of('folder', 200, 201)}`],
      collection_id: [of('collection', 200), of('collection', 200, 201), of('collection', rowWithMany)],
      // The values are those of large-library.ts: k1 has choices, k3 numbers, k5 dates and k7 people.
      'properties.k1': ['common'],
      'properties.k3': ['7', '7,8'],
      'properties.k3[gte]': ['990', '10&properties.k3[lte]=12', '0'],
      'properties.k3.min': ['10&properties.k3.max=12'],
      'properties.k5[lt]': ['2020-01-05', '2027-01-01'],
      'properties.k7': [publicId('person', rowId(1))],
      'properties.k1[exists]': ['true', 'false'],
    },
    together: [
      `tag=${of('assetTag', 7)}&search=common`,
      `tag=${of('assetTag', 7)}&status=ready`,
      `tag=${of('assetTag', 7)}&recursive=true&folder_id=${of('folder', 200)}`,
      `search=common&recursive=true&folder_id=${of('folder', 200)}`,
      `type=image&folder_id=${of('folder', 200)}`,
      `collection_id=${of('collection', 200)}&search=common`,
      `collection_id=${of('collection', 200)}&facets=${facets}`,
      `type=image&recursive=true&folder_id=${of('folder', 200)}`,
      'properties.k1=common&properties.k3[gte]=10&search=common',
      'properties.k1=common&properties.k1[exists]=true',
      'properties.k3=7&facets=type,properties.k1,properties.k7',
      'facets=properties.k1,properties.k3',
      'search=common&status=failed',
      'search=common&availability=expired',
      `availability=expired&facets=${facets}`,
      `availability=available&expires_before=${since(1_000)}`,
      'search=word7&type=image',
      `search=common&facets=${facets}`,
      `search=word7&type=image&facets=${facets}`,
      `tag=${of('assetTag', 7)}&facets=${facets}`,
      `folder_id=${of('folder', 200)}&facets=${facets}`,
      `color=blue&year=2023&facets=${facets}`,
      'status=ready&type=video',
      `status=ready&updated_since=${since(999_000)}`,
      'only_trashed=true&search=common',
    ],
  },
  '/tags': { filters: { ...common(of('templateTag', 5)), ...words, ...trash } },
  '/asset-tags': { filters: { ...common(of('assetTag', 5)), ...words, ...trash } },
  '/folders': {
    filters: {
      ...common(of('folder', 5)),
      ...words,
      ...trash,
      parent_id: [of('folder', 200), 'root', of('folder', 200, 201), `root,${of('folder', 200)}`],
    },
    together: [`parent_id=${of('folder', 200)}&search=common`],
  },
  '/brand-kit': { filters: { ...common(of('brandKit', 5)), ...withUnavailable } },
  '/brand-kit/logos': {
    filters: {
      ...common(of('logo', 5)),
      ...withUnavailable,
      brand_kit_id: [of('brandKit', 7), of('brandKit', 7, 8)],
      variant: ['icon', 'icon,wordmark'],
      theme: ['any'],
    },
    together: [`brand_kit_id=${of('brandKit', 7)}&variant=primary`],
  },
  '/brand-kit/colors': {
    filters: {
      ...common(of('color', 5)),
      brand_kit_id: [of('brandKit', 7)],
      role: ['accent', 'accent,text'],
    },
    together: [`brand_kit_id=${of('brandKit', 7)}&role=accent`],
  },
  '/brand-kit/fonts': {
    filters: {
      ...common(of('font', 5)),
      ...withUnavailable,
      brand_kit_id: [of('brandKit', 7)],
      role: ['body', 'body,caption'],
    },
    together: [`brand_kit_id=${of('brandKit', 7)}&role=body`],
  },
  '/webhooks': { filters: common(of('webhook', 5)) },
  '/clients': { filters: common(of('client', 5)) },
  '/renders': {
    filters: {
      ...common(of('render', 5)),
      template_id: [of('template', 7)],
      asset_id: [of('asset', 7)],
      brand_kit_id: [of('brandKit', 7)],
      batch_id: [of('renderBatch', rowWithMany), of('renderBatch', 8)],
      status: ['done', 'failed'],
      finding: ['text_shrunk', 'text_overflow'],
      format: ['png', 'pdf'],
      external_id: ['x1000'],
    },
    together: [
      `template_id=${of('template', 7)}&status=failed`,
      `template_id=${of('template', 7)}&finding=text_shrunk`,
      `asset_id=${of('asset', 7)}&finding=text_shrunk`,
    ],
  },
  '/render-batches': {
    filters: {
      ...common(of('renderBatch', 5)),
      status: ['done', 'rendering'],
      template_id: [of('template', 7)],
      external_id: ['x1000'],
    },
  },
  '/render-links': { filters: { ...common(of('renderLink', 5)), template_id: [of('template', 7)] } },
  '/archives': { filters: common(of('archive', 5)) },
  '/reviews': {
    filters: {
      ...common(of('review', 5)),
      asset_id: [of('asset', 200)],
      template_id: [of('template', 200)],
      state: ['approved', 'rejected', 'draft,rejected'],
    },
    together: [`asset_id=${of('asset', 200)}&state=approved`],
  },
  '/comments': {
    filters: {
      ...common(of('comment', 5)),
      asset_id: [of('asset', 200)],
      template_id: [of('template', 200)],
      render_id: [of('render', 200)],
      parent_id: [of('comment', 6)],
      resolved: ['true', 'false'],
      mentions: [publicId('person', rowId(1))],
    },
  },
  '/properties': {
    filters: {
      ...common(of('property', 5)),
      applies_to: ['asset', 'asset,template'],
      type: ['text', 'text,number'],
    },
  },
  '/collections': { filters: common(of('collection', 5)) },
  '/saved-searches': {
    filters: { ...common(of('savedSearch', 5)), visibility: ['company', 'private', 'private,company'] },
  },
  '/presets': { filters: common(of('preset', 5)) },
  '/brand-pages': { filters: { ...common(of('brandPage', 5)), brand_kit_id: [of('brandKit', 7)] } },
  '/shares': { filters: common(of('share', 5)) },
  '/security-events': {
    filters: {
      ...common(of('securityEvent', 5)),
      type: ['token.issued', 'client.updated'],
      client: [of('client', 7)],
      person: [publicId('person', rowId(1))],
      since: [since(49_900)],
      until: [since(25_000)],
    },
    together: [`client=${of('client', 7)}&since=${since(25_000)}`],
  },
  '/requests': {
    filters: {
      ...common(of('loggedRequest', 5)),
      client: [of('client', 7)],
      status: ['2xx', '3xx', '4xx', '5xx', 'failed'],
      method: ['GET', 'POST'],
      route: ['/api/assets', '/api/folders'],
      since: [since(49_900)],
      until: [since(25_000)],
    },
    together: [`client=${of('client', 7)}&status=failed`],
  },
}

type ReadPage = (
  record: (row?: object) => Trx,
  company: CompanyId,
  from: Position | undefined,
) => Promise<unknown>

const many = rowId(rowWithMany)
const deepRow = fewerRows / 2
const rangeOf = (from: Position | undefined) => {
  return { limit: 21, offset: 0, from, backwards: from?.backwards ?? false }
}

/**
 * Lists with a fixed order. Each is tested from the start and from a position, without filters and with each
 * filter.
 */
const otherLists: Record<string, ReadPage> = {
  '/templates/:id/versions': (record, company, from) =>
    templateVersions(record(), company, many, from ? deepRow : fewerRows, 101),
  '/assets/:id/versions': (record, company, from) =>
    assetVersions(record(), company, many, from ? deepRow : fewerRows, 101),
  '/assets/:id/changes': (record, company, from) =>
    assetChanges(record(), company, many, from ? deepRow : undefined, 101),
  async '/changes'(record, company, from) {
    const db = record({ rows: [{ newest: 0, events: [] }] })
    const since = from ? deepRow : 0
    for (const types of [undefined, ['template.created']])
      await readFeed(db, company, { since, limit: 100, resourceTypes: ['asset', 'template'], types })
  },
  async '/webhooks/:id/deliveries'(record, company, from) {
    for (const state of [undefined, 'delivered', 'failed']) {
      const filters = { webhook: many, state }
      const request = { sort: 'created_at', descending: true, limit: 20, filters, ...(from && { from }) }
      await deliveries.page(record(), company, request)
    }
  },
  async '/render-batches/:id/rows'(record, company, from) {
    const template = rowId(7)
    for (const sort of ['row', 'risk', 'updated_at'])
      for (const one of [{}, { status: 'failed' }, { template_id: template }, { finding: 'text_shrunk' }]) {
        const filters = { batch: many, ...one }
        const at = from && { ...from, value: { row: deepRow, risk: 25, updated_at: since(deepRow) }[sort] }
        const request = { sort, descending: false, limit: 20, filters, ...(at && { from: at }) }
        await renderBatchRows.page(record(), company, request)
      }
  },
  async '/collections/:id/items'(record, company, from) {
    for (const one of [{}, { is_available: true }]) {
      const filters = { collection: many, ...one }
      const at = from && { from: { ...from, value: deepRow } }
      await collectionItems.page(record(), company, {
        sort: 'position',
        descending: false,
        limit: 20,
        filters,
        ...at,
      })
    }
  },
  async '/shares/:id/visits'(record, company, from) {
    const filters = { share: many }
    const request = { sort: 'created_at', descending: true, limit: 20, filters, ...(from && { from }) }
    await shareVisits.page(record(), company, request)
  },
  '/clients/:id/tokens': (record, _, from) =>
    listTokens(record(), many, rangeOf(from && { ...from, id: 'f00' })),
  '/members': (record, company, from) => listMembers(record(), company, rangeOf(from)),
  async '/invitations'(record, company, from) {
    for (const asOwner of [true, false]) await listInvitations(record(), company, asOwner, rangeOf(from))
  },
}

const listed = [...endpoints, ...portalEndpoints].filter(({ list }) => list)

/** The position of a deep page, by sort field. */
const deepValues: Record<string, unknown> = {
  updated_at: since(400_000),
  name: 'name 500000',
  position: 25,
  relevance: 1,
}
const deep = (path: string, sort: string, backwards: boolean) => {
  const value = deepValues[sort.replace(/^-/, '')]
  const rows = path === '/templates' || path === '/assets' ? largeRows : fewerRows
  return { value, id: rowId(rows / 2), backwards, inclusive: false }
}
const places = ['', 'page=3&per_page=100', 'cursor=forwards', 'cursor=backwards']

/** Each sort field, and relevance, without filters, with each filter, and with common combinations, from each position. */
function questionsOf(path: string): string[] {
  const { filters, together = [] } = lists[path]!
  const alone = Object.entries(filters).flatMap(([name, values]) => values.map((value) => `${name}=${value}`))
  return questionsWith(path, ['', ...alone, ...together])
}

function questionsWith(path: string, filters: readonly string[]): string[] {
  const { sorts } = listed.find((one) => one.path === path)!.list!
  return filters.flatMap((filter) =>
    [...sorts, ...(filter.includes('search=') ? ['relevance'] : [])].flatMap((sort) =>
      places.map((place) => [`sort=${sort}`, filter, place].filter(Boolean).join('&')),
    ),
  )
}

/** Filters of a reader of some folders. The other filters are read as without a limit. */
const limitedFilters: Record<string, string[]> = {
  '/folders': ['', 'search=common', `parent_id=${of('folder', 200)}`],
  '/asset-tags': ['', 'search=common'],
}

/** The statements of a request for a page. */
async function statementsOf(companyId: CompanyId, path: string, question: string, folderLimit?: FolderLimit) {
  const statements: Recorded[] = []
  const endpoint = listed.find((one) => one.path === path)!
  const query = validateQuery(endpoint.query!, asQuery(question))
  const verify = (_: string, cursor: string) => deep(path, String(query.sort), cursor === 'backwards')
  const services = {
    db: recording(statements, undefined, foundFor, folderLimit),
    cursors: { verify, sign: () => '' },
    publicUrl: '',
  }
  await endpoint.handle({ caller: { companyId }, query, asked: {}, url: path } as never, services as never)
  return statements
}

/** The custom properties and the setting of the large library, for the statements that look them up. */
const foundFor = (sql: string) => ({
  rows: sql.includes('p.key, p.label, p.type')
    ? definitions
    : sql.includes('select c.has_reviews from')
      ? [{ has_reviews: true }]
      : [],
})
const definitions = ['choice', 'number', 'date', 'person'].map((type, at) => ({
  id: rowId(1 + 2 * at),
  key: `k${1 + 2 * at}`,
  label: 'Label',
  type,
  options: [{ key: 'common', label: 'Common' }],
}))

function asQuery(question: string) {
  const parameters = new URLSearchParams(question)
  const names = [...new Set(parameters.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length > 1 ? values : values[0]]
    }),
  )
}

/** A plan that is accepted, and the reason. The costs are from PostgreSQL 15. */
type Exception = { question: RegExp; fault: RegExp; because: string }

const exceptions: Exception[] = [
  {
    question: /./,
    fault: /reads all of properties$/,
    because:
      'A company has at most 200 properties. The properties of both companies here fit in a small number of table pages.',
  },
  {
    question: /\/clients\?.*[?&]created_since=(?!2023-01-01)/,
    fault: /sorts by/,
    because: 'Only a small number of rows are that new. They are found by time and sorted.',
  },
  {
    question: /\/clients\?sort=-?created_at/,
    fault: /reads clients_pkey without/,
    because:
      'The primary key of clients is only their ID, for foreign keys. PostgreSQL scans it for a company that has 50 % of all clients.',
  },
  {
    question: /[?&]page=/,
    fault: /reads all of (?!templates|assets)|\/(clients|security-events).*sorts by/,
    because:
      'A numbered page skips up to 10,000 rows. PostgreSQL reads all 50,000 rows faster than it looks up the skipped rows. A request that skipped 9,000 rows took 13 to 36 ms.',
  },
  {
    question: /[?&]client=/,
    fault: /reads security_events_client_id_id_idx|\/security-events.*sorts by r/,
    because:
      'A client has one company, so the index of the client is equally good. The events of a client with a small number of events are sorted.',
  },
  {
    question: /^\/requests\?.*status=3xx/,
    fault: /reads all of request_log/,
    because:
      'Only failures have their own index. For a status that no request has, all requests are read. A company has at most 100,000.',
  },
  {
    question: /^\/(renders\?.*external_id=|render-batches\?.*(external_id|template_id)=)/,
    fault: /reads all of render/,
    because:
      'Renders and batches are kept for days. No index finds them by external ID, or finds batches by one of their templates.',
  },
  {
    question: /^\/folders\?.*parent_id=.*search=.*\(generic\)/,
    fault: /sorts by r_\d+\.id/,
    because:
      'For a search with a small number of results, the subfolders are read from the index of the parent folder and merged with the results by ID.',
  },
  {
    question: /\/render-batches\/:id\/rows .*\(custom\)/,
    fault: /reads all of renders/,
    because:
      'A page with a rare status or finding skips many of the 25,000 rows of this batch, and their renders are hashed. A real batch has at most 10,000 rows.',
  },
  {
    question: /\/clients\/:id\/tokens/,
    fault: /reads access_tokens_client_id_issued_at_idx|sorts further by issued_at/,
    because:
      'A client has one company, so the index of the client is equally good. Only tokens that were issued in the same millisecond are sorted.',
  },
  {
    question: /\/invitations .*\(generic\)/,
    fault: /./,
    because:
      'A generic plan expects 10 % of the list on a page. It costs more than the plan for these values, and PostgreSQL does not use it.',
  },
]

async function faultsIn(db: Db, questions: Iterable<readonly [string, Recorded[]]>) {
  const faults: string[] = []
  const planned = new Set<string>()
  await db.connection().execute(async (one) => {
    for (const [question, statements] of questions) {
      for (const statement of statements) {
        for (const kind of ['custom', 'generic'] as const) {
          const key = JSON.stringify([kind, statement.sql, kind === 'custom' && statement.parameters])
          if (planned.has(key)) continue
          planned.add(key)
          const found = faultsOf(await planOf(one, statement, kind), filledTables)
          faults.push(...[...new Set(found)].map((fault) => `${question} (${kind}): ${fault}`))
        }
      }
    }
  })
  assert.ok(planned.size > 0)
  const isExcepted = (text: string) =>
    exceptions.some(({ question, fault }) => question.test(text) && fault.test(text))
  return faults.filter((text) => !isExcepted(text))
}

const config = await freshConfig()
if (config.database.kind === 'postgres') {
  const { url } = config.database
  const { db, close } = await openFoundation(config)
  atEnd(close)
  const enterprise = await createEnterprise(db, 'Large')
  const company = await createCompany(db, enterprise, 'Large')
  const neighbour = await createCompany(db, enterprise, 'Neighbour')
  const person = await newAccount(db, { name: 'P', email: 'p@large.example' })
  await fillLargeLibrary(url, { company, neighbour, person })

  for (const path of Object.keys(lists)) {
    test(`${path}: each page of a large company is read from an index in order`, async () => {
      const asked: [string, Recorded[]][] = []
      for (const question of questionsOf(path))
        asked.push([`${path}?${question}`, await statementsOf(company, path, question)])
      assert.deepEqual(await faultsIn(db, asked), [])
    })
  }

  const limit = { read: [rowId(200), rowId(201)], write: null }
  for (const [path, filters] of Object.entries(limitedFilters)) {
    test(`${path}: each page of a reader of some folders is read from an index in order`, async () => {
      const asked: [string, Recorded[]][] = []
      for (const question of questionsWith(path, filters))
        asked.push([`${path}?${question} (limited)`, await statementsOf(company, path, question, limit)])
      assert.deepEqual(await faultsIn(db, asked), [])
    })
  }

  for (const [path, read] of Object.entries(otherLists)) {
    test(`${path}: each page of a large company is read from an index in order`, async () => {
      const asked: [string, Recorded[]][] = []
      for (const backwards of [undefined, false, true]) {
        const statements: Recorded[] = []
        const from = backwards === undefined ? undefined : deep(path, 'updated_at', backwards)
        await read((row) => recording(statements, row) as unknown as Trx, company, from)
        asked.push([`${path} ${backwards}`, statements])
      }
      assert.deepEqual(await faultsIn(db, asked), [])
    })
  }
}

test('the list of failed jobs reads only failed jobs, regardless of the other jobs', async () => {
  const { db, close } = await openFoundation(await freshConfig())
  atEnd(close)
  await sql`
    insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
      deletion_seconds, partition, table_name)
    values ('plan.test', 'standard', 0, 0, false, 60, 60, 60, false, 'job_common')`.execute(db)
  await sql`
    insert into pgboss.job_common (name, state, created_on)
    select 'plan.test', case when n % 500 = 0 then 'failed' else 'completed' end::pgboss.job_state,
      now() - n * interval '1 second'
    from generate_series(1, 50000) n`.execute(db)
  await asOwner(db, sql`analyze pgboss.job_common`)
  const statements: Recorded[] = []
  await listJobs(recording(statements), 'dead', 100)
  await db.connection().execute(async (one) => {
    for (const kind of ['custom', 'generic'] as const)
      assert.deepEqual(faultsOf(await planOf(one, statements[0]!, kind), new Set(['job_common'])), [
        'reads job_common_failed without the company',
      ])
  })
})

test('every filter of every list is tested', () => {
  const asked = Object.entries(lists).map(([path, { filters }]) => [
    path,
    [...new Set(Object.keys(filters).map((name) => name.split('.')[0]))].sort(),
  ])
  const known = listed
    .filter(({ path }) => !isNested(path))
    .map(({ path, query }) => [
      path,
      Object.keys(query!.shape)
        .filter((name) => !paging.includes(name))
        .sort(),
    ])
  assert.deepEqual(new Map(asked as [string, string[]][]), new Map(known as [string, string[]][]))
})

test('every list with a fixed order is tested', () => {
  const isPaged = ({ query }: Endpoint) => query && ['per_page', 'before'].some((name) => name in query.shape)
  const known = [...endpoints, ...portalEndpoints].filter(
    (one) => isPaged(one) && (!one.list || isNested(one.path)),
  )
  const paths = known.map(({ path }) => path).filter((path) => !ofOperators.includes(path))
  assert.deepEqual(Object.keys(otherLists).sort(), paths.sort())
})

/** Whether the list belongs to one resource. `otherLists` names these lists. */
const isNested = (path: string) => path.includes('/:')
/** Lists that cover all companies, for operators only. */
const ofOperators = ['/enterprises', '/installation/companies', '/installation/people']
const paging = ['per_page', 'limit', 'cursor', 'page', 'with_total', 'sort', 'fields']
