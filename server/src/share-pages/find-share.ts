import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompanyRead, noFolderLimit, tenant } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Preset } from '../presets/queries.ts'
import type { Gate } from '../public-pages/gate.ts'
import { hashOf } from '../secrets/tokens.ts'

export type FoundShare = {
  id: Uuid
  companyId: CompanyId
  companyName: string
  name: string
  message: string | null
  kind: 'assets' | 'folder' | 'collection' | 'template' | 'brand_kit' | 'uploads'
  folder_id: Uuid | null
  collection_id: Uuid | null
  template_id: Uuid | null
  brand_kit_id: Uuid | null
  asset_ids: Uuid[]
  default_kit_id: Uuid | null
  password_hash: string | null
  download_sizes: string[]
  presets: Preset[]
  ask_visitor: boolean
  /** Null without uploads, and if the folder is in the trash. */
  upload_folder_id: Uuid | null
  upload_files_max: number | null
  upload_bytes_max: number | null
  upload_file_bytes_max: number | null
  upload_types: string[] | null
  uploads_count: number
  uploaded_bytes: number
  /** Whether the share shows the folder into which visitors upload files. */
  shows_uploads: boolean
  expires_at: string | null
  revoked_at: string | null
  is_trashed: boolean
  /** Whether the enterprise of the company is active. */
  isActive: boolean
}

/** Maximum length of a code. Longer text is not hashed. */
const codeLengthMax = 64

/**
 * Undefined for an unknown code. The code is looked up by its hash, so that the time does not depend on its characters.
 */
export async function findShare(db: Db, code: string): Promise<FoundShare | undefined> {
  if (code.length > codeLengthMax) return undefined
  const owner = await db
    .selectFrom('share_codes as s')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .innerJoin('enterprises as e', 'e.id', 'c.enterprise_id')
    .select(['s.company_id', 's.share_id', 'c.name', 'e.status'])
    .where('s.hash', '=', hashOf(code))
    .executeTakeFirst()
  if (!owner) return undefined
  type Row = Omit<FoundShare, 'companyId' | 'companyName' | 'isActive'>
  const { rows } = await asCompanyRead<Row>(
    sql<CompanyId>`${owner.company_id}::text`,
    sql<Row>`
      select r.id, r.name, r.message, r.kind, r.folder_id, r.collection_id, r.template_id, r.brand_kit_id, r.password_hash,
        r.download_sizes, r.ask_visitor, r.expires_at, r.revoked_at, r.upload_files_max, r.upload_bytes_max,
        r.upload_file_bytes_max, r.upload_types, r.uploads_count, r.uploaded_bytes,
        (
          select f.id from folders f
          where f.company_id = ${tenant} and f.id = r.upload_folder_id and f.deleted_at is null
        ) as upload_folder_id,
        exists (
          select from folders f
          join folders u on u.company_id = ${tenant} and u.id = r.upload_folder_id
          where f.company_id = ${tenant} and f.id = r.folder_id and (u.id = f.id or starts_with(u.path, f.path || '/'))
        ) as shows_uploads,
        (
          select coalesce(jsonb_agg(to_jsonb(p) order by array_position(r.preset_ids, p.id)), '[]')
          from presets p where p.company_id = ${tenant} and p.id = any(r.preset_ids)
        ) as presets,
        array(
          select shown.asset_id from (
            select a.asset_id, 1 as part, a.position from share_assets a
            where a.company_id = ${tenant} and a.share_id = r.id
            union all
            select l.asset_id, 2, l.position from brand_kit_logos l
            where l.company_id = ${tenant} and l.brand_kit_id = r.brand_kit_id
            union all
            select f.asset_id, 3, f.position from brand_kit_fonts f
            where f.company_id = ${tenant} and f.brand_kit_id = r.brand_kit_id and f.asset_id is not null
          ) shown order by shown.part, shown.position
        ) as asset_ids,
        (select k.id from brand_kits k where k.company_id = ${tenant} and k.is_default) as default_kit_id,
        (exists (
          select from folders f where f.company_id = ${tenant} and f.deleted_at is not null
            and f.id = case r.kind when 'uploads' then r.upload_folder_id else r.folder_id end
        ) or exists (
          select from templates t where t.company_id = ${tenant} and t.id = r.template_id and t.deleted_at is not null
        )) as is_trashed
      from shares r where r.company_id = ${tenant} and r.id = ${owner.share_id}`,
    noFolderLimit,
  ).execute(db)
  const [share] = rows[0]!.rows
  const { company_id: companyId, name: companyName, status } = owner
  return share && { ...share, companyId, companyName, isActive: status === 'active' }
}

export const isClosed = ({ isActive, revoked_at, expires_at, is_trashed }: FoundShare): boolean =>
  !isActive ||
  revoked_at !== null ||
  is_trashed ||
  (expires_at !== null && Date.parse(expires_at) <= Date.now())

/** The share as it is now. Undefined if it was closed, or its URL or password changed, since it was found. */
export async function findStillOpen(
  db: Db,
  code: string,
  { password_hash }: Pick<FoundShare, 'password_hash'>,
): Promise<FoundShare | undefined> {
  const now = await findShare(db, code)
  return now && !isClosed(now) && now.password_hash === password_hash ? now : undefined
}

export const gateOf = (share: FoundShare, code: string): Gate => ({
  kind: 'share',
  companyId: share.companyId,
  id: share.id,
  path: `/s/${code}`,
  password_hash: share.password_hash,
  ask_visitor: share.ask_visitor,
})
