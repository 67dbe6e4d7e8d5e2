import { sql } from 'kysely'
import type { Handle } from '../../server/src/db/handle.ts'

type Constraint = { table: string; name: string; definition: string; foreign: boolean }
type Index = { name: string; definition: string }

/**
 * Drops indexes and foreign keys, runs `fill`, then creates them again. Indexing a full table is much faster
 * than indexing each new row.
 */
export async function withoutIndexes(owner: Handle, tables: string[], fill: () => Promise<void>) {
  const constraints = await constraintsOf(owner, tables)
  const indexes = await indexesOf(owner, tables)
  for (const { table, name } of constraints)
    await sql.raw(`alter table ${table} drop constraint "${name}"`).execute(owner)
  for (const { name } of indexes) await sql.raw(`drop index ${name}`).execute(owner)
  await fill()
  for (const { definition } of indexes) await sql.raw(definition).execute(owner)
  for (const { table, name, definition } of constraints.reverse())
    await sql.raw(`alter table ${table} add constraint "${name}" ${definition}`).execute(owner)
}

/** Foreign keys come first, including those of other tables, because they depend on the primary keys. */
async function constraintsOf(owner: Handle, tables: string[]) {
  const { rows } = await sql<Constraint>`
    select conrelid::regclass::text as table, conname as name, contype = 'f' as foreign,
      pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype in ('p', 'u') and conrelid::regclass::text = any(${tables})
      or contype = 'f' and (conrelid::regclass::text = any(${tables}) or confrelid::regclass::text = any(${tables}))
    order by contype = 'f' desc`.execute(owner)
  return rows
}

async function indexesOf(owner: Handle, tables: string[]) {
  const { rows } = await sql<Index>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid::regclass::text = any(${tables})
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(owner)
  return rows
}
