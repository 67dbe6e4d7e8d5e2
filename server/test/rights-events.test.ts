// Engines: postgres
// Announcements of ending rights: events, each sent once, and e-mails.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { announceExpiry } from '../src/assets/expiry-job.ts'
import { mailExpiry, mailExpiryToOne } from '../src/assets/expiry-mail-job.ts'
import { asCompanyWriting } from '../src/db/tenancy.ts'
import { parseId } from '../src/ids.ts'
import type { JobContext } from '../src/jobs/job.ts'
import { openQueue } from '../src/jobs/queue.ts'
import { addMember } from '../src/members/queries.ts'
import { newAccount } from './support/accounts.ts'
import { newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { mailServer } from './support/mail-server.ts'
import { atEnd, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { upload } from './support/uploads.ts'

const { url: smtpUrl, letters } = await mailServer()
const service = await startService({ env: { RATE_LIMIT_PER_MINUTE: '0', SMTP_URL: smtpUrl } })
/** The queue only adds jobs, which the service runs. */
const { queue, close } = await openQueue(service.db, service.notifications, [mailExpiryToOne])
atEnd(() => close(0))
const acme = await newCompany(service, 'Acme')
await addMember(service.db, acme.companyId, acme.ownerId, 'owner')

const hourMs = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString()

let made = 0
async function asset(fields: Record<string, string> = {}): Promise<Shown> {
  const name = `text ${++made}.txt`
  const { status, body, text } = await upload(service, acme, { bytes: Buffer.from(name), name }, fields)
  assert.equal(status, 201, text)
  return body.data
}

async function announce() {
  const context = { db: service.db } as JobContext
  for await (const _ of announceExpiry.steps(context, acme.companyId));
}

/** Events and notices about an asset, in order. */
async function told(id: string): Promise<unknown[]> {
  const changes: Shown[] = []
  for (let since = 0; ; ) {
    const query = `since=${since}&types=asset.expiring,asset.expired&per_page=1000`
    const { body } = await acme.get(`/api/changes?${query}`)
    changes.push(...body.data)
    since = body.meta.next
    if (!body.meta.more) break
  }
  return changes
    .filter(({ resource_id }) => resource_id === id)
    .map(({ type, data, actor }) => [type, data.days, data.expires_at, actor.type])
}

// Holds R-RIGHTS-6.
test('a right is announced by the last notice that is due, once', async () => {
  const cases = [
    [inHours(24 * 40)],
    [inHours(24 * 29), 'asset.expiring', 30],
    [inHours(24 * 6), 'asset.expiring', 7],
    [inHours(20), 'asset.expiring', 1],
    [inHours(-1), 'asset.expired', undefined],
  ] as const
  const assets = await Promise.all(cases.map(([expires_at]) => asset({ expires_at })))
  for (let time = 0; time < 3; time++) await announce()
  for (const [place, [expires, type, days]] of cases.entries())
    assert.deepEqual(
      await told(assets[place]!.id),
      type === undefined ? [] : [[type, days, expires, 'system']],
    )
})

test('each later notice follows, and a changed date restarts the notices', async () => {
  const one = await asset({ expires_at: inHours(20) })
  await announce()
  /** Makes the last notice look as if it had been sent earlier. */
  const sentBefore = (days: number) =>
    asCompanyWriting(service.db, acme.companyId, (trx) =>
      sql`
        update assets set expiry_notice = ${days}
        where company_id = ${acme.companyId} and id = ${parseId('asset', one.id)}`.execute(trx),
    )
  await sentBefore(7)
  await announce()
  const days = async () => (await told(one.id)).map((event) => (event as unknown[])[1])
  assert.deepEqual(await days(), [1, 1])
  const { body } = await acme.patch(`/api/assets/${one.id}`, { expires_at: inHours(24 * 20) })
  await announce()
  await announce()
  assert.deepEqual(await days(), [1, 1, 30])
  // A change that keeps the date announces nothing.
  await acme.patch(`/api/assets/${one.id}`, { expires_at: body.data.expires_at, license: 'CC0' })
  await announce()
  assert.deepEqual(await days(), [1, 1, 30])
})

test('several nodes announce each asset once', async () => {
  const assets = await Promise.all(Array.from({ length: 5 }, () => asset({ expires_at: inHours(30) })))
  await Promise.all([announce(), announce(), announce()])
  for (const { id } of assets) assert.equal((await told(id)).length, 1)
})

test('an asset in the trash is announced only after it was restored', async () => {
  const one = await asset()
  await acme.delete(`/api/assets/${one.id}`)
  // The right is set only now, because the service's own job could otherwise announce the asset before it is
  // deleted.
  await asCompanyWriting(service.db, acme.companyId, (trx) =>
    sql`
      update assets set expires_at = ${inHours(30)}
      where company_id = ${acme.companyId} and id = ${parseId('asset', one.id)}`.execute(trx),
  )
  await announce()
  assert.deepEqual(await told(one.id), [])
  await acme.post(`/api/assets/${one.id}/restoration`)
  await announce()
  assert.equal((await told(one.id)).length, 1)
})

test('an announcement does not change the asset', async () => {
  const one = await asset({ expires_at: inHours(30) })
  await announce()
  const { body } = await acme.get(`/api/assets/${one.id}`)
  assert.equal(body.data.updated_at, one.updated_at)
})

// Holds R-RIGHTS-6.
test('an e-mail digest names each announced asset once, to its uploader', async () => {
  const assets = await Promise.all(Array.from({ length: 33 }, () => asset({ expires_at: inHours(30) })))
  await announce()
  const digest = async () => {
    const context = { db: service.db, queue, mail: { canSend: true } } as JobContext
    for await (const _ of mailExpiry.steps(context, acme.companyId));
  }
  await digest()
  const letter = await until('the digest arrives', () =>
    letters.find(({ text }) => /Rights to assets[\s\S]*and \d+ more/.test(text)),
  )
  assert.equal(letter.to, 'owner@acme.example')
  assert.ok(assets.some(({ name }) => letter.text.includes(`"${name}"`)))
  const before = letters.length
  await digest()
  const other = await asset({ expires_at: inHours(-1) })
  await announce()
  await digest()
  await until('the next digest arrives', () => letters.length > before)
  const next = letters.slice(before).filter(({ text }) => text.includes('Rights to assets'))
  assert.equal(next.length, 1)
  assert.ok(next[0]!.text.includes(other.name))
  assert.ok(!assets.some(({ name }) => next[0]!.text.includes(`"${name}"`)))
})

test('a digest of many assets marks them in steps and continues after an interruption', async () => {
  const first = await asset({ expires_at: inHours(24 * 5) })
  await announce()
  const digest = () =>
    mailExpiry.steps({ db: service.db, queue, mail: { canSend: true } } as JobContext, acme.companyId)
  for await (const _ of digest());
  const sent = () => letters.filter(({ text }) => text.includes('Rights to assets')).length
  await until('earlier digests arrive', () => letters.some(({ text }) => text.includes(first.name)))
  const before = sent()
  const perStep = 500
  await asCompanyWriting(service.db, acme.companyId, async (trx) => {
    const { rows } = await sql<{ names: string }>`
      select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = 'assets' and is_generated = 'NEVER'
        and column_name not in ('id', 'name', 'expires_at', 'expiry_notice', 'expiry_mailed', 'external_id')`.execute(
      trx,
    )
    const names = sql.raw(rows[0]!.names)
    await sql`
      insert into assets (id, name, expires_at, expiry_notice, ${names})
      select gen_random_uuid(), 'many ' || n, now() + interval '3 days' + n * interval '1 second', 7, ${names}
      from generate_series(1, ${perStep + 60}) n cross join assets
      where company_id = ${acme.companyId} and assets.id = ${parseId('asset', first.id)}`.execute(trx)
  })
  const unmailed = () =>
    asCompanyWriting(service.db, acme.companyId, async (trx) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from assets
        where company_id = ${acme.companyId} and starts_with(name, 'many ')
          and expiry_mailed is distinct from expiry_notice`.execute(trx)
      return rows[0]!.count
    })
  const left: number[] = [await unmailed()]
  const interrupted = digest()[Symbol.asyncIterator]()
  await interrupted.next()
  left.push(await unmailed())
  await interrupted.return?.()
  for await (const _ of digest()) left.push(await unmailed())
  left.push(await unmailed())
  for (const [at, count] of left.entries())
    if (at > 0) assert.ok(left[at - 1]! - count <= perStep, left.join())
  assert.equal(left.at(-1), 0)
  const letter = await until('the digest arrives', () => letters.find(({ text }) => text.includes('many 1"')))
  assert.match(letter.text, /"many 30"[\s\S]*and \d+ more/)
  assert.equal(sent(), before + 1)
})

test('a person who left the company after the e-mail was enqueued gets no e-mail', async () => {
  const { id } = await asset({ expires_at: inHours(24 * 5) })
  const personId = await newAccount(service.db, { name: 'Former', email: 'former@people.example' })
  const data = { companyId: acme.companyId, personId, assetIds: [parseId('asset', id)!], count: 1 }
  const sent: string[] = []
  const mail = { rightsEnding: async (to: { email: string }) => void sent.push(to.email) }
  const context = { db: service.db, mail, publicUrl: service.url } as unknown as JobContext
  await mailExpiryToOne.run(data, context)
  assert.deepEqual(sent, [])
  await addMember(service.db, acme.companyId, personId, 'viewer')
  await mailExpiryToOne.run(data, context)
  assert.deepEqual(sent, ['former@people.example'])
})
