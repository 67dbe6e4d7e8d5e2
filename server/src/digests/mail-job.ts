import { sql } from 'kysely'
import { asCompany } from '../db/tenancy.ts'
import { memberHandle } from '../folder-limits/member-handle.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import type { Job } from '../jobs/job.ts'
import { unlessRefused } from '../mail/mail.ts'
import type { DigestItem } from '../mail/texts.ts'

/** Maximum number of comments and reviews that an e-mail names. Further ones are only counted. */
const namedMax = 30

export const mailDigest = 'digest.mail'

export type Digest = { companyId: CompanyId; personId: Uuid; commentIds: Uuid[]; reviewIds: Uuid[] }

type Named = Omit<DigestItem, 'url' | 'isRender'> & {
  is_render: boolean
  asset_id: Uuid | null
  template_id: Uuid | null
}

export const mailDigestToOne: Job<Digest> = {
  name: mailDigest,
  // The attempts are spread over about eight hours.
  attemptsMax: 16,
  timeoutSeconds: 60,
  concurrency: 4,
  async run({ companyId, personId, commentIds, reviewIds }, { db, mail, publicUrl }) {
    const readable = await memberHandle(db, companyId, personId)
    const { person, company, items } = await asCompany(readable, companyId, async (trx) => ({
      person: await trx
        .selectFrom('people as p')
        .innerJoin('memberships as m', 'm.person_id', 'p.id')
        .select(['p.email', 'p.language'])
        .where('m.company_id', '=', companyId)
        .where('p.id', '=', personId)
        .executeTakeFirst(),
      company: await trx
        .selectFrom('companies')
        .select('name')
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow(),
      // Excludes deleted comments and reviews, and those whose resource is in the trash.
      items: (
        await sql<Named>`
          select n.told, w.name as author, coalesce(a.name, t.name, rt.name) as name,
            n.render_id is not null as is_render, n.asset_id,
            coalesce(n.template_id, r.template_id) as template_id
          from (
            select 'commented' as told, id, created_by, asset_id, template_id, render_id
            from comments where company_id = ${companyId} and id = any(${commentIds}::uuid[])
            union all
            select case state when 'in_review' then 'submitted' else state end, id, created_by, asset_id, template_id, null
            from reviews where company_id = ${companyId} and id = any(${reviewIds}::uuid[])
          ) n
          left join people w on w.id = n.created_by
          left join assets a on a.company_id = ${companyId} and a.id = n.asset_id and a.deleted_at is null
          left join templates t on t.company_id = ${companyId} and t.id = n.template_id and t.deleted_at is null
          left join renders r on r.company_id = ${companyId} and r.id = n.render_id
          left join templates rt on rt.company_id = ${companyId} and rt.id = r.template_id
          where coalesce(a.id, t.id, r.id) is not null
          order by n.id`.execute(trx)
      ).rows,
    }))
    if (!person || items.length === 0) return undefined
    const page = `${publicUrl}/c/${publicId('company', companyId)}`
    const named = items
      .slice(0, namedMax)
      .map(({ told, author, name, is_render, asset_id, template_id }) => ({
        told,
        author,
        name,
        isRender: is_render,
        url: asset_id
          ? `${page}/assets?asset=${publicId('asset', asset_id)}`
          : `${page}/templates/${publicId('template', template_id!)}`,
      }))
    await unlessRefused(mail.digest(person, company, named, items.length - named.length))
    return undefined
  },
}
