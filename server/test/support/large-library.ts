import { type RawBuilder, sql } from 'kysely'
import { withoutIndexes } from '../../../bench/fill/bulk.ts'
import { letOwnerIn } from '../../../bench/fill/library.ts'
import type { Handle } from '../../src/db/handle.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import type { CompanyId, Uuid } from '../../src/ids.ts'
import { bareHandle } from './bare-handle.ts'

/** The row of its kind that has `fewerRows` / 2 versions or tokens. */
export const rowWithMany = 7
/** The number of templates and of assets of the tested company. */
export const largeRows = 1_000_000
/** The number of rows in each other list, so that filling takes less than a minute. */
export const fewerRows = 50_000
/**
 * The neighbor has 10 % of the templates and assets, to save a minute, and the same number of all other rows.
 */
const neighbourShare = 10

/**
 * The neighbor's rows are between the other company's rows. Otherwise, `company_id` would make no difference.
 */
export type Owners = { company: CompanyId; neighbour: CompanyId; person: Uuid }

const firstMs = Date.UTC(2023, 0, 1)
const stepMs = 60_000

type Owner = Handle

/**
 * Fills a company's lists with values that matter to the planner: frequent and rare values, in uncorrelated
 * orders. A resource has fewer words and tags than in reality, but there are enough rows.
 */
export async function fillLargeLibrary(url: string, owners: Owners) {
  const owner: Owner = bareHandle(openPostgres({ url, connectionsMax: 1, as: 'owner' }))
  const tables = Object.keys(columns)
  try {
    await hurry(owner)
    await letOwnerIn(owner)
    await makeFunctions(owner)
    await withoutIndexes(owner, tables, async () => {
      for (const table of tables) await fill(owner, owners, table)
    })
    await sql`update companies set has_reviews = true`.execute(owner)
    await sql`vacuum analyze`.execute(owner)
  } finally {
    await owner.destroy()
  }
}

async function hurry(owner: Owner) {
  await sql`set synchronous_commit = off`.execute(owner)
  await sql`set maintenance_work_mem = '256MB'`.execute(owner)
}

/** The ID of the n-th row of the tested company, as `large_id` creates it. */
export function rowId(n: number): Uuid {
  const ms = (firstMs + n * stepMs).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8001-${n.toString(16).padStart(12, '0')}`
}

/** The ID of the n-th row of a company, a minute after the previous row, and a pseudo-random number for n. */
async function makeFunctions(owner: Owner) {
  await sql`
    create function large_id(n bigint, company bigint) returns uuid language sql immutable parallel safe
    return (lpad(to_hex(${sql.lit(firstMs)} + n * ${sql.lit(stepMs)}), 12, '0') || '70008'
      || lpad(to_hex(company), 3, '0') || lpad(to_hex(n), 12, '0'))::uuid`.execute(owner)
  await sql`
    create function mixed(n bigint) returns bigint language sql immutable parallel safe
    return n * 7368787 % 1299709`.execute(owner)
}

async function fill(owner: Owner, owners: Owners, table: string) {
  const { company, neighbour, person } = owners
  const isLarge = large.includes(table)
  const rows = rowCounts[table] ?? (isLarge ? largeRows : fewerRows)
  const neighbours = isLarge ? rows / neighbourShare : rows
  await sql`
    insert into ${sql.table(table)} (${sql.raw(columns[table]![0])})
    select ${values(table, person)}
    from (values (${company}::uuid, 1, ${rows}::bigint), (${neighbour}::uuid, 2, ${neighbours}::bigint))
      c (id, number, rows) cross join lateral generate_series(1, c.rows) n`.execute(owner)
}

function values(table: string, person: Uuid): RawBuilder<unknown> {
  return sql.raw(columns[table]![1].replaceAll('$person', `'${person}'::uuid`))
}

/** Tables whose rows are limited. */
const rowCounts: Record<string, number> = { properties: 100 }

const large = [
  'asset_property_values',
  'assets',
  'asset_taggings',
  'asset_words',
  'templates',
  'template_taggings',
  'template_words',
]

const id = 'large_id(n, c.number)'
/** The ID of a random row that both companies have, in a list of `fewerRows`. */
const other = `large_id(1 + mixed(n) % ${fewerRows / neighbourShare}, c.number)`
const named = `'Name ' || mixed(n), 'name ' || mixed(n)`
const changed = 'uuid_time(large_id(mixed(n), 0))'
const rarely = (value: string) => `case when n % 500 = 0 then ${value} end`
const trashed = rarely('now()')
/** The first word of a thousand rows each, and a word of all rows. */
const word = `case when n % 2 = 0 then 'common' else 'word' || mixed(n) % ${largeRows / 1_000} end`
const tag = [
  'company_id, id, name, name_key, slug, updated_at, deleted_at',
  `c.id, ${id}, ${named}, 'name-' || mixed(n), ${changed}, ${trashed}`,
] as const
const part = `c.id, ${id}, ${other}, 'name ' || mixed(n), mixed(n) % 50, ${changed}`
const partColumns = 'company_id, id, brand_kit_id, name_key, position, updated_at'
/** Half of all versions, tokens and similar rows belong to one resource. */
const halfOfOne = (another: string) =>
  `case when n % 2 = 0 then large_id(${rowWithMany}, c.number) else ${another} end`
const version = `c.id, ${halfOfOne(id)}, n, c.id || '/k' || n, 'c' || n, 1000 + n, $person, ${changed}`
const versionColumns = 'version, file_key, checksum, size, created_by, created_at'

/** Most rows are approved, and few are rejected. */
const reviewed = `case when n % 500 = 8 then 'rejected' when n % 50 = 9 then 'in_review' when n % 4 = 1 then 'draft' else 'approved' end`

const valueColumns = 'company_id, id, property_id, place, match, number, date, person_id'
/** A value of one of four properties. The first has a value of half of its rows, and values of a thousandth each. */
const propertyValue = `large_id(1 + n % 4 * 2, c.number), 0,
  case n % 4 when 0 then 'common' when 1 then (mixed(n) % 1000)::text end, case when n % 4 = 1 then mixed(n) % 1000 end,
  case when n % 4 = 2 then date '2020-01-01' + (mixed(n) % 3000)::integer end, case when n % 4 = 3 then $person end`

/** The columns of each table, with their values in the n-th row of company `c`. */
const columns: Record<string, readonly [string, string]> = {
  people: ['id, name, email', `${id}, 'Name ' || n, 'p' || n || '@' || c.number || '.example'`],
  memberships: ['company_id, person_id, role, created_at', `c.id, ${id}, 'viewer', ${changed}`],
  invitations: [
    'company_id, id, email, role, status, inviter_id, expires_at',
    `c.id, ${id}, 'p' || n || '@invited.example', 'viewer', case when n % 2 = 0 then 'pending' else 'accepted' end,
      $person, now() + interval '1 year'`,
  ],
  events: [
    'company_id, seq, type, resource_type, resource_id, actor, at',
    `c.id, n, case when n % 500 = 0 then 'template.created' else 'asset.updated' end,
      case when n % 500 = 0 then 'template' else 'asset' end, ${other}, '{}', ${changed}`,
  ],
  access_tokens: [
    'hash, client_id, scopes, issued_at, expires_at',
    `sha256((n || ' of ' || c.number)::bytea), ${halfOfOne(other)}, '{}', ${changed}, now() + interval '1 year'`,
  ],
  asset_versions: [
    `company_id, asset_id, ${versionColumns}, type, mime_type, extension`,
    `${version}, 'image', 'image/jpeg', 'jpg'`,
  ],
  template_versions: [
    `company_id, template_id, ${versionColumns}, width, height, unit, page_count, variables`,
    `${version}, 1, 1, 'px', 1, '[]'`,
  ],
  folders: [
    'company_id, id, parent_id, name, name_key, path, depth, updated_at, deleted_at',
    // Every hundredth folder is at the top and contains the following folders.
    `c.id, ${id}, case when n % 100 > 0 and n > 100 then large_id(n - n % 100, c.number) end, ${named},
      case when n % 100 > 0 and n > 100 then '/top' || n / 100 || '/below' || n else '/top' || n / 100 || case when n < 100 then 'x' || n else '' end end,
      case when n % 100 > 0 and n > 100 then 2 else 1 end, ${changed}, case when n % 500 = 1 then now() end`,
  ],
  folder_words: ['company_id, word, id', `c.id, ${word}, ${id}`],
  asset_tags: tag,
  asset_tag_words: ['company_id, word, id', `c.id, ${word}, ${id}`],
  template_tags: tag,
  template_tag_words: ['company_id, word, id', `c.id, ${word}, ${id}`],
  brand_kits: [
    'company_id, id, name, name_key, updated_at',
    `c.id, ${id}, 'Name ' || mixed(n), 'name ' || mixed(n), ${changed}`,
  ],
  brand_kit_colors: [
    `${partColumns}, name, hex, role`,
    `${part}, 'Name', '#336699', case when n % 100 = 0 then 'primary' else 'accent' end`,
  ],
  brand_kit_logos: [
    `${partColumns}, name, variant, theme, asset_id`,
    `${part}, 'Name', case when n % 100 = 0 then 'icon' else 'primary' end,
      case when n % 100 = 0 then 'dark' else 'any' end, ${id}`,
  ],
  brand_kit_fonts: [
    `${partColumns}, family, weight, style, role, asset_id`,
    `${part}, 'Name', 400, 'normal', case when n % 100 = 0 then 'heading' else 'body' end, ${id}`,
  ],
  webhooks: [
    'company_id, id, url, types, scopes, enabled, since_seq, updated_at',
    `c.id, ${id}, 'https://example.com/' || n, '{}', '{}', true, 0, ${changed}`,
  ],
  clients: [
    'company_id, id, enterprise_id, name, scopes, updated_at',
    // Clients have one primary key for all companies.
    `c.id, ${id}, (select enterprise_id from companies where companies.id = c.id), 'Name ' || mixed(n), '{}', ${changed}`,
  ],
  assets: [
    `company_id, id, name, name_key, type, mime_type, extension, size, checksum, status, file_key, folder_id, tags_count,
      external_id, created_by, updated_at, deleted_at, orientation, color, color_cell, has_alpha, is_animated,
      expires_at, available_from, review`,
    `c.id, ${id}, ${named}, case when n % 50 = 0 then 'video' else 'image' end,
      case when n % 50 = 0 then 'video/mp4' else 'image/jpeg' end, 'jpg', 1000 + n, 'c' || n,
      case when n % 500 = 7 then 'failed' else 'ready' end, c.id || '/k' || n, case when n % 20 > 0 then ${other} end,
      case when n % 30 = 0 then 0 else 1 end, ${rarely(`'x' || n`)}, $person, ${changed}, ${trashed},
      case when n % 100 = 0 then 'square' when n % 3 = 0 then 'portrait' else 'landscape' end,
      case when n % 4 = 0 then 'blue' when n % 200 = 1 then 'red' else 'gray' end,
      upper(lpad(to_hex(mixed(n) % 4096), 3, '0')), n % 100 = 3, n % 500 = 4,
      case when n % 10 = 0 then uuid_time(large_id(n, 0)) when n % 1000 = 5 then now() + interval '1 year' end,
      case when n % 1000 = 6 then now() + interval '1 year' end, ${reviewed}`,
  ],
  asset_taggings: ['company_id, tag_id, id', `c.id, ${other}, ${id}`],
  asset_words: ['company_id, word, id', `c.id, ${word}, ${id}`],
  templates: [
    `company_id, id, name, name_key, type, status, width, height, unit, tags_count, external_id, created_by, updated_at,
      deleted_at, review`,
    `c.id, ${id}, ${named}, case when n % 50 = 0 then 'video' else 'image' end,
      case when n % 500 = 7 then 'archived' else 'published' end, 1, 1, 'px', case when n % 30 = 0 then 0 else 1 end,
      ${rarely(`'x' || n`)}, $person, ${changed}, ${trashed}, ${reviewed}`,
  ],
  template_taggings: ['company_id, tag_id, id', `c.id, ${other}, ${id}`],
  template_words: ['company_id, word, id', `c.id, ${word}, ${id}`],
  renders: [
    `company_id, id, template_id, template_version, key, engine, status, format, width, height, page_count, file_key,
      batch_id, batch_row, request, external_id, created_by, updated_at`,
    `c.id, ${id}, ${other}, 1, 'key ' || n, 'engine', case when n % 500 = 7 then 'failed' else 'done' end,
      case when n % 50 = 0 then 'pdf' else 'png' end, 1, 1, 1,
      case when n % 500 <> 7 then c.id || '/k' || n end, ${halfOfOne(other)}, n, '{}', ${rarely(`'x' || n`)}, $person,
      ${changed}`,
  ],
  render_words: [
    'company_id, word, id',
    `c.id, case n % 4 when 0 then 'finding:text_shrunk' when 1 then 'brand_kit:' || ${other} else 'asset:' || ${other} end,
      ${id}`,
  ],
  render_batches: [
    `company_id, id, status, template_ids, name_pattern, request, author, rows_total, external_id, created_by, updated_at`,
    `c.id, ${id}, case when n % 500 = 7 then 'rendering' else 'done' end, array[${other}], '{row}', '{}', '{}', 10,
      ${rarely(`'x' || n`)}, $person, ${changed}`,
  ],
  render_batch_rows: [
    `company_id, id, batch_id, position, row, template_id, name, variables, status, is_checked, risk, findings,
      render_id, updated_at`,
    `c.id, ${id}, ${halfOfOne(other)}, n, n, ${other}, 'n' || n, '{}',
      case when n % 500 = 7 then 'failed' else 'done' end, true, mixed(n) % 50,
      case when n % 50 = 0 then '[{"type": "text_shrunk"}]'::jsonb else '[]' end,
      case when n % 500 <> 7 then ${id} end, ${changed}`,
  ],
  render_links: [
    `company_id, id, template_id, template_version, open, formats, width_max, request, secret, created_by, updated_at`,
    `c.id, ${id}, ${other}, 1, '{}', '{png}', 2000, '{}', 's', $person, ${changed}`,
  ],
  archives: [
    `company_id, id, name, asset_ids, has_folders, format, files_count, size, expires_at, created_by, updated_at`,
    `c.id, ${id}, 'n' || n, array[${other}], false, '"original"', 1, 1, timestamptz '2099-01-01T00:00:00Z', $person,
      ${changed}`,
  ],
  collections: [
    'company_id, id, name, name_key, cover_asset_id, created_by, updated_at',
    `c.id, ${id}, ${named}, ${rarely(id)}, $person, ${changed}`,
  ],
  collection_items: ['company_id, collection_id, id, position', `c.id, ${halfOfOne(other)}, ${id}, mixed(n)`],
  reviews: [
    'company_id, id, asset_id, template_id, version, state, state_before, created_by',
    `c.id, ${id}, case n % 2 when 0 then ${other} end, case n % 2 when 1 then ${other} end, 1, ${reviewed}, 'draft', $person`,
  ],
  comments: [
    `company_id, id, asset_id, template_id, render_id, parent_id, text, resolved_at, created_by, updated_at`,
    `c.id, ${id}, case n % 3 when 0 then ${other} end, case n % 3 when 1 then ${other} end,
      case n % 3 when 2 then ${other} end, case when n % 6 = 3 and n > 6 then large_id(n - 3, c.number) end, 'Text',
      case when n % 4 = 1 then now() end, $person, ${changed}`,
  ],
  comment_mentions: ['company_id, id, person_id', `c.id, ${id}, ${other}`],
  properties: [
    'company_id, id, applies_to, key, label, type, is_required, position, options, updated_at',
    `c.id, ${id}, case when n % 2 = 1 then 'asset' else 'template' end, 'k' || n, 'Label ' || n,
      case n when 1 then 'choice' when 3 then 'number' when 5 then 'date' when 7 then 'person' else 'text' end,
      n % 10 = 1, n, '[{"key":"common","label":"Common"}]', ${changed}`,
  ],
  asset_property_values: [valueColumns, `c.id, ${id}, ${propertyValue}`],
  template_property_values: [valueColumns, `c.id, ${id}, ${propertyValue}`],
  saved_searches: [
    'company_id, id, name, name_key, filters, visibility, created_by, updated_at',
    `c.id, ${id}, ${named}, '{}', case when n % 50 = 0 then 'private' else 'company' end, $person, ${changed}`,
  ],
  saved_search_followers: ['company_id, saved_search_id, person_id', `c.id, ${id}, $person`],
  presets: [
    'company_id, id, name, name_key, label, fit, format, quality, color_profile, metadata, enlarge, created_by, updated_at',
    `c.id, ${id}, ${named}, 'preset', 'inside', 'jpeg', 80, 'srgb', 'none', false, $person, ${changed}`,
  ],
  shares: [
    'company_id, id, name, kind, template_id, download_sizes, ask_visitor, created_by, updated_at',
    `c.id, ${id}, 'share ' || n, 'template', ${other}, '{original}', false, $person, ${changed}`,
  ],
  brand_pages: [
    'company_id, id, brand_kit_id, is_indexed, sections, created_by, updated_at',
    `c.id, ${id}, ${id}, false, '[]', $person, ${changed}`,
  ],
  share_visits: [
    'company_id, id, share_id, kind, visitor_name',
    `c.id, ${id}, ${halfOfOne(other)}, case when n % 3 = 0 then 'download' else 'view' end, 'Ada'`,
  ],
  security_events: [
    'company_id, id, client_id, type, person_id, data',
    `c.id, ${id}, ${other}, case when n % 500 = 0 then 'client.updated' else 'token.issued' end,
      case when n % 100 = 0 then $person end, '{}'`,
  ],
  request_log: [
    'company_id, id, client_id, request_id, status, duration_ms, method, route, error',
    `c.id, ${id}, ${other}, ${id}, case when n % 500 = 0 then 500 when n % 100 = 0 then 404 else 200 end, 3,
      case when n % 100 = 0 then 'POST' else 'GET' end,
      case when n % 100 = 0 then '/api/folders' else '/api/assets' end, null`,
  ],
  webhook_deliveries: [
    'company_id, id, webhook_id, message_id, type, body, state, attempts_max, updated_at',
    `c.id, ${id}, ${other}, ${id}, 'asset.updated', '{}',
      case when n % 500 = 0 then 'failed' else 'delivered' end, 5, ${changed}`,
  ],
}

export const filledTables: ReadonlySet<string> = new Set(Object.keys(columns))
