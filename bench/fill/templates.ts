import { sql } from 'kysely'
import type { Handle } from '../../server/src/db/handle.ts'
import { withoutIndexes } from './bulk.ts'
import {
  countTags,
  describeRows,
  isRare,
  type Library,
  makeLibrary,
  rareWord,
  rowsBetween,
} from './library.ts'

const rowsPerStatement = 50_000

/**
 * Creates two companies with `rows` templates each. Each template has a thumbnail, two or three tags and a
 * variable.
 */
export async function fillTemplates(owner: Handle, rows: number): Promise<Library> {
  const library = await makeLibrary(owner, 'template', rows)
  await withoutIndexes(owner, ['templates', 'template_taggings', 'template_words'], async () => {
    for (let from = 1; from <= rows; from += rowsPerStatement) {
      const to = Math.min(rows, from + rowsPerStatement - 1)
      await insertTemplates(owner, rows, from, to)
      await describeRows(owner, 'template', rows, from, to)
    }
  })
  await countTags(owner, 'template')
  await sql`vacuum analyze`.execute(owner)
  return library
}

async function insertTemplates(owner: Handle, rows: number, from: number, to: number) {
  await sql`
    insert into templates (company_id, id, name, name_key, description, type, status, width, height, unit,
      thumbnail_key, preview_key, tags_count, variables, metadata, created_by, updated_at, published_at)
    select c.id, bench_id(n, c.number), s.name, s.name_key,
      concat_ws('. ', s.alt_text, s.description) || case when ${isRare(rows)} then ' ' || ${rareWord} else '' end,
      'image', 'published', 1080, 1080, 'px',
      c.id || '/t' || n || '.webp', c.id || '/p' || n || '.webp', cardinality(s.tags),
      '[{"key":"headline","type":"text","label":"Headline","required":true,"default":"Hello"}]', '{}',
      c.person_id, uuid_time(bench_id(n, c.number)), uuid_time(bench_id(n, c.number))
    from ${rowsBetween(from, to)}`.execute(owner)
}
