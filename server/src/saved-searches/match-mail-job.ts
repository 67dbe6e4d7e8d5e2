import { sql } from 'kysely'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { dayMs } from '../durations.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import type { Job, JobContext } from '../jobs/job.ts'
import { type Recipient, unlessRefused } from '../mail/mail.ts'

const jobName = 'saved_search.mail_matches'
/** Maximum number of searches that an e-mail names. */
const namedMax = 30

type Data = { companyId: CompanyId; personId: Uuid; since: string }

/** Enqueues the e-mail of the day (UTC) to each follower. Further matches of the day are in the same e-mail. */
export async function enqueueMails(
  { mail, queue }: Pick<JobContext, 'mail' | 'queue'>,
  trx: Trx,
  companyId: CompanyId,
  searchId: Uuid,
) {
  if (!mail.canSend) return
  const day = Math.floor(Date.now() / dayMs)
  const since = new Date(day * dayMs).toISOString()
  const { rows } = await sql<{ person_id: Uuid }>`
    select person_id from saved_search_followers
    where company_id = ${companyId} and saved_search_id = ${searchId} order by person_id`.execute(trx)
  for (const { person_id: personId } of rows) {
    const data: Data = { companyId, personId, since }
    await queue.add(trx, jobName, data, {
      startAfter: new Date((day + 1) * dayMs),
      singletonKey: `${personId} ${day}`,
    })
  }
}

/** Sends a person the names of the followed searches that have had new matches since the start of the day. */
export const mailMatches: Job<Data> = {
  name: jobName,
  // The attempts are spread over about eight hours.
  attemptsMax: 16,
  timeoutSeconds: 60,
  concurrency: 4,
  async run({ companyId, personId, since }, { db, mail, publicUrl }) {
    const { person, company, searches } = await asCompany(db, companyId, async (trx) => ({
      person: await memberOf(trx, companyId, personId),
      company: await trx
        .selectFrom('companies')
        .select('name')
        .where('id', '=', companyId)
        .executeTakeFirstOrThrow(),
      searches: await matchedSince(trx, companyId, personId, since),
    }))
    if (!person || searches.length === 0) return undefined
    const named = searches
      .slice(0, namedMax)
      .map(({ id, name }) => ({ id: publicId('savedSearch', id), name }))
    const url = `${publicUrl}/c/${publicId('company', companyId)}/assets`
    await unlessRefused(mail.searchesMatched(person, company, named, searches.length - named.length, url))
    return undefined
  },
}

/** Members with a limit cannot use saved searches, whose matches can be in any folder. */
async function memberOf(trx: Trx, companyId: CompanyId, personId: Uuid) {
  const { rows } = await sql<Recipient>`
    select p.email, p.language from people p join memberships m on m.person_id = p.id
    where m.company_id = ${companyId} and p.id = ${personId}
      and m.read_folder_ids is null and m.write_folder_ids is null`.execute(trx)
  return rows[0]
}

async function matchedSince(trx: Trx, companyId: CompanyId, personId: Uuid, since: string) {
  const { rows } = await sql<{ id: Uuid; name: string }>`
    select s.id, s.name from saved_searches s
    join saved_search_followers f on f.company_id = s.company_id and f.saved_search_id = s.id
    where s.company_id = ${companyId} and f.person_id = ${personId} and s.matched_at >= ${since}::timestamptz
    order by s.name_key, s.id`.execute(trx)
  return rows
}
