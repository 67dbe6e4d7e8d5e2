import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompanyWriting } from '../db/tenancy.ts'
import { newId } from '../ids.ts'
import type { Visitor } from '../public-pages/gate.ts'
import type { Item } from '../public-pages/item.ts'
import type { FoundShare } from './find-share.ts'

/**
 * Maximum number of logged views of a share, and of logged downloads. Other visits are only counted, because
 * a URL that many people open must not fill the database.
 */
const loggedMax = 100_000

/** A download without an item is the zip of all files. */
export type Visit = { kind: 'view' } | { kind: 'download'; item?: Item; size: string }

/**
 * Counts a visit and adds it to the log. Emits no event, because a page that is opened often must not empty
 * the caches.
 */
export async function noteVisit(db: Db, { companyId, id }: FoundShare, visitor: Visitor, visit: Visit) {
  const [item, size] = visit.kind === 'download' ? [visit.item, visit.size] : []
  const isView = visit.kind === 'view'
  await asCompanyWriting(db, companyId, (trx) =>
    sql`
      with counted as (
        update shares set views_count = views_count + ${isView ? 1 : 0},
          downloads_count = downloads_count + ${isView ? 0 : 1}
        where company_id = ${companyId} and id = ${id}
        returning ${sql.ref(isView ? 'views_count' : 'downloads_count')} as count
      )
      insert into share_visits (company_id, id, share_id, kind, asset_id, render_id, size, visitor_name, visitor_email)
      select ${companyId}::uuid, ${newId()}::uuid, ${id}::uuid, ${visit.kind},
        ${item?.kind === 'asset' ? item.uuid : null}::uuid, ${item?.kind === 'render' ? item.uuid : null}::uuid,
        ${size ?? null}, ${visitor.name}, ${visitor.email}
      from counted where count <= ${loggedMax} or (
        select count(*) from (
          select from share_visits
          where company_id = ${companyId} and share_id = ${id} and kind = ${visit.kind} limit ${loggedMax}
        ) kept
      ) < ${loggedMax}`.execute(trx),
  )
}
