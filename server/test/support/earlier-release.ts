// Databases of earlier releases: their schema, with rows in it.
import assert from 'node:assert/strict'
import { isDeepStrictEqual } from 'node:util'
import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { DatabaseConfig } from '../../src/config.ts'
import { openEmbedded } from '../../src/db/embedded.ts'
import { migrations } from '../../src/db/migrate.ts'
import { openPostgres } from '../../src/db/postgres.ts'
import { nameMark } from '../../src/db/search-terms.ts'
import { type IdKind, newId, publicId, type Uuid } from '../../src/ids.ts'
import { hashedPerson } from '../../src/members/queries.ts'
import { accessTokenPrefix, clientSecretPrefix, hashOf, newToken } from '../../src/secrets/tokens.ts'
import { send } from './companies.ts'
import { browser } from './people.ts'
import type { Service } from './service.ts'

export const migrationNames = Object.keys(migrations)
export const firstMigration = migrationNames[0]!
export const lastMigration = migrationNames.at(-1)!
/** After these migrations every existing table has a row. */
const allTables: keyof typeof migrations = '0016-public-keys'
const renderTables: keyof typeof migrations = '0033-renders'
const batchTables: keyof typeof migrations = '0036-render-batches'
const suggestionTables: keyof typeof migrations = '0039-picture-facts'
const logTables: keyof typeof migrations = '0041-request-log'
const archiveTables: keyof typeof migrations = '0042-archives'
const shareTables: keyof typeof migrations = '0044-shares'
const collectionTables: keyof typeof migrations = '0045-collections'
const appTables: keyof typeof migrations = '0053-connected-apps'
const propertyTables: keyof typeof migrations = '0054-properties'
const presetTables: keyof typeof migrations = '0055-presets'
const brandPageTables: keyof typeof migrations = '0056-brand-pages'
const savedSearchTables: keyof typeof migrations = '0059-saved-searches'
const reviewTables: keyof typeof migrations = '0060-reviews'
const commentTables: keyof typeof migrations = '0061-comments'

/**
 * Creates the schema of the release whose newest migration is `last`, with the rows of a company from the first
 * release.
 */
export const leaveEarlier = (database: DatabaseConfig, last: string) =>
  asOwner(database, async (db) => {
    await migrateTo(db, firstMigration)
    await fill(db)
    if (last >= allTables) {
      await migrateTo(db, allTables)
      await fillLater(db)
    }
    if (last >= renderTables) {
      await migrateTo(db, renderTables)
      await fillRenders(db)
    }
    if (last >= batchTables) {
      await migrateTo(db, batchTables)
      await fillBatches(db)
    }
    if (last >= suggestionTables) {
      await migrateTo(db, suggestionTables)
      await fillSuggestions(db)
    }
    if (last >= logTables) {
      await migrateTo(db, logTables)
      await fillLog(db)
    }
    if (last >= archiveTables) {
      await migrateTo(db, archiveTables)
      await fillArchives(db)
    }
    if (last >= shareTables) {
      await migrateTo(db, shareTables)
      await fillShares(db)
    }
    if (last >= collectionTables) {
      await migrateTo(db, collectionTables)
      await fillCollections(db)
    }
    if (last >= appTables) {
      await migrateTo(db, appTables)
      await fillApps(db)
    }
    if (last >= propertyTables) {
      await migrateTo(db, propertyTables)
      await fillProperties(db)
    }
    if (last >= presetTables) {
      await migrateTo(db, presetTables)
      await fillPresets(db)
    }
    if (last >= brandPageTables) {
      await migrateTo(db, brandPageTables)
      await fillBrandPages(db)
    }
    if (last >= savedSearchTables) {
      await migrateTo(db, savedSearchTables)
      await fillSavedSearches(db)
    }
    if (last >= reviewTables) {
      await migrateTo(db, reviewTables)
      await fillReviews(db)
    }
    if (last >= commentTables) {
      await migrateTo(db, commentTables)
      await fillComments(db)
    }
    await migrateTo(db, last)
  })

async function migrateTo(db: Kysely<unknown>, last: string) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateTo(last)
  if (error) throw error
}

/** Connects as the owner of the tables. Nothing else may have the embedded database open. */
export async function asOwner<T>(
  database: DatabaseConfig,
  work: (db: Kysely<unknown>) => Promise<T>,
): Promise<T> {
  if (database.kind === 'postgres') {
    const db = new Kysely<unknown>({ dialect: openPostgres({ ...database, connectionsMax: 1, as: 'owner' }) })
    return work(db).finally(() => db.destroy())
  }
  const engine = await openEmbedded(database.directory)
  const db = new Kysely<unknown>({ dialect: engine.dialect })
  return work(db).finally(async () => {
    await db.destroy()
    await engine.close()
  })
}

const ids = Object.fromEntries(
  [
    'enterprise',
    'company',
    'person',
    'client',
    'folder',
    'asset',
    'tag',
    'template',
    'kit',
    'color',
    'secret',
    'templateTag',
    'webhook',
    'render',
    'largeChange',
    'renderBatch',
    'renderBatchRow',
    'renderLink',
    'suggestedTag',
    'archive',
    'share',
    'collection',
    'app',
    'property',
    'preset',
    'brandPage',
    'savedSearch',
    'review',
    'comment',
  ].map((name) => [name, newId()]),
) as Record<string, Uuid>
const token = newToken(accessTokenPrefix)
const clientSecret = newToken(clientSecretPrefix)
export type Known = { ids: Record<string, Uuid>; token: string; clientSecret: string }
/** The IDs and secrets of the rows created here. */
export const known: Known = { ids, token, clientSecret }
const ada = { name: 'Ada', email: 'ada@acme.example', password: 'correct horse battery staple' }
const scopes = ['profile:read', 'assets:read', 'assets:write', 'templates:read', 'brandkit:read']

/** A company of the first release: a person, a client, and a row of each kind. */
async function fill(db: Kysely<unknown>) {
  const { company, asset, folder, tag, template, kit, client, person } = ids
  const { hash } = await hashedPerson(ada)
  const run = (query: ReturnType<typeof sql>) => query.execute(db)
  await run(sql`insert into enterprises (id, name) values (${ids.enterprise}, 'Acme Group')`)
  await run(
    sql`insert into companies (id, enterprise_id, name) values (${company}, ${ids.enterprise}, 'Acme')`,
  )
  await run(sql`select set_config('app.company_id', ${company}, false)`)
  await run(
    sql`insert into people (id, name, email, password_hash) values (${person}, ${ada.name}, ${ada.email}, ${hash})`,
  )
  await run(
    sql`insert into memberships (company_id, person_id, role) values (${company}, ${person}, 'owner')`,
  )
  await run(sql`insert into clients (id, enterprise_id, company_id, owner_id, name, scopes)
    values (${client}, ${ids.enterprise}, ${company}, ${person}, 'Website', ${scopes}::text[])`)
  await run(
    sql`insert into client_secrets (id, client_id, hash) values (${ids.secret}, ${client}, ${hashOf(clientSecret)})`,
  )
  await run(sql`insert into access_tokens (hash, client_id, scopes, issued_at, expires_at)
    values (${hashOf(token)}, ${client}, ${scopes}::text[], now(), '2100-01-01T00:00:00Z')`)
  await run(sql`insert into folders (company_id, id, name, name_key, path, depth, updated_at, assets_count)
    values (${company}, ${folder}, 'Spring', 'spring', '/Spring', 1, now(), 1)`)
  await run(sql`
    insert into assets (company_id, id, name, name_key, type, mime_type, extension, size, checksum, status, file_key,
      folder_id, updated_at, tags_count, alt_text)
    values (${company}, ${asset}, 'Poster', 'poster', 'document', 'application/pdf', 'pdf', 5, 'c', 'ready',
      ${`${company}/old.pdf`}, ${folder}, now(), 1, 'A poster')`)
  await run(
    sql`insert into asset_words (company_id, word, id) values (${company}, 'poster', ${asset}), (${company}, 'summer', ${asset})`,
  )
  await run(sql`insert into asset_tags (company_id, id, name, name_key, slug, assets_count, updated_at)
    values (${company}, ${tag}, 'Summer', 'summer', 'summer', 1, now())`)
  await run(sql`insert into asset_tag_words (company_id, word, id) values (${company}, 'summer', ${tag})`)
  await run(
    sql`insert into asset_taggings (company_id, tag_id, id, source) values (${company}, ${tag}, ${asset}, 'manual')`,
  )
  await run(sql`insert into templates (company_id, id, name, name_key, type, status, width, height, unit, updated_at)
    values (${company}, ${template}, 'Card', 'card', 'image', 'draft', 10, 20, 'mm', now())`)
  await run(sql`insert into brand_kits (company_id, id, name, name_key, is_default, updated_at)
    values (${company}, ${kit}, 'Acme', 'acme', true, now())`)
  await run(sql`insert into brand_kit_colors (company_id, id, brand_kit_id, name, name_key, position, hex, updated_at)
    values (${company}, ${ids.color}, ${kit}, 'Red', 'red', 1, '#FF0000', now())`)
  await run(sql`insert into events (company_id, seq, type, resource_type, resource_id, actor, at)
    values (${company}, 1, 'folder.created', 'folder', ${folder}, '{"type":"operator"}', now())`)
  await run(sql`update companies set version = 1 where id = ${company}`)
}

/** A row for each table that was added later. */
async function fillLater(db: Kysely<unknown>) {
  const { company, asset, template, kit, client, person, folder, webhook, templateTag } = ids
  const company_id = company!
  const at = '2026-01-02T03:04:05.006+00:00'
  const later = '2036-01-02T03:04:05.006+00:00'
  const named = (name: string) => ({ company_id, name, name_key: name.toLowerCase(), updated_at: at })
  const document = { width: 10, height: 20, unit: 'mm', page_count: 1, variables: [], asset_ids: [asset] }
  const rows: [table: string, row: Record<string, unknown>][] = [
    ['folder_words', { company_id, word: 'spring', id: folder }],
    ['template_words', { company_id, word: 'card', id: template }],
    ['template_tags', { ...named('Print'), id: templateTag, slug: 'print', templates_count: 1 }],
    ['template_tag_words', { company_id, word: 'print', id: templateTag }],
    ['template_taggings', { company_id, tag_id: templateTag, id: template, source: 'manual' }],
    [
      'brand_kit_logos',
      {
        ...named('Logo'),
        id: newId(),
        brand_kit_id: kit,
        position: 0,
        variant: 'primary',
        theme: 'light',
        asset_id: asset,
        is_default: true,
      },
    ],
    [
      'brand_kit_fonts',
      {
        company_id,
        name_key: 'inter',
        updated_at: at,
        id: newId(),
        brand_kit_id: kit,
        position: 0,
        family: 'Inter',
        weight: 400,
        style: 'normal',
      },
    ],
    [
      'idempotency_keys',
      {
        company_id,
        client_id: client,
        key: 'once',
        fingerprint: '\\x01',
        answer: { status: 201 },
        created_at: at,
      },
    ],
    [
      'webhooks',
      {
        company_id,
        id: webhook,
        url: 'https://hooks.example/',
        types: ['asset.created'],
        scopes: ['assets:read'],
        enabled: false,
        since_seq: 0,
        updated_at: at,
      },
    ],
    ['webhook_secrets', { company_id, id: newId(), webhook_id: webhook, sealed: '\\x01' }],
    [
      'webhook_deliveries',
      {
        company_id,
        id: newId(),
        webhook_id: webhook,
        message_id: newId(),
        type: 'asset.created',
        body: '{}',
        state: 'failed',
        attempts_max: 1,
        attempts: [],
        updated_at: at,
      },
    ],
    [
      'renditions',
      {
        company_id,
        source_key: `${company}/old.pdf`,
        spec: 'thumbnail',
        key: `${company}/old.webp`,
        mime_type: 'image/webp',
        width: 32,
        height: 20,
        created_at: at,
      },
    ],
    [
      'template_versions',
      {
        ...document,
        company_id,
        template_id: template,
        version: 1,
        file_key: `${company}/card.svg`,
        checksum: 'd',
        size: 5,
        created_at: at,
      },
    ],
    ['template_assets', { company_id, template_id: template, asset_id: asset }],
    [
      'uploads',
      { company_id, id: newId(), client_id: client, length: 5, metadata: 'sealed', ends_at: later },
    ],
    ['security_events', { id: newId(), company_id, client_id: client, type: 'token.issued', data: {} }],
    [
      'sessions',
      { id: newId(), person_id: person, token: 'hashed', expires_at: later, created_at: at, updated_at: at },
    ],
    [
      'verifications',
      { id: newId(), identifier: 'link', value: 'hashed', expires_at: later, created_at: at, updated_at: at },
    ],
    [
      'two_factors',
      { id: newId(), person_id: person, secret: 'sealed', backup_codes: 'sealed', verified: false },
    ],
    [
      'passkeys',
      {
        id: newId(),
        person_id: person,
        public_key: 'key',
        credential_id: 'known',
        counter: 1,
        device_type: 'singleDevice',
        backed_up: false,
      },
    ],
    [
      'invitations',
      {
        id: newId(),
        company_id,
        email: 'bob@acme.example',
        role: 'editor',
        status: 'pending',
        inviter_id: person,
        expires_at: later,
        created_at: at,
      },
    ],
    ['client_requests', { company_id, client_id: client, hour: at, requests: 7, refusals: 1 }],
    ['client_assertions', { client_id: client, hash: '\\x01', expires_at: later }],
  ]
  await actAsCompany(db, company_id)
  for (const [table, row] of rows) {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
    await sql`insert into ${sql.table(table)} (${columns})
      select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`.execute(
      db,
    )
  }
}

/** A render, the origin of a kept render, and a large change that a job is finishing. */
async function fillRenders(db: Kysely<unknown>) {
  const { company, asset, template } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into renders (company_id, id, template_id, template_version, key, engine, status, format, width, height,
      page_count, request)
    values (${company}, ${ids.render}, ${template}, 1, 'k', '1', 'failed', 'png', 10, 20, 1, '{}')`.execute(
    db,
  )
  await sql`
    insert into render_words (company_id, word, id) values (${company}, ${`asset:${asset}`}, ${ids.render})`.execute(
    db,
  )
  await sql`
    insert into asset_origins (company_id, asset_id, kind, origin_id)
    values (${company}, ${asset}, 'template', ${template})`.execute(db)
  await sql`
    insert into large_changes (company_id, id, type, author, state, rows_total)
    values (${company}, ${ids.largeChange}, 'folder.move', '{"actor":{"type":"operator"}}', '{}', 1)`.execute(
    db,
  )
}

/** A batch that has ended, with a row, and a link. */
async function fillBatches(db: Kysely<unknown>) {
  const { company, template, renderBatch, renderBatchRow, renderLink } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into render_batches (company_id, id, status, template_ids, name_pattern, request, author, rows_total)
    values (${company}, ${renderBatch}, 'cancelled', ${[template]}::uuid[], '{row}', '{}',
      '{"actor":{"type":"operator"}}', 1)`.execute(db)
  await sql`
    insert into render_batch_rows (company_id, id, batch_id, position, row, template_id, name, variables)
    values (${company}, ${renderBatchRow}, ${renderBatch}, 1, 1, ${template}, '1', '{}')`.execute(db)
  await sql`
    insert into render_links (company_id, id, template_id, template_version, open, formats, width_max, request, secret)
    values (${company}, ${renderLink}, ${template}, 1, '{}', '{png}', 100, '{}', 'secret'::bytea)`.execute(db)
  await sql`insert into render_link_companies (id, company_id) values (${renderLink}, ${company})`.execute(db)
}

/** A saved search of a person, with a follower. */
async function fillSavedSearches(db: Kysely<unknown>) {
  const { company, person, savedSearch } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into saved_searches (company_id, id, name, name_key, filters, visibility, created_by)
    values (${company}, ${savedSearch}, 'Posters', 'posters', '{"type":"document"}', 'private', ${person})`.execute(
    db,
  )
  await sql`
    insert into saved_search_followers (company_id, saved_search_id, person_id)
    values (${company}, ${savedSearch}, ${person})`.execute(db)
}

async function fillReviews(db: Kysely<unknown>) {
  const { company, asset, person, review } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into reviews (company_id, id, asset_id, version, state, state_before, created_by)
    values (${company}, ${review}, ${asset}, 1, 'in_review', 'draft', ${person})`.execute(db)
}

/** A comment on an asset that mentions a person. */
async function fillComments(db: Kysely<unknown>) {
  const { company, asset, person, comment } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into comments (company_id, id, asset_id, version, text, created_by)
    values (${company}, ${comment}, ${asset}, 1, 'Please check.', ${person})`.execute(db)
  await sql`
    insert into comment_mentions (company_id, id, person_id) values (${company}, ${comment}, ${person})`.execute(
    db,
  )
}

/** Set for the session, because the owner also sees only the rows of one company at a time. */
async function fillSuggestions(db: Kysely<unknown>) {
  const { company, asset, suggestedTag } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into asset_tags (company_id, id, name, name_key, slug, updated_at, deleted_at)
    values (${company}, ${suggestedTag}, 'Beach', 'beach', 'beach', now(), now())`.execute(db)
  await sql`insert into asset_suggestions (company_id, tag_id, id) values (${company}, ${suggestedTag}, ${asset})`.execute(
    db,
  )
}

async function fillLog(db: Kysely<unknown>) {
  const { company, client } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into request_log (company_id, id, client_id, request_id, status, duration_ms, method, route)
    values (${company}, ${newId()}, ${client}, ${newId()}, 200, 3, 'GET', '/api/assets')`.execute(db)
}

async function fillArchives(db: Kysely<unknown>) {
  const { company, asset, archive } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into archives (company_id, id, name, asset_ids, has_folders, format, files_count, size, expires_at)
    values (${company}, ${archive}, 'Summer', ${[asset]}::uuid[], false, '"original"', 1, 1,
      timestamptz '2099-01-01T00:00:00Z')`.execute(db)
}

/** A share of an asset, with a visit. */
async function fillShares(db: Kysely<unknown>) {
  const { company, asset, share } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into shares (company_id, id, name, kind, download_sizes, ask_visitor)
    values (${company}, ${share}, 'For the agency', 'assets', '{original}', false)`.execute(db)
  await sql`
    insert into share_assets (company_id, share_id, asset_id, position)
    values (${company}, ${share}, ${asset}, 0)`.execute(db)
  await sql`
    insert into share_visits (company_id, id, share_id, kind)
    values (${company}, ${share}, ${share}, 'view')`.execute(db)
  await sql`
    insert into share_codes (hash, company_id, share_id) values ('code'::bytea, ${company}, ${share})`.execute(
    db,
  )
}

async function fillApps(db: Kysely<unknown>) {
  const { client, app } = ids
  await sql`
    insert into apps (id, name, redirect_uris, expires_at)
    values (${app}, 'Assistant', '{https://assistant.example/callback}', now() + interval '1 day')`.execute(
    db,
  )
  await sql`
    insert into authorization_grants (hash, client_id, family_id, kind, scopes, expires_at)
    values ('\\x00', ${client}, ${app}, 'refresh_token', '{assets:read}', now() + interval '1 day')`.execute(
    db,
  )
}

/** A property with a value of an asset, and one of a template. */
async function fillProperties(db: Kysely<unknown>) {
  const { company, asset, template, property } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into properties (company_id, id, applies_to, key, label, type, position)
    values (${company}, ${property}, 'asset', 'season', 'Season', 'text', 0)`.execute(db)
  for (const [table, id] of [
    ['asset_property_values', asset],
    ['template_property_values', template],
  ] as const)
    await sql`
      insert into ${sql.table(table)} (company_id, id, property_id, place, match, text)
      values (${company}, ${id}, ${property}, 0, 'autumn', 'Autumn')`.execute(db)
}

async function fillPresets(db: Kysely<unknown>) {
  const { company, preset } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into presets (company_id, id, name, name_key, label, width, fit, format, quality, color_profile, metadata, enlarge)
    values (${company}, ${preset}, 'web', 'web', 'Web', 2000, 'inside', 'jpeg', 80, 'srgb', 'copyright', false)`.execute(
    db,
  )
}

async function fillCollections(db: Kysely<unknown>) {
  const { company, asset, collection } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into collections (company_id, id, name, name_key, cover_asset_id, items_count)
    values (${company}, ${collection}, 'Autumn', 'autumn', ${asset}, 1)`.execute(db)
  await sql`
    insert into collection_items (company_id, collection_id, id, position)
    values (${company}, ${collection}, ${asset}, 1)`.execute(db)
}

async function fillBrandPages(db: Kysely<unknown>) {
  const { company, kit, brandPage } = ids
  await actAsCompany(db, company!)
  await sql`
    insert into brand_pages (company_id, id, brand_kit_id, slug, is_indexed, sections, published_at)
    values (${company}, ${brandPage}, ${kit}, 'acme', false, '[]', now())`.execute(db)
  await sql`
    insert into brand_page_slugs (slug, company_id, page_id) values ('acme', ${company}, ${brandPage})`.execute(
    db,
  )
}

async function actAsCompany(db: Kysely<unknown>, company: Uuid) {
  await sql`select set_config('app.company_id', ${company}, false)`.execute(db)
  await sql`select set_config('app.security_log', 'whole', false)`.execute(db)
}

export type Rows = Map<string, Record<string, unknown>[]>

/** Every row of every table, including the list of migrations. */
export const rowsOf = (database: DatabaseConfig): Promise<Rows> =>
  asOwner(database, (db) => rowsIn(db, ids.company!))

/** Like `rowsOf`, for an open database and a company. */
export async function rowsIn(db: Kysely<unknown>, company: Uuid): Promise<Rows> {
  await actAsCompany(db, company)
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const all: Rows = new Map()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from public.${sql.ref(name)} t order by to_jsonb(t)::text`.execute(db)
    all.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return all
}

/** Rows that an upgrade did not keep, compared by the columns that still exist. */
export function lostRows(before: Rows, after: Rows): string[] {
  const isThere = (table: string, row: Record<string, unknown>) =>
    after
      .get(table)
      ?.some((other) =>
        Object.keys(row).every(
          (key) => !(key in other) || isDeepStrictEqual(keptAs(key, row[key]), keptAs(key, other[key])),
        ),
      )
  return [...before].flatMap(([table, rows]) =>
    rows
      .filter((row) => !isThere(table, row) && !isCopiedWord(table, row))
      .map((row) => `${table}: ${JSON.stringify(row)}`),
  )
}

/** Migration 0043 marks the search terms of names. */
const keptAs = (column: string, value: unknown) =>
  column === 'word' ? String(value).replace(nameMark, '') : value

/**
 * The first release also stored a tag's search words with its assets. 0003 removes them, because search uses
 * the words of the tag itself.
 */
const isCopiedWord = (table: string, { word }: Record<string, unknown>) =>
  table === 'asset_words' && word === 'summer'

/** Checks that the first release's rows can be listed, searched, signed in to and used for tokens. */
export async function assertServes(service: Service, { ids, token, clientSecret } = known) {
  const headers = { authorization: `Bearer ${token}` }
  const get = async (path: string) => {
    const { status, body, text } = await send(service, 'GET', path, { headers })
    assert.equal(status, 200, `${path}: ${text}`)
    return body.data
  }
  const idOf = (kind: IdKind, name: string) => publicId(kind, ids[name]!)
  assert.equal((await send(service, 'GET', '/api/user', { headers })).status, 200)
  const asset = await get(`/api/assets/${idOf('asset', 'asset')}`)
  assert.deepEqual(
    [asset.name, asset.alt_text, asset.folder_id],
    ['Poster', 'A poster', idOf('folder', 'folder')],
  )
  assert.deepEqual(
    asset.tags.map(({ name }: { name: string }) => name),
    ['Summer'],
  )
  for (const query of ['search=poster', 'search=summer', `folder_id=${idOf('folder', 'folder')}`])
    assert.equal((await get(`/api/assets?${query}`)).length, 1, query)
  assert.equal((await get('/api/folders'))[0].name, 'Spring')
  assert.equal((await get(`/api/templates/${idOf('template', 'template')}`)).name, 'Card')
  assert.equal((await get('/api/brand-kit/colors'))[0].hex, '#FF0000')
  assert.equal((await get('/api/changes?since=0'))[0].type, 'folder.created')
  const json = { client_id: publicId('client', ids.client!), client_secret: clientSecret }
  assert.equal((await send(service, 'POST', '/oauth/access-token', { json })).status, 200)
  const page = browser(service)
  assert.equal((await page.signIn(ada.email, ada.password)).status, 200)
  assert.equal((await page.get('/portal/api/me')).body.data.companies[0].role, 'owner')
}
