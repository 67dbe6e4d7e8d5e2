// Engines: embedded, postgres
// The database schema, which is created once, even by concurrent starts, and matches the code.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { type SelectType, sql } from 'kysely'
import type { DatabaseConfig } from '../src/config.ts'
import { openDatabase } from '../src/db/database.ts'
import { migrations } from '../src/db/migrate.ts'
import type { Schema } from '../src/db/schema.ts'
import { printed, startCommand } from './support/commands.ts'
import { asOwner, leaveEarlier, lostRows, rowsOf } from './support/earlier-release.ts'
import { environmentOf } from './support/environment.ts'
import { startProcess } from './support/server-process.ts'
import { emptyConfig, engine, freshConfig } from './support/service.ts'
import { until } from './support/until.ts'

const names = Object.keys(migrations)

const open = async (config: DatabaseConfig) => {
  const database = await openDatabase(config)
  after(database.close)
  return database
}

/** The output of `sha256sum` in the migrations folder. It covers every file, including shared files. */
const recorded = new Map(
  readFileSync(new URL('migrations.sha256', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('  ').reverse() as [file: string, sum: string]),
)

// A migration that has run somewhere must not change. A correction is a new migration.
test('no migration is edited or deleted', () => {
  const folder = new URL('../src/db/migrations/', import.meta.url)
  const sums = new Map(
    readdirSync(folder).map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(new URL(file, folder)))
        .digest('hex'),
    ]),
  )
  const wrong = [...recorded].flatMap(([file, sum]) => {
    if (!sums.has(file)) return `${file} is missing`
    return sums.get(file) === sum ? [] : `${file} is edited`
  })
  const added = [...sums]
    .filter(([file]) => !recorded.has(file))
    .map(([file, sum]) => `${file} is new: add «${sum}  ${file}» to migrations.sha256`)
  assert.deepEqual([...wrong, ...added], [])
})

test('the first start creates the schema, and the second start finds it', async () => {
  const { database } = await emptyConfig()
  const first = await openDatabase(database)
  assert.deepEqual(first.migrated, names)
  await first.close()
  const second = await openDatabase(database)
  assert.deepEqual(second.migrated, [])
  await second.close()
})

if (engine === 'postgres') {
  test('if several processes start concurrently, one creates the schema, and all succeed', async () => {
    const { database } = await emptyConfig()
    const opened = await Promise.all(Array.from({ length: 4 }, () => open(database)))
    assert.deepEqual(
      opened.flatMap(({ migrated }) => migrated),
      names,
    )
    for (const { db } of opened) await db.selectFrom('assets').select('id').execute()
  })

  test('if two processes start at the same time on an empty database, one creates the schema, and both serve requests', async () => {
    const config = await emptyConfig()
    const started = await Promise.all([startProcess(config), startProcess(config)])
    const migrated = started.flatMap(({ log }) => log.flatMap((entry) => (entry.migrated as string[]) ?? []))
    assert.deepEqual(migrated, names)
    for (const { url } of started) assert.equal((await fetch(`${url}/readyz`)).status, 200)
    for (const { child, ended } of started) {
      child.kill('SIGTERM')
      assert.equal(await ended, 0)
    }
  })

  test('a migration killed midway leaves nothing behind, and the next start applies all migrations', async () => {
    const config = await emptyConfig()
    const { database } = config
    const earlier = '0016-public-keys'
    await leaveEarlier(database, earlier)
    const before = await rowsOf(database)
    const others = () =>
      asOwner(database, async (db) => {
        const { rows } = await sql<{ wait_event_type: string | null }>`
          select wait_event_type from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
        return rows
      })
    const migration = await asOwner(database, (db) =>
      db.transaction().execute(async (trx) => {
        // The last migration waits at the lock. The earlier migrations have run in its transaction.
        await sql`lock table security_events in access share mode`.execute(trx)
        const { child, ended } = startCommand(environmentOf(config), ['migrate'])
        await until('the migration waits for a lock', async () =>
          (await others()).some(({ wait_event_type }) => wait_event_type === 'Lock'),
        )
        child.kill('SIGKILL')
        return ended
      }),
    )
    assert.equal(migration.code, 'SIGKILL')
    await until('the database has ended its session', async () => (await others()).length === 0)
    assert.deepEqual(await rowsOf(database), before)

    const { applied } = JSON.parse(await printed(environmentOf(config), 'migrate', '--json'))
    assert.deepEqual(applied, names.slice(names.indexOf(earlier) + 1))
    assert.deepEqual(lostRows(before, await rowsOf(database)), [])
  })

  test('several databases of one cluster can be migrated at the same time, even though they share a role', async () => {
    const configs = await Promise.all([emptyConfig(), emptyConfig(), emptyConfig()])
    const opened = await Promise.all(configs.map(({ database }) => open(database)))
    for (const { migrated } of opened) assert.deepEqual(migrated, names)
  })
}

/** The tables of schema.ts. The compiler checks every name and nullability against it. */
const propertyValues = {
  company_id: false,
  id: false,
  property_id: false,
  place: false,
  match: true,
  text: true,
  number: true,
  date: true,
  person_id: true,
} as const

const columns: {
  [T in keyof Schema]: { [C in keyof Schema[T]]: null extends SelectType<Schema[T][C]> ? true : false }
} = {
  access_tokens: {
    hash: false,
    client_id: false,
    scopes: false,
    issued_at: false,
    expires_at: false,
    revoked_at: true,
  },
  apps: {
    id: false,
    name: false,
    redirect_uris: false,
    created_at: false,
    expires_at: false,
    document_url: true,
    document_until: true,
  },
  asset_suggestions: { company_id: false, tag_id: false, id: false, confidence: true },
  asset_tag_words: { company_id: false, word: false, id: false },
  asset_taggings: { company_id: false, tag_id: false, id: false, source: false, confidence: true },
  asset_tags: {
    company_id: false,
    id: false,
    name: false,
    name_key: false,
    slug: false,
    color: true,
    assets_count: false,
    created_at: false,
    updated_at: false,
    deleted_at: true,
  },
  asset_versions: {
    company_id: false,
    asset_id: false,
    version: false,
    type: false,
    mime_type: false,
    extension: false,
    size: false,
    width: true,
    height: true,
    duration: true,
    dominant_color: true,
    page_count: true,
    embedded: false,
    checksum: false,
    file_key: false,
    restored_from: true,
    automatic_tags: false,
    orientation: true,
    color: true,
    color_cell: true,
    has_alpha: true,
    is_animated: true,
    created_by: true,
    created_at: false,
    filename: true,
    removed: false,
    warnings: false,
  },
  asset_words: { company_id: false, word: false, id: false },
  assets: {
    company_id: false,
    id: false,
    name: false,
    name_key: false,
    type: false,
    mime_type: false,
    extension: false,
    size: false,
    width: true,
    height: true,
    duration: true,
    checksum: false,
    version: false,
    status: false,
    file_key: false,
    renditions: false,
    folder_id: true,
    tags_count: false,
    orientation: true,
    color: true,
    color_cell: true,
    has_alpha: true,
    is_animated: true,
    alt_text: true,
    description: true,
    copyright: true,
    license: true,
    usage_terms: true,
    releases: false,
    available_from: true,
    expires_at: true,
    expiry_notice: true,
    expiry_mailed: true,
    external_id: true,
    focal_point: true,
    dominant_color: true,
    page_count: true,
    embedded: false,
    metadata: false,
    translations: false,
    review: false,
    created_by: true,
    upload_share_id: true,
    uploader_name: true,
    created_at: false,
    updated_at: false,
    drawn_at: true,
    drawn_upon: true,
    deleted_at: true,
    trashed_with: true,
    filename: true,
    removed: false,
    warnings: false,
  },
  authorization_grants: {
    hash: false,
    client_id: false,
    family_id: false,
    kind: false,
    scopes: false,
    redirect_uri: true,
    code_challenge: true,
    expires_at: false,
    used_at: true,
  },
  brand_kit_colors: {
    company_id: false,
    id: false,
    brand_kit_id: false,
    name_key: false,
    position: false,
    created_at: false,
    updated_at: false,
    name: false,
    hex: false,
    opacity: false,
    cmyk: true,
    pantone: true,
    role: true,
    group: true,
  },
  brand_kit_fonts: {
    company_id: false,
    id: false,
    brand_kit_id: false,
    name_key: false,
    position: false,
    created_at: false,
    updated_at: false,
    family: false,
    weight: false,
    style: false,
    role: true,
    asset_id: true,
  },
  brand_kit_logos: {
    company_id: false,
    id: false,
    brand_kit_id: false,
    name_key: false,
    position: false,
    created_at: false,
    updated_at: false,
    name: false,
    variant: false,
    theme: false,
    asset_id: false,
    is_default: false,
  },
  brand_kits: {
    company_id: false,
    id: false,
    name: false,
    name_key: false,
    is_default: false,
    version: false,
    created_at: false,
    updated_at: false,
  },
  large_changes: {
    company_id: false,
    id: false,
    type: false,
    author: false,
    state: false,
    paths: false,
    resource_ids: false,
    moves_to: true,
    moves_from: true,
    moves_until: true,
    rows_total: false,
    rows_done: false,
    created_at: false,
  },
  key_fingerprints: { fingerprint: false, created_at: false },
  client_assertions: { client_id: false, hash: false, expires_at: false },
  client_secrets: { id: false, client_id: false, hash: false, created_at: false, expires_at: true },
  client_requests: { company_id: false, client_id: false, hour: false, requests: false, refusals: false },
  request_log: {
    company_id: false,
    id: false,
    client_id: false,
    request_id: false,
    status: false,
    duration_ms: false,
    method: false,
    route: true,
    error: true,
  },
  clients: {
    id: false,
    enterprise_id: false,
    company_id: true,
    owner_id: true,
    name: false,
    scopes: false,
    token_lifetime_seconds: true,
    allowed_addresses: false,
    allowed_origins: false,
    read_folder_ids: true,
    write_folder_ids: true,
    jwks: true,
    last_used_at: true,
    app_id: true,
    member_id: true,
    created_at: false,
    updated_at: false,
  },
  companies: {
    id: false,
    enterprise_id: false,
    name: false,
    version: false,
    stored_bytes: false,
    webhooks_seq: true,
    removes_location: false,
    has_reviews: false,
    shares_approved_only: false,
    created_at: false,
    updated_at: false,
  },
  enterprises: { id: false, name: false, status: false, created_at: false, updated_at: false },
  events: {
    company_id: false,
    seq: false,
    type: false,
    resource_type: false,
    resource_id: false,
    actor: false,
    request_id: true,
    at: false,
    data: false,
  },
  folder_words: { company_id: false, word: false, id: false },
  folders: {
    company_id: false,
    id: false,
    parent_id: true,
    name: false,
    name_key: false,
    path: false,
    depth: false,
    assets_count: false,
    folders_count: false,
    deleted_at: true,
    trashed_with: true,
    created_at: false,
    updated_at: false,
  },
  idempotency_keys: {
    company_id: false,
    client_id: false,
    key: false,
    fingerprint: false,
    answer: true,
    created_at: false,
  },
  memberships: {
    company_id: false,
    person_id: false,
    role: false,
    source: false,
    read_folder_ids: true,
    write_folder_ids: true,
    created_at: false,
  },
  people: {
    id: false,
    name: false,
    email: false,
    email_verified: false,
    image: true,
    language: true,
    two_factor_enabled: false,
    is_operator: false,
    created_at: false,
    updated_at: false,
  },
  sign_in_methods: {
    id: false,
    person_id: false,
    provider_id: false,
    account_id: false,
    password: true,
    access_token: true,
    refresh_token: true,
    id_token: true,
    access_token_expires_at: true,
    refresh_token_expires_at: true,
    scope: true,
    created_at: false,
    updated_at: false,
  },
  invitations: {
    id: false,
    company_id: false,
    email: false,
    role: false,
    status: false,
    read_folder_ids: true,
    write_folder_ids: true,
    inviter_id: false,
    expires_at: false,
    created_at: false,
  },
  renditions: {
    company_id: false,
    source_key: false,
    spec: false,
    key: false,
    mime_type: false,
    width: false,
    height: false,
    created_at: false,
  },
  template_assets: { company_id: false, template_id: false, asset_id: false },
  template_tag_words: { company_id: false, word: false, id: false },
  template_taggings: { company_id: false, tag_id: false, id: false, source: false, confidence: true },
  template_tags: {
    company_id: false,
    id: false,
    name: false,
    name_key: false,
    slug: false,
    color: true,
    templates_count: false,
    created_at: false,
    updated_at: false,
    deleted_at: true,
  },
  template_versions: {
    company_id: false,
    template_id: false,
    version: false,
    file_key: false,
    checksum: false,
    size: false,
    width: false,
    height: false,
    unit: false,
    page_count: false,
    variables: false,
    asset_ids: false,
    thumbnail_key: true,
    preview_key: true,
    restored_from: true,
    created_by: true,
    created_at: false,
    removed: false,
    filename: true,
  },
  template_words: { company_id: false, word: false, id: false },
  renders: {
    company_id: false,
    id: false,
    template_id: false,
    template_version: false,
    key: false,
    engine: false,
    status: false,
    failure: true,
    format: false,
    width: false,
    height: false,
    page_count: false,
    size: true,
    checksum: true,
    file_key: true,
    thumbnail_key: true,
    expires_at: true,
    asset_id: true,
    batch_id: true,
    batch_row: true,
    request: false,
    recipe: true,
    findings: false,
    cached: false,
    external_id: true,
    metadata: false,
    created_by: true,
    created_at: false,
    updated_at: false,
    completed_at: true,
  },
  render_words: { company_id: false, word: false, id: false },
  asset_origins: { company_id: false, asset_id: false, kind: false, origin_id: false },
  render_batches: {
    company_id: false,
    id: false,
    status: false,
    template_ids: false,
    name_pattern: false,
    request: false,
    author: false,
    rows_total: false,
    rows_done: false,
    rows_failed: false,
    rows_cached: false,
    rows_with_findings: false,
    external_id: true,
    metadata: false,
    created_by: true,
    created_at: false,
    updated_at: false,
    completed_at: true,
  },
  render_batch_rows: {
    company_id: false,
    id: false,
    batch_id: false,
    position: false,
    row: false,
    template_id: false,
    template_version: true,
    name: false,
    variables: false,
    request: true,
    status: false,
    is_checked: false,
    risk: false,
    claimed_by: true,
    errors: true,
    findings: false,
    cached: false,
    render_id: true,
    created_at: false,
    updated_at: false,
    completed_at: true,
  },
  render_links: {
    company_id: false,
    id: false,
    template_id: false,
    template_version: false,
    open: false,
    formats: false,
    width_max: false,
    request: false,
    secret: false,
    max_renders: true,
    renders_count: false,
    expires_at: true,
    revoked_at: true,
    created_by: true,
    created_at: false,
    updated_at: false,
  },
  render_link_companies: { id: false, company_id: false },
  archives: {
    company_id: false,
    id: false,
    name: false,
    asset_ids: false,
    folder_id: true,
    has_folders: false,
    include_unavailable: false,
    format: false,
    files_count: false,
    size: false,
    expires_at: false,
    created_by: true,
    created_at: false,
    updated_at: false,
    client_id: true,
  },
  collections: {
    company_id: false,
    id: false,
    name: false,
    name_key: false,
    description: true,
    cover_asset_id: true,
    items_count: false,
    created_by: true,
    created_at: false,
    updated_at: false,
  },
  collection_items: { company_id: false, collection_id: false, id: false, position: false },
  reviews: {
    company_id: false,
    id: false,
    asset_id: true,
    template_id: true,
    version: false,
    state: false,
    state_before: false,
    note: true,
    created_by: true,
    created_at: false,
    mailed_at: true,
  },
  comments: {
    company_id: false,
    id: false,
    asset_id: true,
    template_id: true,
    render_id: true,
    parent_id: true,
    version: true,
    text: false,
    point_x: true,
    point_y: true,
    resolved_at: true,
    resolved_by: true,
    created_by: true,
    created_at: false,
    updated_at: false,
  },
  comment_mentions: { company_id: false, id: false, person_id: false, mailed_at: true },
  properties: {
    company_id: false,
    id: false,
    applies_to: false,
    key: false,
    label: false,
    type: false,
    is_required: false,
    default_value: true,
    help: true,
    position: false,
    options: false,
    visibility: false,
    maps_from: true,
    created_at: false,
    updated_at: false,
    deleted_at: true,
  },
  asset_property_values: propertyValues,
  template_property_values: propertyValues,
  saved_searches: {
    company_id: false,
    id: false,
    name: false,
    name_key: false,
    filters: false,
    sort: true,
    visibility: false,
    match_from: true,
    matched_at: true,
    created_by: true,
    created_at: false,
    updated_at: false,
  },
  saved_search_followers: { company_id: false, saved_search_id: false, person_id: false, created_at: false },
  presets: {
    company_id: false,
    id: false,
    name: false,
    name_key: false,
    label: false,
    width: true,
    height: true,
    fit: false,
    format: false,
    quality: false,
    background: true,
    color_profile: false,
    metadata: false,
    enlarge: false,
    created_by: true,
    created_at: false,
    updated_at: false,
  },
  brand_pages: {
    company_id: false,
    id: false,
    brand_kit_id: false,
    slug: true,
    title: true,
    intro: true,
    password_hash: true,
    is_indexed: false,
    sections: false,
    views_count: false,
    downloads_count: false,
    published_at: true,
    created_by: true,
    created_at: false,
    updated_at: false,
  },
  brand_page_slugs: { slug: false, company_id: false, page_id: false },
  shares: {
    company_id: false,
    id: false,
    name: false,
    message: true,
    kind: false,
    folder_id: true,
    collection_id: true,
    template_id: true,
    brand_kit_id: true,
    code: true,
    password_hash: true,
    download_sizes: false,
    preset_ids: false,
    ask_visitor: false,
    upload_folder_id: true,
    upload_files_max: true,
    upload_bytes_max: true,
    upload_file_bytes_max: true,
    upload_types: true,
    uploads_count: false,
    uploaded_bytes: false,
    views_count: false,
    downloads_count: false,
    expires_at: true,
    revoked_at: true,
    created_by: true,
    created_at: false,
    updated_at: false,
  },
  share_assets: { company_id: false, share_id: false, asset_id: false, position: false },
  share_visits: {
    company_id: false,
    id: false,
    share_id: false,
    kind: false,
    asset_id: true,
    render_id: true,
    size: true,
    visitor_name: true,
    visitor_email: true,
    created_at: false,
  },
  share_codes: { hash: false, company_id: false, share_id: false },
  templates: {
    company_id: false,
    id: false,
    name: false,
    name_key: false,
    description: true,
    type: false,
    status: false,
    width: false,
    height: false,
    unit: false,
    page_count: false,
    thumbnail_key: true,
    preview_key: true,
    tags_count: false,
    variables: false,
    external_id: true,
    metadata: false,
    translations: false,
    review: false,
    version: false,
    created_by: true,
    created_at: false,
    updated_at: false,
    drawn_at: true,
    drawn_upon: true,
    published_at: true,
    deleted_at: true,
    removed: false,
    filename: true,
  },
  security_events: {
    id: false,
    company_id: true,
    client_id: true,
    person_id: true,
    type: false,
    address: true,
    request_id: true,
    data: false,
    created_at: false,
  },
  word_parts: { company_id: false, kind: false, part: false, word: false },
  webhook_deliveries: {
    company_id: false,
    id: false,
    webhook_id: false,
    message_id: false,
    type: false,
    body: false,
    state: false,
    attempts_max: false,
    attempts: false,
    next_attempt_at: true,
    claimed_until: true,
    created_at: false,
    updated_at: false,
  },
  uploads: {
    company_id: false,
    id: false,
    client_id: true,
    person_id: true,
    length: false,
    metadata: false,
    asset_id: true,
    ends_at: false,
  },
  webhook_secrets: { company_id: false, id: false, webhook_id: false, sealed: false, expires_at: true },
  webhooks: {
    company_id: false,
    id: false,
    url: false,
    description: true,
    types: false,
    scopes: false,
    enabled: false,
    disabled_reason: true,
    disabled_at: true,
    failing_since: true,
    failures: false,
    paused_until: true,
    since_seq: false,
    created_at: false,
    updated_at: false,
  },
}

/** Only the authentication library uses these tables. */
const libraryTables = ['passkeys', 'sessions', 'two_factors', 'verifications']

test('tables, columns and nullability match schema.ts', async () => {
  const { database } = await freshConfig()
  const { db } = await open(database)
  const { rows } = await sql<{ table: string; column: string; nullable: boolean }>`
    select table_name as table, column_name as column, is_nullable = 'YES' as nullable
    from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%' and table_name <> all(${libraryTables})`.execute(
    db,
  )
  const found: Record<string, Record<string, boolean>> = {}
  for (const { table, column, nullable } of rows) found[table] = { ...found[table], [column]: nullable }
  assert.deepEqual(found, columns)
})
