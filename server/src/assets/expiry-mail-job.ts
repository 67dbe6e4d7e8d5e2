import { sql } from 'kysely'
import { asCompany, asCompanyWriting, type Trx } from '../db/tenancy.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { companyJob } from '../jobs/company-job.ts'
import type { Job, JobContext } from '../jobs/job.ts'
import { isRefusal } from '../mail/mail.ts'

const daySeconds = 86_400
/** Maximum number of assets that an e-mail names. Further ones are only counted. */
const namedMax = 30

export const mailExpiryTo = 'asset.mail_expiry_to'

type Data = { companyId: CompanyId; personId: Uuid; assetIds: Uuid[]; count: number }

/**
 * Once a day, sends an e-mail to each uploader of assets whose rights end, with all assets announced since
 * the last e-mail. For uploaders who are no longer members, the owners get the e-mail.
 */
export const mailExpiry = companyJob({
  name: 'asset.mail_expiry',
  everySeconds: daySeconds,
  timeoutSeconds: 600,
  async *steps(context, companyId) {
    if (context.mail.canSend) yield await digest(context, companyId)
  },
})

/**
 * Records the assets of an e-mail in the transaction that enqueues it, so that each asset is in exactly one
 * e-mail.
 */
function digest({ db, queue }: Pick<JobContext, 'db' | 'queue'>, companyId: CompanyId) {
  return asCompanyWriting(db, companyId, async (trx) => {
    const recipients = Map.groupBy(await announced(trx, companyId), ({ person_id }) => person_id)
    for (const [personId, assets] of recipients) {
      const assetIds = assets.slice(0, namedMax).map(({ id }) => id)
      const data: Data = { companyId, personId, assetIds, count: assets.length }
      await queue.add(trx, mailExpiryTo, data)
    }
  })
}

/**
 * Assets with a notice that was not e-mailed yet, by recipient. The recipients of an asset without an
 * uploader are all owners.
 */
async function announced(trx: Trx, companyId: CompanyId) {
  const { rows } = await sql<{ id: Uuid; person_id: Uuid }>`
    with noted as (
      update assets set expiry_mailed = expiry_notice
      where company_id = ${companyId} and deleted_at is null and expires_at is not null
        and expires_at > now() - interval '7 days'
        and expiry_notice is not null and expiry_mailed is distinct from expiry_notice
      returning id, expires_at, created_by
    ), members as (
      select person_id, role from memberships where company_id = ${companyId}
    )
    select n.id, m.person_id from noted n join members m
      on m.person_id = n.created_by
      or m.role = 'owner' and not exists (select from members u where u.person_id = n.created_by)
    order by n.expires_at, n.id`.execute(trx)
  return rows
}

export const mailExpiryToOne: Job<Data> = {
  name: mailExpiryTo,
  // The attempts are spread over about eight hours.
  attemptsMax: 16,
  timeoutSeconds: 60,
  concurrency: 4,
  async run({ companyId, personId, assetIds, count }, { db, mail, publicUrl }) {
    const { person, company, assets } = await asCompany(db, companyId, async (trx) => ({
      person: await trx
        .selectFrom('people')
        .select(['name', 'email'])
        .where('id', '=', personId)
        .executeTakeFirst(),
      company: await trx
        .selectFrom('companies')
        .select('name')
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow(),
      assets: await trx
        .selectFrom('assets')
        .select(['id', 'name', 'expires_at'])
        .where('company_id', '=', companyId)
        .where('id', 'in', assetIds)
        .where('deleted_at', 'is', null)
        .where('expires_at', 'is not', null)
        .orderBy('expires_at')
        .execute(),
    }))
    if (!person || assets.length === 0) return undefined
    const url = `${publicUrl}/c/${publicId('company', companyId)}/assets?ends=soon`
    const ending = assets.map(({ id, name, expires_at }) => ({
      id: publicId('asset', id),
      name,
      day: expires_at!.toISOString().slice(0, 10),
    }))
    try {
      await mail.rightsEnding(person, company, ending, count - assetIds.length, url)
    } catch (error) {
      if (!isRefusal(error)) throw error
    }
    return undefined
  },
}
