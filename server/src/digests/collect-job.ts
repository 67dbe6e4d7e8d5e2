import { sql } from 'kysely'
import { asCompany, asCompanyWriting, type Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { companyJob } from '../jobs/company-job.ts'
import type { JobContext } from '../jobs/job.ts'
import { type Digest, mailDigest } from './mail-job.ts'

/** Comments and reviews are collected for this long, so that a discussion causes one e-mail. */
const collectedSeconds = 300
/** Maximum number of mentions, and of reviews, that a commit marks. */
const notedMax = 500
/** Older items are not mailed, for example from before the server had a mail server. */
const daysMax = 1
const isRecent = (at: string) => sql`${sql.ref(at)} > now() - ${sql.lit(`${daysMax} days`)}::interval`

/**
 * Sends one e-mail to each person with the comments that mention them and the reviews that concern them. Both are
 * marked in the transaction that enqueues the e-mail, so each is in only one e-mail.
 */
export const collectDigests = companyJob({
  name: 'digest.collect',
  everySeconds: collectedSeconds,
  timeoutSeconds: 600,
  async *steps(context, companyId) {
    if (!context.mail.canSend) return
    while (await enqueueSome(context, companyId)) yield
  },
})

/** @returns whether there may be more. */
async function enqueueSome({ db, queue }: Pick<JobContext, 'db' | 'queue'>, companyId: CompanyId) {
  // Checks without a writing transaction, because most companies have no new items.
  const isAny = await asCompany(db, companyId, async (trx) => {
    const { rows } = await sql`
      (select from comment_mentions where company_id = ${companyId} and mailed_at is null limit 1)
      union all
      (select from reviews where company_id = ${companyId} and mailed_at is null limit 1)`.execute(trx)
    return rows.length > 0
  })
  if (!isAny) return false
  return asCompanyWriting(db, companyId, async (trx) => {
    const mentions = await noteMentions(trx, companyId)
    const reviews = await noteReviews(trx, companyId)
    const digests = new Map<Uuid, Digest>()
    const digestOf = (personId: Uuid) => {
      const digest = digests.get(personId) ?? { companyId, personId, commentIds: [], reviewIds: [] }
      digests.set(personId, digest)
      return digest
    }
    for (const { id, people } of mentions) for (const one of people) digestOf(one).commentIds.push(id)
    for (const { id, people } of reviews) for (const one of people) digestOf(one).reviewIds.push(id)
    for (const digest of digests.values()) await queue.add(trx, mailDigest, digest)
    return mentions.length === notedMax || reviews.length === notedMax
  })
}

type Noted = { id: Uuid; people: Uuid[] }

/** Mentions of the author and of former members are marked without an e-mail. */
async function noteMentions(trx: Trx, companyId: CompanyId): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    update comment_mentions m set mailed_at = now()
    from (
      select id, person_id from comment_mentions
      where company_id = ${companyId} and mailed_at is null order by id, person_id limit ${notedMax}
    ) due
    join comments c on c.company_id = ${companyId} and c.id = due.id
    where m.company_id = ${companyId} and m.id = due.id and m.person_id = due.person_id and m.mailed_at is null
    returning m.id, array(
      select s.person_id from memberships s
      where s.company_id = ${companyId} and s.person_id = m.person_id
        and c.created_by is distinct from m.person_id and ${isRecent('c.updated_at')}
    ) as people`.execute(trx)
  return rows
}

/**
 * A submission is mailed to administrators and owners. A decision is mailed to the person who submitted the resource,
 * or otherwise to its creator. The person who set the state gets no e-mail.
 */
async function noteReviews(trx: Trx, companyId: CompanyId): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    update reviews r set mailed_at = now()
    from (
      select id from reviews where company_id = ${companyId} and mailed_at is null order by id limit ${notedMax}
    ) due
    where r.company_id = ${companyId} and r.id = due.id and r.mailed_at is null
    returning r.id, array(
      select s.person_id from memberships s
      where s.company_id = ${companyId} and s.person_id is distinct from r.created_by and ${isRecent('r.created_at')}
        and case r.state
          when 'draft' then false
          when 'in_review' then s.role in ('admin', 'owner')
          else s.person_id = coalesce(
            (
              select o.created_by from reviews o
              where o.company_id = ${companyId} and o.state = 'in_review' and o.id < r.id and o.created_by is not null
                and (o.asset_id = r.asset_id or o.template_id = r.template_id)
              order by o.id desc limit 1
            ),
            (select a.created_by from assets a where a.company_id = ${companyId} and a.id = r.asset_id),
            (select t.created_by from templates t where t.company_id = ${companyId} and t.id = r.template_id)
          )
        end
    ) as people`.execute(trx)
  return rows
}
