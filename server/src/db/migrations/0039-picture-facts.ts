import { type Kysely, type QueryExecutorProvider, sql } from 'kysely'
import { grantRows, wallIn } from './tenant-table.ts'

/**
 * Orientation, color, transparency and animation become columns, and the tags that were made from them are removed.
 * Tags that programs suggest have a table of their own, so that they never count as tags of people.
 */
export async function up(db: Kysely<unknown>) {
  for (const table of ['assets', 'asset_versions'])
    await sql`
      alter table ${sql.table(table)}
      add column orientation text check (orientation in ('landscape', 'portrait', 'square')),
      add column color text collate "C",
      add column color_cell text collate "C",
      add column has_alpha boolean,
      add column is_animated boolean`.execute(db)
  for (const noun of ['asset', 'template']) {
    const taggings = sql.table(`${noun}_taggings`)
    await sql`alter table ${taggings} drop constraint ${sql.ref(`${noun}_taggings_source_check`)}`.execute(db)
    // Servers of the previous version write `auto` until they are replaced.
    await sql`alter table ${taggings} add check (source in ('manual', 'auto', 'embedded'))`.execute(db)
  }
  await suggestions(db)
  const { rows } = await sql<{ id: string }>`select id from companies`.execute(db)
  for (const { id } of rows) {
    await actAs(db, id)
    await fillFacts(db, id)
  }
  await actAs(db, '')
  // A list by color reads its rows by index, those in the trash included.
  for (const column of ['color', 'color_cell'])
    await sql`create index on assets (company_id, ${sql.ref(column)}, id)`.execute(db)
  for (const column of ['orientation', 'has_alpha', 'is_animated', 'extension'])
    await sql`create index on assets (company_id, ${sql.ref(column)}, id) where deleted_at is null`.execute(
      db,
    )
}

/** Changes the rows of one company. An import calls this for an archive from before this migration. */
export async function fillFacts(db: QueryExecutorProvider, company: string) {
  await setFacts(db, company)
  await removeAutomaticTags(db, company)
}

async function suggestions(db: Kysely<unknown>) {
  await sql`
    create table asset_suggestions (
      company_id uuid not null,
      tag_id uuid not null,
      id uuid not null,
      confidence real check (confidence between 0 and 1),
      primary key (company_id, id, tag_id),
      foreign key (company_id, tag_id) references asset_tags on delete cascade,
      foreign key (company_id, id) references assets on delete cascade
    )`.execute(db)
  await sql`create index on asset_suggestions (company_id, tag_id)`.execute(db)
  await wallIn(db, 'asset_suggestions')
  await grantRows(db, 'asset_suggestions')
}

/** The owner, too, sees one company's rows at a time. */
const actAs = (db: Kysely<unknown>, company: string) =>
  sql`select set_config('app.company_id', ${company}, true)`.execute(db)

const rowsAtOnce = 1_000
const firstId = '00000000-0000-0000-0000-000000000000'

async function setFacts(db: QueryExecutorProvider, company: string) {
  for (let last = firstId; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from assets where company_id = ${company} and id > ${last} order by id limit ${sql.lit(rowsAtOnce)}`.execute(
      db,
    )
    if (rows.length === 0) return
    const ids = rows.map(({ id }) => id)
    last = ids.at(-1)!
    await sql`
      update asset_versions v set ${facts}
      where company_id = ${company} and asset_id = any(${ids}::uuid[]) and type in ('image', 'video')`.execute(
      db,
    )
    await sql`
      update assets a set orientation = v.orientation, color = v.color, color_cell = v.color_cell,
        has_alpha = v.has_alpha, is_animated = v.is_animated
      from asset_versions v
      where a.company_id = ${company} and a.id = any(${ids}::uuid[]) and a.type in ('image', 'video')
        and v.company_id = ${company} and v.asset_id = a.id and v.version = a.version`.execute(db)
  }
}

const colors = `black gray white red orange yellow green turquoise blue purple pink brown`.split(' ')
const others = ['landscape', 'portrait', 'square', 'transparent', 'animated']

const called = (name: string) => sql`automatic_tags @> ${sql.lit(JSON.stringify([{ name }]))}::jsonb`
const facts = sql`
  orientation = case
    when width is null or height is null or width = 0 or height = 0 then null
    when abs(width::float8 / height - 1) <= 0.02 then 'square'
    when width > height then 'landscape' else 'portrait' end,
  color = (
    select t ->> 'name' from jsonb_array_elements(automatic_tags) t
    where t ->> 'name' in (${sql.join(colors.map((name) => sql.lit(name)))}) limit 1),
  color_cell = substr(dominant_color, 2, 1) || substr(dominant_color, 4, 1) || substr(dominant_color, 6, 1),
  has_alpha = case when ${called('transparent')} then true when dominant_color is not null then false end,
  is_animated = case when type = 'image' then ${called('animated')} end`

/**
 * The server's own tags were called exactly so and had no color. Those that it never set, that a person also set, or
 * that a person recolored stay as tags of people.
 */
async function removeAutomaticTags(db: QueryExecutorProvider, company: string) {
  const names = sql.join([...colors, ...others].map((name) => sql.lit(name)))
  const removed = new Set<string>()
  for (let last = { tag_id: firstId, id: firstId }; ; ) {
    // Continues after the last row: from the first one, each step would read all rows that were deleted before.
    const { rows } = await sql<{ tag_id: string; id: string }>`
      select tag_id, id from asset_taggings
      where company_id = ${company} and source = 'auto' and (tag_id, id) > (${last.tag_id}, ${last.id})
      order by tag_id, id limit ${sql.lit(rowsAtOnce)}`.execute(db)
    if (rows.length === 0) break
    last = rows.at(-1)!
    for (const { tag_id } of rows) removed.add(tag_id)
    const pairs = sql`
      unnest(${rows.map(({ tag_id }) => tag_id)}::uuid[], ${rows.map(({ id }) => id)}::uuid[]) gone(tag_id, id)`
    await sql`
      delete from asset_taggings g using ${pairs}
      where g.company_id = ${company} and g.tag_id = gone.tag_id and g.id = gone.id`.execute(db)
    await sql`
      update asset_tags t set assets_count = assets_count - less.rows from (
        select gone.tag_id, count(*) as rows from ${pairs}
        join assets a on a.company_id = ${company} and a.id = gone.id and a.deleted_at is null
        group by gone.tag_id
      ) less
      where t.company_id = ${company} and t.id = less.tag_id`.execute(db)
    await sql`
      update assets a set tags_count = 0 from (select distinct id from ${pairs}) gone
      where a.company_id = ${company} and a.id = gone.id and a.tags_count > 0
        and not exists (select from asset_taggings g where g.company_id = ${company} and g.id = a.id)`.execute(
      db,
    )
  }
  await sql`
    delete from asset_tags t
    where t.company_id = ${company} and t.id = any(${[...removed]}::uuid[])
      and t.name in (${names}) and t.color is null
      and not exists (select from asset_taggings g where g.company_id = ${company} and g.tag_id = t.id)`.execute(
    db,
  )
}
