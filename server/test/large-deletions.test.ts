// Engines: postgres
// A deleted resource can have any number of dependent rows. They are deleted in short commits, because other
// writes of the company wait for each commit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { rowsDeletedMax } from '../src/db/bounded-deletion.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { parseId } from '../src/ids.ts'
import type { Services } from '../src/services.ts'
import { purgeCompany } from '../src/trash/purge.ts'
import { asOwner, newCompany } from './support/companies.ts'
import { noteDeletions } from './support/deletions.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'

const service = await startService()
const { db, storage } = service
const acme = await newCompany(service, 'Acme')
const { companyId } = acme
const deletions = await noteDeletions(db, [
  ...['renders', 'render_links', 'render_words', 'webhook_deliveries', 'templates', 'template_versions'],
  ...['template_taggings', 'template_words', 'template_assets', 'assets', 'asset_versions', 'asset_taggings'],
  ...['asset_words', 'asset_tags', 'asset_suggestions', 'asset_origins'],
])

const write = (query: RawBuilder<unknown>) => asCompany(db, companyId, (trx) => query.execute(trx))
/** An ID that is different for each `n` of a kind of row. */
const idOf = (kind: string, n = 'n') =>
  sql`(${kind}::text || '-0000-7000-8000-' || lpad(to_hex(${sql.raw(n)}), 12, '0'))::uuid`
const keyOf = (kind: string, n: string) => sql`${companyId}::text || '/' || ${idOf(kind, n)} || '.png'`
const purge = () => purgeCompany({ db, storage } as Services, companyId, new Date(Date.now() + 60_000))

const trashAssets = (assets: number, versions: number) =>
  write(sql`
    with trashed as (
      insert into assets (company_id, id, name, name_key, type, mime_type, extension, size, checksum, status, file_key,
        updated_at, deleted_at, version)
      select ${companyId}, ${idOf('019ac003')}, 'a', 'a' || n, 'image', 'image/png', 'png', 1, 'c', 'ready',
        ${keyOf('019ac004', `n * 10000 + ${versions}`)}, now(), now(), ${versions}
      from generate_series(1, ${assets}::int) n returning id
    )
    insert into asset_versions (company_id, asset_id, version, size, checksum, type, mime_type, extension, file_key, created_at)
    select ${companyId}, ${idOf('019ac003')}, v, 1, 'c', 'image', 'image/png', 'png', ${keyOf('019ac004', 'n * 10000 + v')},
      now()
    from generate_series(1, ${assets}::int) n, generate_series(1, ${versions}::int) v, (select count(*) from trashed) t`)

test('assets with many versions are purged in commits of at most 1,000 rows', async () => {
  await trashAssets(3, 600)
  await purge()
  const deleted = await deletions.take()
  assert.equal(deleted.rows.asset_versions, 1_800)
  assert.ok(deleted.most <= rowsDeletedMax, `${deleted.most} rows in one commit`)
})

test('an asset with more rows than a commit should delete is purged alone', async () => {
  await trashAssets(2, 1_000)
  await purge()
  assert.equal((await deletions.take()).most, 1_001)
})

test('the suggestions and origins of purged assets count among the rows of a commit', async () => {
  const [assets, each] = [30, 60]
  await trashAssets(assets, 1)
  await write(sql`
    insert into asset_tags (company_id, id, name, name_key, slug, updated_at)
    select ${companyId}, ${idOf('019ac009')}, 's' || n, 's' || n, 's' || n, now() from generate_series(1, ${each}::int) n`)
  await write(sql`
    insert into asset_suggestions (company_id, tag_id, id)
    select ${companyId}, ${idOf('019ac009', 'm')}, ${idOf('019ac003')}
    from generate_series(1, ${assets}::int) n, generate_series(1, ${each}::int) m`)
  await write(sql`
    insert into asset_origins (company_id, asset_id, kind, origin_id)
    select ${companyId}, ${idOf('019ac003')}, 'asset', ${idOf('019ac00a', 'm')}
    from generate_series(1, ${assets}::int) n, generate_series(1, ${each}::int) m`)
  await purge()
  const { rows, most } = await deletions.take()
  assert.deepEqual(
    [rows.assets, rows.asset_suggestions, rows.asset_origins],
    [assets, assets * each, assets * each],
  )
  assert.ok(most <= rowsDeletedMax, `${most} rows in one commit`)
})

test('a trashed tag that is suggested for many assets loses its suggestions first, in short commits', async () => {
  const assets = 2_500
  await trashAssets(assets, 1)
  await write(sql`update assets set deleted_at = null where company_id = ${companyId}`)
  await write(sql`
    insert into asset_tags (company_id, id, name, name_key, slug, updated_at, deleted_at)
    values (${companyId}, ${idOf('019ac00b', '1')}, 'gone', 'gone', 'gone', now(), now())`)
  await write(sql`
    insert into asset_suggestions (company_id, tag_id, id)
    select ${companyId}, ${idOf('019ac00b', '1')}, id from assets where company_id = ${companyId}`)
  await purge()
  const { rows, most } = await deletions.take()
  assert.deepEqual([rows.asset_suggestions, rows.asset_tags], [assets, 1])
  assert.ok(most <= rowsDeletedMax, `${most} rows in one commit`)
})

test('a purged template loses its renders first, in short commits, with their files', async () => {
  const renders = 1_200
  await write(sql`
    insert into templates (company_id, id, name, name_key, type, unit, status, width, height, updated_at, deleted_at)
    values (${companyId}, ${idOf('019ac001', '1')}, 'T', 't', 'image', 'px', 'draft', 1, 1, now(), now())`)
  await write(sql`
    insert into renders (company_id, id, template_id, template_version, key, engine, status, format, width, height, page_count,
      size, checksum, file_key, thumbnail_key, expires_at, request)
    select ${companyId}, ${idOf('019ac002')}, ${idOf('019ac001', '1')}, 1, 'k' || n, '1', 'done', 'png', 1, 1, 1, 1, 'c',
      ${keyOf('019ac005', 'n')}, ${keyOf('019ac006', 'n')}, now() + interval '9 days', '{}'
    from generate_series(1, ${renders}::int) n`)
  const each = 3
  await write(sql`
    insert into render_words (company_id, id, word)
    select company_id, id, 'asset:' || m from renders, generate_series(1, ${each}::int) m where company_id = ${companyId}`)
  const key = `${companyId}/019ac005-0000-7000-8000-000000000001.png`
  await storage.put(key, Buffer.from('a render'))
  await purge()
  const deleted = await deletions.take()
  assert.deepEqual([deleted.rows.renders, deleted.rows.templates], [renders, 1])
  assert.equal(deleted.rows.render_words, renders * each)
  assert.ok(deleted.most <= rowsDeletedMax, `${deleted.most} rows in one commit`)
  assert.equal(await storage.find(key), undefined)
})

test('many trashed tags are purged in short commits', async () => {
  const tags = 1_200
  await write(sql`
    insert into asset_tags (company_id, id, name, name_key, slug, updated_at, deleted_at)
    select ${companyId}, ${idOf('019ac007')}, 't' || n, 't' || n, 't' || n, now(), now()
    from generate_series(1, ${tags}::int) n`)
  await purge()
  const deleted = await deletions.take()
  assert.equal(deleted.rows.asset_tags, tags)
  assert.ok(deleted.most <= rowsDeletedMax, `${deleted.most} rows in one commit`)
})

test('a deleted webhook hides its deliveries immediately, and a job deletes them in short commits', async () => {
  const webhook = (await acme.post('/api/webhooks', { url: 'https://example.com/hook', enabled: false })).body
    .data
  const deliveries = 2_500
  await write(sql`
    insert into webhook_deliveries (company_id, id, webhook_id, message_id, type, body, state, attempts_max, updated_at)
    select ${companyId}, ${idOf('019ac008')}, ${parseId('webhook', webhook.id)}::uuid, ${idOf('019ac008')}, 'asset.updated',
      '{}', 'delivered', 10, now()
    from generate_series(1, ${deliveries}::int) n`)
  const listed = await acme.get(`/api/webhooks/${webhook.id}/deliveries?per_page=1`)
  const one = `/api/webhooks/${webhook.id}/deliveries/${listed.body.data[0].id}`
  assert.equal((await acme.get(one)).status, 200)

  assert.equal((await acme.delete(`/api/webhooks/${webhook.id}`)).status, 204)
  assert.equal((await acme.get(one)).status, 404)
  assert.equal((await acme.post(`${one}/redeliveries`)).status, 404)
  assert.equal((await acme.get(`/api/webhooks/${webhook.id}/deliveries`)).status, 404)
  await until('the deliveries are deleted', async () => {
    const { rows } = await asCompany(db, companyId, (trx) =>
      sql`select from webhook_deliveries limit 1`.execute(trx),
    )
    return rows.length === 0
  })
  const deleted = await deletions.take()
  assert.equal(deleted.rows.webhook_deliveries, deliveries)
  assert.ok(deleted.most <= rowsDeletedMax, `${deleted.most} rows in one commit`)
})

/**
 * Rows that PostgreSQL deletes along with a row, and the reason why they are few, or the job that deletes
 * them first.
 */
const cascades: Record<string, string> = {
  'access_tokens of clients': 'deleted before, 5,000 at a time (clients/revoke-tokens.ts)',
  'asset_origins of assets': 'what a render was made of: up to 1,000 by its template',
  'asset_property_values of assets': 'up to 100 properties, each with up to 50 choices',
  'asset_suggestions of asset_tags': 'moved or deleted before (tags/)',
  'asset_suggestions of assets': 'up to 100',
  'asset_tag_words of asset_tags': 'words of a name',
  'asset_taggings of asset_tags': 'moved or deleted before (tags/)',
  'asset_taggings of assets': 'up to 100',
  'asset_versions of assets': 'up to 1,000',
  'asset_words of assets': 'up to 100',
  'authorization_grants of clients': 'few: expired ones are purged hourly',
  'brand_kit_colors of brand_kits': 'limited for each kit',
  'brand_kit_fonts of brand_kits': 'limited for each kit',
  'brand_kit_logos of brand_kits': 'limited for each kit',
  'client_assertions of clients': 'used assertions of the last hour',
  'brand_pages of brand_kits': 'one',
  'client_secrets of clients': 'up to two',
  'clients of memberships': 'one per connected app',
  'collection_items of assets': 'in up to 1,000 collections of a company',
  'collection_items of collections': 'up to 1,000',
  'comment_mentions of comments': 'up to 10',
  'comments of assets': 'up to 500',
  'comments of comments': 'the replies on a resource: up to 500',
  'comments of renders': 'up to 500',
  'comments of templates': 'up to 500',
  'folder_words of folders': 'words of a name',
  'invitations of companies': 'companies are not deleted',
  'passkeys of people': 'few',
  'reviews of assets': 'up to 100',
  'reviews of templates': 'up to 100',
  'render_batch_rows of render_batches': 'deleted before (render-batches/purge-job.ts)',
  'render_links of templates': 'up to 1,000 of a company',
  'render_words of renders': 'few',
  'renders of templates': 'deleted before (trash/purge.ts)',
  'saved_search_followers of saved_searches': 'up to 200',
  'sessions of people': 'people are not deleted',
  'share_assets of assets': 'in up to 1,000 shares of a company',
  'share_assets of shares': 'up to 200',
  'shares of brand_kits': 'up to 1,000 of a company',
  'shares of collections': 'up to 1,000 of a company',
  'shares of folders': 'up to 1,000 of a company',
  'shares of templates': 'up to 1,000 of a company',
  'sign_in_methods of people': 'few',
  'template_assets of assets': 'an asset that a template uses is not deleted',
  'template_assets of templates': 'up to 1,000',
  'template_property_values of templates': 'up to 100 properties, each with up to 50 choices',
  'template_tag_words of template_tags': 'words of a name',
  'template_taggings of template_tags': 'moved or deleted before (tags/)',
  'template_taggings of templates': 'up to 100',
  'template_versions of templates': 'up to 1,000',
  'template_words of templates': 'up to 100',
  'two_factors of people': 'few',
  'uploads of assets': 'one',
  'webhook_secrets of webhooks': 'up to three',
}

test('every table whose rows are deleted together with other rows has a limit', async () => {
  const rows = await asOwner(
    db,
    sql<{ name: string }>`
      select conrelid::regclass::text || ' of ' || confrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confdeltype = 'c' and connamespace = 'public'::regnamespace`,
  )
  assert.deepEqual([...new Set(rows.map(({ name }) => name))].sort(), Object.keys(cascades).sort())
})
