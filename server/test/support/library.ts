import { sql } from 'kysely'
import { sha256Of } from '../../src/archive/digest.ts'
import { createAsset, type NewAsset } from '../../src/assets/create.ts'
import { countBytes } from '../../src/assets/files.ts'
import { refreshAssetWords } from '../../src/assets/words.ts'
import { createBrandKit } from '../../src/brand-kit/create.ts'
import { createCollection } from '../../src/collections/create.ts'
import { createComment } from '../../src/comments/create.ts'
import { nameKey } from '../../src/db/search-terms.ts'
import type { Trx } from '../../src/db/tenancy.ts'
import { createFolder } from '../../src/folders/create.ts'
import { trashFolder } from '../../src/folders/trash.ts'
import { type Caller as ApiCaller, scopes } from '../../src/http/caller.ts'
import { type CompanyId, newId, type Uuid } from '../../src/ids.ts'
import { newPreset } from '../../src/presets/body.ts'
import { createPreset } from '../../src/presets/create.ts'
import { type NewProperty, newProperty } from '../../src/properties/body.ts'
import { createProperty } from '../../src/properties/create.ts'
import { changedValues } from '../../src/property-values/given-values.ts'
import { writeValues } from '../../src/property-values/write.ts'
import { addReviews } from '../../src/reviews/change.ts'
import { reviewStates } from '../../src/reviews/states.ts'
import { newSavedSearch } from '../../src/saved-searches/body.ts'
import { createSavedSearch } from '../../src/saved-searches/create.ts'
import { follow } from '../../src/saved-searches/follow.ts'
import type { Storage } from '../../src/storage/storage.ts'
import { countTagged } from '../../src/tags/counts.ts'
import { createTag } from '../../src/tags/create.ts'
import { suggestTags } from '../../src/tags/suggestions.ts'
import { trashTag } from '../../src/tags/trash.ts'
import { createTemplate } from '../../src/templates/create.ts'
import { refreshTemplateWords } from '../../src/templates/words.ts'
import { type Caller, changeAs, newCompany, type TestCompany } from './companies.ts'
import type { Service } from './service.ts'
import { picture } from './uploads.ts'

/** The number of live rows in each list of a library, by path. */
export const librarySize: Record<string, number> = {
  '/templates': 26,
  '/tags': 7,
  '/assets': 36,
  '/asset-tags': 8,
  '/folders': 8,
  '/brand-kit': 3,
  '/brand-kit/logos': 10,
  '/brand-kit/colors': 12,
  '/brand-kit/fonts': 8,
  '/renders': 23,
  '/render-batches': 23,
  '/render-links': 23,
  '/archives': 11,
  '/collections': 23,
  '/properties': 13,
  '/reviews': 24,
  '/comments': 24,
  '/saved-searches': 23,
  '/presets': 23,
  '/brand-pages': 3,
  '/shares': 36,
  '/webhooks': 5,
}

export const trashSize = 6

/**
 * Names that differ only in case and accents, equal names, and names in several scripts, for sorting and searching.
 */
const names = [
  'Élan vital',
  'elan VITAL',
  'Zebra crossing',
  'apple',
  'Äpfel und Birnen',
  'Café crème',
  'Cafe au lait',
  'ÑANDÚ',
  'Ωmega watch',
  'Straße',
  '2026 Herbst',
  '日本 ポスター',
  'apple',
  'Ünïcode 100% _sale_ \\ "x"',
]

const folderTree = [
  ['Campaigns', null],
  ['2026', 'Campaigns'],
  ['Été', '2026'],
  ['Hiver', '2026'],
  ['Campaigns 2', null],
  ['Brand', null],
  ['Logos', 'Brand'],
  ['empty', null],
] as const

const templateTagNames = ['Social', 'Réseaux sociaux', 'Print', 'Sale 50%', 'email', 'Événement', 'unused']
const assetTagNames = ['Product', 'Café', 'Summer', 'People', 'outdoor shoot', 'blue', 'Ünique', 'unused']

const people = 'photo of café people outdoors'
const start = Date.UTC(2026, 0, 1, 8, 0, 0, 123)

/** Every third row has the same timestamp as the previous row. */
const moment = (index: number) => new Date(start + (index - (index % 3 === 2 ? 1 : 0)) * 60_000)

/** Yesterday, because older trash could be purged during a test. */
const trashed = (index: number) => new Date(filled - dayMs + index * 60_000)
const dayMs = 86_400_000
const filled = Date.now()

export type Member = TestCompany & Caller

/** Two companies with libraries of the same shape, and a client each with every scope. */
export async function twoLibraries(service: Service): Promise<[acme: Member, globex: Member]> {
  const acme = await newCompany(service, 'Acme')
  const globex = await newCompany(service, 'Globex')
  for (const company of [acme, globex]) await fillLibrary(service, company)
  return [acme, globex]
}

/**
 * Fills a library of these sizes. Every nullable field is set in some rows and null in others, and some rows are in
 * the trash.
 */
export async function fillLibrary(service: Service, { companyId, ownerId }: TestCompany): Promise<void> {
  const files = await storeFiles(service.storage, companyId)
  await changeAs(service.db, companyId, async (trx) => {
    const folders = await addFolders(trx, companyId)
    const assetIds = await addAssets(trx, companyId, ownerId, files, folders)
    await addTemplates(trx, companyId, ownerId, files, assetIds)
    await addBrandKits(trx, companyId, assetIds)
    await addProperties(trx, companyId, ownerId)
    await addRenders(trx, companyId, ownerId, files)
    await addCollections(trx, companyId, ownerId)
    await addSavedSearches(trx, companyId, ownerId)
    await addPresets(trx, companyId, ownerId)
    await addShares(trx, companyId, ownerId)
    await addBrandPages(trx, companyId, ownerId)
    await addWebhooks(trx, companyId)
    await setReviews(trx, companyId, ownerId)
    await addComments(trx, companyId, ownerId)
    for (const table of tables) await shuffleChanges(trx, companyId, table)
    const event = { type: 'library.filled', resourceType: 'company', resourceId: companyId }
    return { result: undefined, events: [event] }
  })
}

/** Comments on live resources of each kind, with a reply and a mention each, some of them resolved. */
async function addComments(trx: Trx, companyId: CompanyId, ownerId: Uuid) {
  for (let index = 0; index < librarySize['/comments']! / 2; index++) {
    const noun = (['asset', 'template', 'render'] as const)[index % 3]!
    const { id: target } = await trx
      .selectFrom(`${noun}s`)
      .select('id')
      .where('company_id', '=', companyId)
      .$if(noun !== 'render', (query) => query.where(sql<boolean>`deleted_at is null`))
      .orderBy('id')
      .offset(index % 2)
      .limit(1)
      .executeTakeFirstOrThrow()
    const caller: ApiCaller = {
      companyId,
      clientId: null,
      personId: index % 4 === 2 ? null : ownerId,
      scopes,
    }
    const body = { text: `${people} ${index}`, mentions: [] }
    const first = { ...body, [`${noun}_id`]: target, point: index % 2 === 0 ? { x: 0.25, y: 0.5 } : null }
    const parent_id = await createComment(trx, caller, first, moment(index))
    await createComment(trx, caller, { ...body, parent_id, point: null }, moment(index + 1))
    if (index % 2 === 0)
      await trx
        .updateTable('comments')
        .set({ resolved_at: moment(index), resolved_by: ownerId })
        .where('company_id', '=', companyId)
        .where('id', '=', parent_id)
        .execute()
  }
  await sql`
    insert into comment_mentions (company_id, id, person_id)
    select company_id, id, ${ownerId} from comments where company_id = ${companyId}`.execute(trx)
}

/** The company uses reviews, its assets and templates have every state, and some of them have two reviews. */
async function setReviews(trx: Trx, companyId: CompanyId, ownerId: Uuid) {
  await trx.updateTable('companies').set({ has_reviews: true }).where('id', '=', companyId).execute()
  for (const table of ['assets', 'templates'] as const)
    await sql`
      update ${sql.table(table)} r
      set review = (array['draft', 'in_review', 'approved', 'rejected'])[1 + n.place % 4]
      from (
        select id, (row_number() over (order by id))::int as place from ${sql.table(table)}
        where company_id = ${companyId}
      ) n
      where r.company_id = ${companyId} and r.id = n.id`.execute(trx)
  for (let index = 0; index < librarySize['/reviews']!; index++) {
    const noun = index % 2 === 0 ? 'asset' : 'template'
    const { id, version } = await trx
      .selectFrom(`${noun}s`)
      .select(['id', 'version'])
      .where('company_id', '=', companyId)
      .orderBy('id')
      .offset(index % 12)
      .limit(1)
      .executeTakeFirstOrThrow()
    const context = { trx, companyId, personId: index % 4 === 2 ? null : ownerId, now: moment(index) }
    const state = reviewStates[index % 4]!
    const note = index % 3 === 0 ? `${people} ${index}` : null
    await addReviews(context, noun, state, [{ id, version, before: 'draft' }], note)
  }
}

const tables = [
  'folders',
  'assets',
  'asset_tags',
  'templates',
  'template_tags',
  'brand_kits',
  'brand_kit_logos',
  'brand_kit_colors',
  'brand_kit_fonts',
  'webhooks',
  'renders',
  'render_batches',
  'render_links',
  'archives',
  'collections',
  'properties',
  'comments',
  'saved_searches',
  'presets',
  'brand_pages',
  'shares',
] as const

/** Update times in a different order from creation times, with many equal times. */
async function shuffleChanges(trx: Trx, companyId: CompanyId, table: (typeof tables)[number]) {
  const minute = sql<number>`extract(epoch from created_at)::bigint / 60`
  await trx
    .updateTable(table)
    .set({
      updated_at: sql<Date>`timestamptz '2026-03-01T00:00:00.450Z' + (${minute} * 5 % 7) * interval '1 hour'`,
    })
    .where('company_id', '=', companyId)
    .execute()
}

type Files = { originals: Kind[]; thumbnail: string; document: Document }
type Document = { key: string; checksum: string; size: number }
type Kind = Document & { type: NewAsset['type']; mime_type: string; extension: string }

const kinds = [
  ['image', 'image/png', 'png'],
  ['document', 'application/pdf', 'pdf'],
  ['font', 'font/woff2', 'woff2'],
  ['image', 'image/svg+xml', 'svg'],
] as const

async function storeFiles(storage: Storage, companyId: CompanyId): Promise<Files> {
  const originals: Kind[] = []
  for (const [index, [type, mime_type, extension]] of kinds.entries()) {
    const key = `${companyId}/${newId()}.${extension}`
    const bytes = Buffer.from(`${companyId} ${extension} `.repeat(index + 1))
    await storage.put(key, bytes)
    originals.push({ key, type, mime_type, extension, size: bytes.length, checksum: sha256Of(bytes) })
  }
  const thumbnail = `${companyId}/${newId()}.webp`
  await storage.put(thumbnail, await picture({ format: 'webp', width: 32, height: 20 }))
  const key = `${companyId}/${newId()}.svg`
  const bytes = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" id="${companyId}" width="40" height="30"/>`,
  )
  await storage.put(key, bytes)
  return { originals, thumbnail, document: { key, checksum: sha256Of(bytes), size: bytes.length } }
}

async function addFolders(trx: Trx, companyId: CompanyId) {
  const ids = new Map<string, Uuid>()
  for (const [index, [name, parent]] of folderTree.entries()) {
    const parentId = parent && ids.get(parent)!
    ids.set(name, await createFolder(trx, companyId, { name, parentId, createdAt: moment(index) }))
  }
  const gone = await createFolder(trx, companyId, { name: 'gone', parentId: null, createdAt: moment(9) })
  const context = { trx, companyId, id: gone, now: trashed(10), events: [] }
  await trashFolder(context as never, false)
  return ids
}

async function addAssets(
  trx: Trx,
  companyId: CompanyId,
  ownerId: Uuid,
  files: Files,
  folders: Map<string, Uuid>,
) {
  const tags = await addTags(trx, companyId, 'asset', assetTagNames)
  const places = ['Campaigns', '2026', 'Été', null, 'Campaigns 2', 'Logos', 'Hiver']
  const ids: Uuid[] = []
  for (let index = 0; index < librarySize['/assets']! + trashSize; index++) {
    const isFull = index % 2 === 0
    const { key, ...kind } = files.originals[index % files.originals.length]!
    const folder = places[index % places.length]!
    const id = await createAsset(trx, companyId, {
      ...kind,
      name: names[index % names.length]!,
      file_key: key,
      status: (['ready', 'ready', 'processing', 'failed'] as const)[index % 4]!,
      folder_id: folder && folders.get(folder)!,
      tagIds: tags.filter((_, tag) => tag < 7 && index % 5 > 0 && index % (tag + 2) === 0),
      renditions: isFull
        ? [{ name: 'thumbnail', key: files.thumbnail, width: 320, height: 200, mime_type: 'image/webp' }]
        : [],
      metadata: isFull ? { campaign: `É-${index}`, nested: { deep: [1, null, true] } } : {},
      translations: isFull ? { de: { name: `Bild ${index}`, alt_text: 'Ein Bild' }, en: {} } : {},
      width: isFull ? 1200 : null,
      height: isFull ? 800 : null,
      duration: isFull ? 12.5 : null,
      alt_text: isFull ? people : null,
      description: isFull ? `Number ${index} of the Über series` : null,
      copyright: isFull ? '© Acme' : null,
      license: isFull ? 'CC BY 4.0' : null,
      usage_terms: isFull ? 'Print and web, Europe' : null,
      releases: isFull ? [{ type: 'model', name: people, reference: null }] : [],
      available_from: index % 5 === 3 ? new Date('2090-01-01T00:00:00.000Z') : null,
      expires_at: isFull ? new Date('2027-05-05T05:05:05.050Z') : index % 3 === 0 ? moment(index) : null,
      external_id: isFull ? `dam-${index % 6}` : null,
      focal_point: isFull ? { x: 0.25, y: 0.75 } : null,
      dominant_color: isFull ? '#AABBCC' : null,
      page_count: isFull ? 3 : null,
      orientation: isFull ? (['landscape', 'portrait', 'square'] as const)[index % 3]! : null,
      color: isFull ? ['gray', 'blue'][index % 3 ? 1 : 0]! : null,
      color_cell: isFull ? 'ABC' : null,
      has_alpha: isFull ? index % 4 === 0 : null,
      is_animated: isFull ? index % 8 === 0 : null,
      removed: isFull ? [{ element: 'script', count: 2 }] : [],
      warnings: isFull
        ? [{ type: 'name_mismatch', message: 'The name says JPEG; the file is a PNG image.' }]
        : [],
      embedded: isFull ? { title: people, keywords: ['sea'], page: { width: 210, height: 297 } } : {},
      created_by: isFull ? ownerId : null,
      deleted_at: index % 7 === 3 ? trashed(index) : null,
      createdAt: moment(index),
    })
    ids.push(id)
  }
  await trx
    .updateTable('asset_taggings')
    .set({ source: 'embedded' })
    .where('company_id', '=', companyId)
    .where('tag_id', '=', tags[1]!)
    .execute()
  await suggestTags(trx, companyId, ids.slice(0, 2), [{ id: tags.at(-1)!, confidence: 0.87 }])
  return ids
}

async function addTags(trx: Trx, companyId: CompanyId, noun: 'asset' | 'template', tagNames: string[]) {
  const ids: Uuid[] = []
  for (const [index, name] of tagNames.entries()) {
    const color = index % 2 === 0 ? '#112233' : null
    ids.push(await createTag(trx, companyId, noun, { name, color, createdAt: moment(index) }))
  }
  const gone = await createTag(trx, companyId, noun, { name: 'gone', createdAt: moment(tagNames.length) })
  await trashTag(trx, companyId, noun, gone, trashed(10))
  return ids
}

async function addTemplates(
  trx: Trx,
  companyId: CompanyId,
  ownerId: Uuid,
  files: Files,
  assetIds: readonly Uuid[],
) {
  await countBytes(trx, companyId, files.document.size)
  const tags = await addTags(trx, companyId, 'template', templateTagNames)
  const variable = { key: 'headline', type: 'text', label: 'Überschrift', required: true } as const
  for (let index = 0; index < librarySize['/templates']! + trashSize; index++) {
    const isFull = index % 2 === 0
    const id = await createTemplate(trx, companyId, {
      name: names[(index * 5) % names.length]!,
      description: isFull ? `Nº ${index}: un modèle très simple` : null,
      type: (['image', 'video', 'document'] as const)[index % 3]!,
      status: (['draft', 'published', 'published', 'archived'] as const)[index % 4]!,
      width: isFull ? 1080 : 210.5,
      height: 297,
      unit: (['px', 'mm', 'in'] as const)[index % 3]!,
      page_count: 1 + (index % 3),
      thumbnail_key: isFull ? files.thumbnail : null,
      preview_key: isFull ? files.originals[0]!.key : null,
      variables: isFull
        ? [
            { ...variable, default: 'Hallo' },
            { ...variable, key: 'price', type: 'number', default: null },
          ]
        : [],
      removed: isFull ? [{ element: 'foreignObject', count: 1 }] : [],
      metadata: isFull ? { channel: 'réseaux' } : {},
      translations: isFull ? { fr: { name: 'Modèle', variables: { headline: { label: 'Titre' } } } } : {},
      external_id: isFull ? `cms-${index % 6}` : null,
      created_by: isFull ? ownerId : null,
      tagIds: tags.filter((_, tag) => tag < 6 && index % 4 > 0 && index % (tag + 2) === 0),
      createdAt: moment(index),
    })
    await addDocument(trx, companyId, id, files, isFull ? assetIds[0]! : undefined)
    if (index % 5 === 4) {
      const gone = { deleted_at: trashed(index) }
      await trx
        .updateTable('templates')
        .set(gone)
        .where('company_id', '=', companyId)
        .where('id', '=', id)
        .execute()
      await countTagged(trx, companyId, 'template', [id], -1)
    }
  }
}

/** The document of all templates in a library. Half of the templates refer to an asset in it. */
async function addDocument(trx: Trx, companyId: CompanyId, id: Uuid, { document }: Files, assetId?: Uuid) {
  await sql`
    insert into template_versions (company_id, template_id, version, file_key, checksum, size, width, height, unit,
      page_count, variables, asset_ids, created_at)
    select company_id, id, version, ${document.key}, ${document.checksum}, ${document.size}, width, height, unit,
      page_count, variables, ${JSON.stringify(assetId ? [assetId] : [])}::jsonb, created_at
    from templates where company_id = ${companyId} and id = ${id}`.execute(trx)
  const used = { company_id: companyId, template_id: id, asset_id: assetId! }
  if (assetId) await trx.insertInto('template_assets').values(used).execute()
}

/**
 * Finished and failed renders of the first templates. Each render uses an asset, and the first was kept as an
 * asset.
 */
async function addRenders(trx: Trx, companyId: CompanyId, ownerId: Uuid, { thumbnail }: Files) {
  const row = sql`from templates t, generate_series(0, ${sql.lit(librarySize['/renders']! - 1)}) n
    where t.company_id = ${companyId} and t.id = (
      select id from templates where company_id = ${companyId} and deleted_at is null order by id offset n % 3 limit 1
    )`
  await sql`
    insert into renders (company_id, id, template_id, template_version, key, engine, status, failure, format, width,
      height, page_count, size, checksum, file_key, thumbnail_key, expires_at, asset_id, batch_id, batch_row, request,
      findings, external_id, created_by, completed_at)
    select t.company_id, overlay(gen_random_uuid()::text placing left(t.id::text, 13) from 1)::uuid, t.id, 1,
      'key ' || n, 'test', case when n % 4 = 3 then 'failed' else 'done' end,
      case when n % 4 = 3 then 'The document cannot be rendered.' end,
      case when n % 2 = 0 then 'webp' else 'png' end, 640, 400, 1,
      case when n % 4 < 3 then 1234 end, case when n % 4 < 3 then 'checksum' end,
      case when n % 4 < 3 then ${thumbnail}::text end, case when n % 2 = 0 then ${thumbnail}::text end,
      case when n % 4 < 3 then now() + interval '7 days' end,
      case when n % 7 = 0 then (select id from assets where company_id = t.company_id order by id limit 1) end,
      case when n % 3 = 1 then t.id end, case when n % 3 = 1 then n + 1 end,
      '{"variables": {"headline": "Made for first light"}}',
      case when n % 5 = 0 then '[{"type": "text_shrunk", "variable": "headline", "message": "x", "data": {}}]'::jsonb
        else '[]' end,
      case when n % 3 = 0 then 'order-' || n end, case when n % 2 = 0 then ${ownerId}::uuid end,
      case when n % 4 < 3 then now() end ${row}`.execute(trx)
  await sql`
    insert into render_words (company_id, id, word)
    select company_id, id, 'finding:text_shrunk' from renders
    where company_id = ${companyId} and findings <> '[]'`.execute(trx)
  await sql`
    insert into render_batches (company_id, id, status, template_ids, name_pattern, request, author, rows_total,
      rows_done, rows_failed, external_id, created_by, completed_at)
    select t.company_id, overlay(gen_random_uuid()::text placing left(t.id::text, 13) from 1)::uuid,
      case when n % 3 = 0 then 'cancelled' else 'done' end, array[t.id], '{row}',
      case when n % 2 = 1 then '{"format": "pdf"}'::jsonb else '{}' end, '{}', 1,
      case when n % 3 = 0 then 0 else n % 2 end, case when n % 3 = 0 then 0 else 1 - n % 2 end,
      case when n % 2 = 0 then 'batch-' || n end, case when n % 2 = 0 then ${ownerId}::uuid end,
      case when n % 3 > 0 then now() end ${row}`.execute(trx)
  await sql`
    insert into render_batch_rows (company_id, id, batch_id, position, row, template_id, name, variables, status)
    select company_id, overlay(gen_random_uuid()::text placing left(id::text, 13) from 1)::uuid, id, 1, 1,
      template_ids[1], '1.png', '{"headline": "Made for first light"}', 'done'
    from render_batches where company_id = ${companyId}`.execute(trx)
  await sql`
    insert into render_links (company_id, id, template_id, template_version, open, formats, width_max, request,
      secret, created_by, max_renders, expires_at, revoked_at)
    select t.company_id, overlay(gen_random_uuid()::text placing left(t.id::text, 13) from 1)::uuid, t.id, 1,
      array['headline'], array['png'], 2000, '{}', '\\x00', case when n % 2 = 0 then ${ownerId}::uuid end,
      case when n % 2 = 0 then 100 end, case when n % 3 = 0 then timestamptz '2036-01-01T00:00:00Z' end,
      case when n % 5 = 0 then timestamptz '2026-04-01T00:00:00Z' end
    ${row}`.execute(trx)
  await sql`
    insert into render_link_companies (id, company_id)
    select id, company_id from render_links where company_id = ${companyId}`.execute(trx)
  const archivedPreset = JSON.stringify({
    preset: { id: newId(), ...newPreset.parse({ name: 'web' }), label: 'Web' },
  })
  await sql`
    insert into archives (company_id, id, name, asset_ids, has_folders, format, files_count, size, expires_at,
      created_by, folder_id)
    select a.company_id, overlay(gen_random_uuid()::text placing left(a.id::text, 13) from 1)::uuid, 'Autumn ' || n,
      array[a.id], false, case when n % 2 = 0 then '"original"'::jsonb else ${archivedPreset}::jsonb end, 1, a.size, now() + interval '23 hours',
      case when n % 2 = 0 then ${ownerId}::uuid end, case when n % 2 = 0 then f.id end
    from (select *, row_number() over (order by id) as n from assets where company_id = ${companyId}) a
    cross join (select id from folders where company_id = ${companyId} limit 1) f
    limit ${librarySize['/archives']!}`.execute(trx)
  await sql`
    insert into asset_origins (company_id, asset_id, kind, origin_id)
    select a.company_id, a.id, 'template', t.id from templates t join assets a on a.company_id = t.company_id
    where t.company_id = ${companyId} order by a.id, t.id limit 1`.execute(trx)
}

/**
 * A property of each type, and values of some assets and templates. Only some resources have a value of the
 * required property.
 */
async function addProperties(trx: Trx, companyId: CompanyId, ownerId: Uuid) {
  const options = ['emea', 'apac', 'americas'].map((key) => ({ key, label: key }))
  const given: Partial<NewProperty>[] = [
    { label: 'Region', type: 'choice', options, default: 'apac', help: 'Where it may be shown' },
    { label: 'Channels', type: 'choices', options, visibility: 'everyone' },
    { label: 'Campaign', type: 'text', is_required: true, maps_from: 'title' },
    { label: 'Notes', type: 'long_text' },
    { label: 'Year', type: 'number', default: 2026 },
    { label: 'Shot on', type: 'date' },
    { label: 'Approved', type: 'boolean' },
    { label: 'Owner', type: 'person' },
    { label: 'Brief', type: 'link' },
    { label: 'Season', type: 'text', applies_to: 'template', is_required: true },
    { label: 'Pages', type: 'number', applies_to: 'template' },
    { label: 'Layout', type: 'choice', options, applies_to: 'template' },
    { label: 'Proofs', type: 'link', applies_to: 'template' },
  ]
  for (const [index, one] of given.entries())
    await createProperty(trx, companyId, newProperty.parse(one), moment(index))
  await addValues(trx, companyId, 'asset', (index) => ({
    ...(index % 4 < 3 && { region: options[index % 3]!.key, campaign: `Été ${index % 5}` }),
    ...(index % 3 === 0 && {
      channels: ['emea', 'americas'],
      year: 2020 + (index % 9),
      approved: index % 2 === 0,
    }),
    ...(index % 3 === 1 && { notes: 'Retouched by hand', shot_on: `2025-0${1 + (index % 9)}-11` }),
    ...(index % 5 === 0 && { brief: `https://briefs.example/${index}` }),
  }))
  await addValues(trx, companyId, 'template', (index) => ({
    ...(index % 2 === 0 && { season: `Summer ${index % 3}`, pages: index, layout: 'emea' }),
  }))
  await sql`
    insert into asset_property_values (company_id, id, property_id, place, person_id)
    select p.company_id, a.id, p.id, 0, ${ownerId}
    from properties p join assets a on a.company_id = p.company_id
    where p.company_id = ${companyId} and p.key = 'owner' order by a.id limit 7`.execute(trx)
}

async function addValues(
  trx: Trx,
  companyId: CompanyId,
  noun: 'asset' | 'template',
  valuesOf: (index: number) => Record<string, unknown>,
) {
  const rows = await trx
    .selectFrom(`${noun}s`)
    .select('id')
    .where('company_id', '=', companyId)
    .orderBy('id')
    .execute()
  for (const [index, { id }] of rows.entries())
    await writeValues(trx, companyId, noun, [id], await changedValues(trx, companyId, noun, valuesOf(index)))
  const ids = rows.map(({ id }) => id)
  await (noun === 'asset' ? refreshAssetWords : refreshTemplateWords)(trx, companyId, ids)
}

/** Collections, each with three live assets and one trashed asset. */
async function addCollections(trx: Trx, companyId: CompanyId, ownerId: Uuid) {
  const assets = await trx
    .selectFrom('assets')
    .select('id')
    .where('company_id', '=', companyId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (let index = 0; index < librarySize['/collections']!; index++) {
    const collection = {
      name: `${names[index % names.length]} ${index}`,
      description: index % 2 === 0 ? 'For the autumn campaign' : null,
      cover_asset_id: index % 3 === 0 ? assets[index]!.id : null,
      asset_ids: [5, 0, 9].map((place) => assets[index + place]!.id),
    }
    const caller = { companyId, personId: index % 2 === 0 ? ownerId : null }
    await createCollection(trx, caller, collection, moment(index))
  }
  await sql`
    insert into collection_items (company_id, collection_id, id, position)
    select c.company_id, c.id, a.id, 0
    from collections c
    join (select * from assets where deleted_at is not null order by id limit 1) a on a.company_id = c.company_id
    where c.company_id = ${companyId}`.execute(trx)
}

/** Private and shared searches. Half of them are followed, and some have had matches. */
async function addSavedSearches(trx: Trx, companyId: CompanyId, ownerId: Uuid) {
  for (let index = 0; index < librarySize['/saved-searches']!; index++) {
    const isEven = index % 2 === 0
    const search = newSavedSearch.parse({
      name: `${names[index % names.length]} ${index}`,
      filters: isEven ? { type: ['image'], search: 'e' } : {},
      sort: index % 3 === 0 ? 'name' : null,
      visibility: index % 4 === 0 ? 'private' : 'company',
    })
    const now = moment(index)
    const caller = { companyId, personId: isEven ? ownerId : null }
    const searchId = await createSavedSearch(trx, caller, search, now)
    // The hourly job finds no new matches, and emits no events during a test.
    const followed = { companyId, searchId, personId: ownerId, now: new Date('2090-01-01') }
    if (isEven) await follow(trx, followed)
  }
  await sql`
    update saved_searches set matched_at = updated_at
    where company_id = ${companyId} and match_from is not null and sort is null`.execute(trx)
}

async function addPresets(trx: Trx, companyId: CompanyId, ownerId: Uuid) {
  for (let index = 0; index < librarySize['/presets']!; index++) {
    const isEven = index % 2 === 0
    const preset = {
      ...newPreset.parse({ name: `preset-${index % 3}-${index}` }),
      label: names[index % names.length]!,
      width: isEven ? 1200 : null,
      height: isEven ? null : 800,
      background: isEven ? '#FFFFFF' : null,
    }
    await createPreset(trx, { companyId, personId: isEven ? ownerId : null }, preset, moment(index))
  }
}

/**
 * A share of each kind for six templates, each with a view, a download and an upload of today, because older visits
 * could be purged.
 */
async function addShares(trx: Trx, companyId: CompanyId, ownerId: Uuid) {
  const later = (id: string) =>
    sql`overlay(gen_random_uuid()::text placing left(${sql.ref(id)}::text, 13) from 1)::uuid`
  await sql`
    insert into shares (company_id, id, name, message, kind, folder_id, collection_id, template_id, brand_kit_id, code, password_hash,
      download_sizes, ask_visitor, views_count, downloads_count, expires_at, revoked_at, created_by,
      upload_folder_id, upload_files_max, upload_bytes_max, upload_file_bytes_max, upload_types, uploads_count, uploaded_bytes)
    select t.company_id, ${later('t.id')}, 'Share ' || n || kind, case when n % 2 = 0 then 'Hello' end, kind,
      case when kind = 'folder' then (select id from folders where company_id = t.company_id order by id limit 1) end,
      case when kind = 'collection' then (select id from collections where company_id = t.company_id order by id limit 1) end,
      case when kind = 'template' then t.id end,
      case when kind = 'brand_kit' then (select id from brand_kits where company_id = t.company_id order by id limit 1) end,
      case when n % 2 = 0 then '\\x00'::bytea end, case when n % 3 = 0 then repeat('0', 32) || ':' || repeat('0', 128) end,
      case when n % 2 = 0 then array['original', 'large'] else '{}' end, n % 2 = 0, n, n,
      case when n % 3 = 0 then timestamptz '2036-01-01T00:00:00Z' end,
      case when n % 5 = 0 then timestamptz '2026-04-01T00:00:00Z' end, case when n % 2 = 0 then ${ownerId}::uuid end,
      case when kind = 'uploads' then (select id from folders where company_id = t.company_id order by id limit 1) end,
      200, 10000000000, 1000000000, case when n % 2 = 0 then array['image', 'video'] end, n, n * 1000
    from (select *, row_number() over (order by id) as n from templates where company_id = ${companyId}) t
    cross join unnest(array['assets', 'folder', 'collection', 'template', 'brand_kit', 'uploads']) kind
    where n <= 6`.execute(trx)
  await sql`
    insert into share_codes (hash, company_id, share_id)
    select sha256(id::text::bytea), company_id, id from shares where company_id = ${companyId}`.execute(trx)
  await sql`
    insert into share_assets (company_id, share_id, asset_id, position)
    select s.company_id, s.id, a.id, a.n
    from shares s
    join (select *, row_number() over (order by id) as n from assets where deleted_at is null) a
      on a.company_id = s.company_id and a.n <= 3
    where s.company_id = ${companyId} and s.kind = 'assets'`.execute(trx)
  await sql`
    insert into share_visits (company_id, id, share_id, kind, asset_id, size, visitor_name, visitor_email)
    select company_id, overlay(gen_random_uuid()::text placing left(${newId()}, 13) from 1)::uuid, id, kind_of_visit,
      case when kind_of_visit <> 'view' then (select id from assets a where a.company_id = s.company_id limit 1) end,
      case when kind_of_visit = 'download' then 'large' end, 'Ada', 'ada@agency.example'
    from shares s cross join unnest(array['view', 'download', 'upload']) kind_of_visit
    where s.company_id = ${companyId}`.execute(trx)
  await sql`
    update assets a set upload_share_id = s.id, uploader_name = case when u.n % 2 = 0 then 'Ada' end
    from (select id, row_number() over (order by id) as n from assets where company_id = ${companyId} and deleted_at is null) u
    cross join (select id from shares where company_id = ${companyId} and kind = 'uploads' order by id limit 1) s
    where a.company_id = ${companyId} and a.id = u.id and u.n <= 4`.execute(trx)
}

/** A page of each brand kit. The last page was imported, and its slug was taken. */
async function addBrandPages(trx: Trx, companyId: CompanyId, ownerId: Uuid) {
  await sql`
    insert into brand_pages (company_id, id, brand_kit_id, slug, title, intro, password_hash, is_indexed, sections, views_count,
      downloads_count, published_at, created_by)
    select k.company_id, overlay(gen_random_uuid()::text placing left(k.id::text, 13) from 1)::uuid, k.id,
      case when n < 3 then 'brand-' || n || '-' || right(k.company_id::text, 12) end, case when n = 2 then 'Our brand' end,
      case when n = 1 then 'How we look.' end,
      case when n = 2 then repeat('0', 32) || ':' || repeat('0', 128) end, n = 1,
      case when n = 1 then jsonb_build_array(jsonb_build_object(
        'title', 'Clear space', 'text', 'Leave room.',
        'examples', jsonb_build_array(jsonb_build_object('asset_id', a.id, 'kind', 'do', 'caption', null))
      )) else '[]' end,
      n, n, case when n = 1 then timestamptz '2026-04-01T00:00:00Z' end, case when n = 1 then ${ownerId}::uuid end
    from (select *, row_number() over (order by id) as n from brand_kits where company_id = ${companyId}) k
    cross join (
      select id from assets where company_id = ${companyId} and deleted_at is null order by id limit 1
    ) a`.execute(trx)
  await sql`
    insert into brand_page_slugs (slug, company_id, page_id)
    select slug, company_id, id from brand_pages where company_id = ${companyId} and slug is not null`.execute(
    trx,
  )
}

async function addBrandKits(trx: Trx, companyId: CompanyId, assetIds: Uuid[]) {
  const variants = ['primary', 'secondary', 'icon', 'wordmark', 'monochrome'] as const
  const themes = ['light', 'dark', 'any'] as const
  const colorRoles = ['primary', 'secondary', 'accent', 'neutral', null] as const
  const fontRoles = ['heading', 'body', null] as const
  const parts = (count: number) => [...Array(count).keys()]
  const add = (name: string, isDefault: boolean, counts: number[], at: number) =>
    createBrandKit(trx, companyId, {
      name,
      isDefault,
      logos: parts(counts[0]!).map((index) => ({
        name: names[index]!,
        variant: variants[index % 5]!,
        theme: themes[index % 3]!,
        asset_id: assetIds[index]!,
        is_default: index === 0,
      })),
      colors: parts(counts[1]!).map((index) => ({
        name: names[index]!,
        hex: `#0${index}FF9${index}`,
        opacity: index === 0 ? 1 : 0.85,
        cmyk: index % 2 === 0 ? { c: 10, m: 20.5, y: 30, k: 0 } : null,
        pantone: index % 2 === 0 ? '286 C' : null,
        role: colorRoles[index % 5]!,
        group: index % 2 === 0 ? 'Été' : null,
      })),
      fonts: parts(counts[2]!).map((index) => ({
        family: names[index]!,
        weight: 100 * (index + 1),
        style: index % 2 === 0 ? 'normal' : 'italic',
        role: fontRoles[index % 3]!,
        asset_id: index % 2 === 0 ? assetIds[2]! : null,
      })),
      createdAt: moment(at),
    })
  await add('Ácme', true, [6, 7, 5], 0)
  await add('acme sub-brand', false, [4, 5, 3], 1)
  await add('Empty', false, [0, 0, 0], 2)
}

/** URL-encoded texts that break programs: NUL, malformed UTF-8, quotes, wildcards, almost-UUIDs. */
export const oddTexts = [
  '',
  '%00',
  'a%00b',
  '%ff%fe',
  '%ed%a0%80',
  '%F0%9F%92%A9',
  '%E2%80%AEabc%CC%81%CC%81',
  '%F4%8F%BF%BF',
  '%27%22%60%3B--%20%2F*',
  '%25_%5C%5C%25',
  '{a,%22b}',
  '[]',
  'null',
  '-1',
  '1e999',
  '__proto__',
  ',,,',
  '-'.repeat(36),
  'abcdefab-cdef-abcd-efab-cdef-abcdef-',
  '%F0%A0%80%80'.repeat(60),
  'x'.repeat(3000),
]

// biome-ignore lint/suspicious/noExplicitAny: tests read the row without declaring its type.
export type Shown = any

export async function everything(caller: Pick<Caller, 'get'>, path: string): Promise<Shown[]> {
  const rows: Shown[] = []
  const first = `${path}${path.includes('?') ? '&' : '?'}per_page=100`
  for (let next: string | null = first; next !== null; ) {
    const { status, body, text } = await caller.get(next)
    if (status !== 200) throw new Error(`${next} answered ${status}: ${text}`)
    rows.push(...body.data)
    next = body.links.next
  }
  return rows
}

/**
 * The sort order of names: without case and accents, by code point. Names that differ only in case and
 * accents are ordered by these.
 */
export function byName(a: Shown, b: Shown) {
  return Buffer.compare(Buffer.from(nameKey(a.name ?? a.family)), Buffer.from(nameKey(b.name ?? b.family)))
}

export const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)

/** The order that `sort` promises: by the field, then by ID. `-` reverses both. */
export function sorted(rows: Shown[], sort: string): Shown[] {
  const field = sort.replace('-', '')
  const order = (a: Shown, b: Shown) =>
    (field === 'name' ? byName(a, b) : field === 'created_at' ? 0 : compare(a[field], b[field])) ||
    compare(a.id, b.id)
  const ascending = [...rows].sort(order)
  return sort.startsWith('-') ? ascending.reverse() : ascending
}

export const idsOf = (rows: Shown[]): string[] => rows.map(({ id }) => id)

/** These webhooks are never called, because webhooks/enable.ts was not called when they were enabled. */
async function addWebhooks(trx: Trx, companyId: CompanyId) {
  for (let index = 0; index < librarySize['/webhooks']!; index++) {
    const isFull = index % 2 === 0
    const id = newId(moment(index))
    const own = { company_id: companyId, webhook_id: id }
    await trx
      .insertInto('webhooks')
      .values({
        company_id: companyId,
        id,
        url: `https://hooks.example/${index}`,
        description: isFull ? 'Tells the «printer»' : null,
        types: isFull ? ['asset.created', 'asset.updated'] : [],
        scopes: ['assets:read'],
        enabled: !isFull,
        disabled_reason: isFull ? (index === 0 ? 'gone' : 'failing') : null,
        disabled_at: isFull ? moment(index + 1) : null,
        failing_since: isFull ? moment(index) : null,
        failures: isFull ? 12 : 0,
        paused_until: isFull ? moment(index) : null,
        since_seq: 0,
        updated_at: moment(index),
      })
      .execute()
    const secret = { ...own, id: newId(), sealed: Buffer.from(`${companyId} ${index}`), expires_at: null }
    await trx.insertInto('webhook_secrets').values(secret).execute()
    const delivery = { ...own, id: newId(), message_id: newId(), type: 'asset.created', body: '{}' }
    await trx
      .insertInto('webhook_deliveries')
      .values({ ...delivery, state: 'failed', attempts_max: 1, updated_at: moment(index) })
      .execute()
  }
}
