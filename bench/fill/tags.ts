import { sql } from 'kysely'
import type { Handle } from '../../server/src/db/handle.ts'

/** Adds this number of template tags and their search terms to every company. */
export async function fillTags(owner: Handle, count: number) {
  await sql`
    insert into template_tags (company_id, id, name, name_key, slug, updated_at)
    select c.id, gen_random_uuid(), 'label ' || n, 'label ' || n, 'label-' || n, now()
    from companies c cross join generate_series(1, ${count}::int) n`.execute(owner)
  await sql`
    insert into template_tag_words (company_id, id, word)
    select company_id, id, word from template_tags cross join unnest(string_to_array(name, ' ')) word`.execute(
    owner,
  )
  await sql`vacuum analyze`.execute(owner)
}
