import { sql } from 'kysely'
import type { Handle } from '../../server/src/db/handle.ts'
import type { CompanyId, Uuid } from '../../server/src/ids.ts'
import { fillAssets } from './assets.ts'
import { letOwnerIn } from './library.ts'

export type Filled = { companyId: CompanyId; enterpriseId: Uuid; personId: Uuid }

/** Creates a company with assets that have one file and one version each. */
export async function fillExported(owner: Handle, assets: number): Promise<Filled> {
  const { account } = await fillAssets(owner, assets)
  const { companyId, personId } = account
  await sql`update assets set renditions = '[]' where company_id = ${companyId}`.execute(owner)
  await sql`
    insert into asset_versions (company_id, asset_id, version, type, mime_type, extension, size, width, height,
      dominant_color, checksum, file_key, created_by, created_at)
    select company_id, id, 1, type, mime_type, extension, size, width, height, dominant_color, checksum, file_key,
      created_by, created_at
    from assets where company_id = ${companyId}`.execute(owner)
  const { rows } = await sql<{ id: Uuid }>`
    select enterprise_id as id from companies where id = ${companyId}`.execute(owner)
  return { companyId, personId, enterpriseId: rows[0]!.id }
}

/** Creates the rows that the copied rows reference, and an owner that can bypass row-level security. */
export async function fillCopied(owner: Handle, { companyId, enterpriseId, personId }: Filled) {
  await letOwnerIn(owner)
  await sql`insert into enterprises (id, name) values (${enterpriseId}, 'Measured')`.execute(owner)
  await sql`
    insert into companies (id, enterprise_id, name) values (${companyId}, ${enterpriseId}, 'Measured')`.execute(
    owner,
  )
  await sql`
    insert into people (id, name, email) values (${personId}, 'Owner', 'owner@measured.example')`.execute(
    owner,
  )
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relforcerowsecurity and relkind = 'r'`.execute(owner)
  for (const { name } of rows)
    await sql`alter table ${sql.table(name)} no force row level security`.execute(owner)
}
