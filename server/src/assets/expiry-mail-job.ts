import { sql } from 'kysely'
import { asCompany, asCompanyWriting, type Trx } from '../db/tenancy.ts'
import { memberHandle } from '../folder-limits/member-handle.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { companyJob } from '../jobs/company-job.ts'
import type { Job, JobContext } from '../jobs/job.ts'
import { unlessRefused } from '../mail/mail.ts'
import { noticeDays } from './expiry-job.ts'

const daySeconds = 86_400
/** Maximum number of assets that an e-mail names. Further assets are only counted. */
const namedMax = 30

export const mailExpiryTo = 'asset.mail_expiry_to'

type Data = { companyId: CompanyId; personId: Uuid; assetIds: Uuid[]; count: number }

/** Maximum number of assets that are marked per commit, because other writes of the company wait for these rows. */
const notedMax = 500
/** Maximum number of days since the end of an asset's rights for which the asset is in an e-mail. */
const endedDaysMax = 7

/**
 * Once a day, sends each uploader an e-mail with all assets whose ending rights were announced since the last
 * e-mail. For uploaders who are no longer members, the owners get the e-mail.
 *
 * Reads assets in steps, latest end first. The e-mail names the assets that end first, so these are marked last, in the
 * transaction that enqueues the e-mail. An interrupted digest continues with the assets that were not noted. Each asset
 * is in only one e-mail, but the stated number of further assets can be too low.
 */
export const mailExpiry = companyJob({
  name: 'asset.mail_expiry',
  everySeconds: daySeconds,
  timeoutSeconds: 600,
  async *steps(context, companyId) {
    if (!context.mail.canSend) return
    const digests = new Map<Uuid | null, Digest>()
    for (let before: Ending | undefined; ; ) {
      const page = await announcedBefore(context, companyId, before)
      const counted = page.flatMap((asset) => withAsset(digests, asset))
      if (counted.length > 0)
        await asCompanyWriting(context.db, companyId, (trx) => note(trx, companyId, counted))
      if (page.length < notedMax) break
      before = page.at(-1)
      yield
    }
    for (const [uploaderId, digest] of digests) {
      yield
      await enqueue(context, companyId, uploaderId, digest)
    }
  },
})

type Ending = { id: Uuid; ends: string; uploader_id: Uuid | null }

/** Assets by expiry, latest first, and their total number. */
type Digest = { named: Uuid[]; count: number }

/** Adds an asset to the e-mail of its uploader. Returns the assets that the e-mail no longer names. */
function withAsset(digests: Map<Uuid | null, Digest>, { id, uploader_id }: Ending): Uuid[] {
  const { named, count } = digests.get(uploader_id) ?? { named: [], count: 0 }
  const all = [...named, id]
  digests.set(uploader_id, { named: all.slice(-namedMax), count: count + 1 })
  return all.slice(0, -namedMax)
}

/**
 * Assets with a notice that has not been e-mailed, latest end first. `uploader_id` is null for people who are
 * not members.
 */
function announcedBefore({ db }: Pick<JobContext, 'db'>, companyId: CompanyId, before: Ending | undefined) {
  return asCompany(db, companyId, async (trx) => {
    const { rows } = await sql<Ending>`
      select a.id, a.expires_at::text as ends, m.person_id as uploader_id
      from assets a left join memberships m on m.company_id = a.company_id and m.person_id = a.created_by
      where a.company_id = ${companyId} and ${isUnmailed('a')}
        and a.expires_at > now() - ${days(endedDaysMax)} and a.expires_at <= now() + ${days(noticeDays[0])}
        and ${before === undefined ? sql`true` : sql`(a.expires_at, a.id) < (${before.ends}::timestamptz, ${before.id}::uuid)`}
      order by a.expires_at desc, a.id desc limit ${notedMax}`.execute(trx)
    return rows
  })
}

const days = (count: number) => sql`${sql.lit(`${count} days`)}::interval`

const isUnmailed = (asset: string) => sql`(${sql.ref(`${asset}.deleted_at`)} is null
  and ${sql.ref(`${asset}.expires_at`)} is not null and ${sql.ref(`${asset}.expiry_notice`)} is not null
  and ${sql.ref(`${asset}.expiry_mailed`)} is distinct from ${sql.ref(`${asset}.expiry_notice`)})`

/** Returns the assets that were not in an earlier e-mail. */
async function note(trx: Trx, companyId: CompanyId, ids: readonly Uuid[]): Promise<Set<Uuid>> {
  const { rows } = await sql<{ id: Uuid }>`
    update assets set expiry_mailed = expiry_notice
    where company_id = ${companyId} and id = any(${[...ids]}::uuid[]) and ${isUnmailed('assets')}
    returning id`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

/** The named assets are marked in the transaction that enqueues the e-mail. */
function enqueue(
  { db, queue }: Pick<JobContext, 'db' | 'queue'>,
  companyId: CompanyId,
  uploaderId: Uuid | null,
  { named, count }: Digest,
) {
  return asCompanyWriting(db, companyId, async (trx) => {
    const noted = await note(trx, companyId, named)
    const assetIds = named.filter((id) => noted.has(id)).toReversed()
    if (assetIds.length === 0) return
    for (const personId of uploaderId ? [uploaderId] : await ownersOf(trx, companyId)) {
      const data: Data = { companyId, personId, assetIds, count: count - named.length + assetIds.length }
      await queue.add(trx, mailExpiryTo, data)
    }
  })
}

async function ownersOf(trx: Trx, companyId: CompanyId): Promise<Uuid[]> {
  const owners = await trx
    .selectFrom('memberships')
    .select('person_id')
    .where('company_id', '=', companyId)
    .where('role', '=', 'owner')
    .execute()
  return owners.map(({ person_id }) => person_id)
}

export const mailExpiryToOne: Job<Data> = {
  name: mailExpiryTo,
  // The attempts are spread over about eight hours.
  attemptsMax: 16,
  timeoutSeconds: 60,
  concurrency: 4,
  async run({ companyId, personId, assetIds, count }, { db, mail, publicUrl }) {
    const readable = await memberHandle(db, companyId, personId)
    const { person, company, assets } = await asCompany(readable, companyId, async (trx) => ({
      // The person may have left since the e-mail was enqueued.
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
    // A member with a limit must not learn how many other assets there are.
    const unnamed = readable === db ? count - assetIds.length : 0
    await unlessRefused(mail.rightsEnding(person, company, ending, unnamed, url))
    return undefined
  },
}
