// Engines: postgres outside CI, s3
// `npm run chaos` verifies the data at the end. These tests damage data without the server, and each damage
// must be reported.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { CreateMultipartUploadCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { newName, openLedger, type Thing } from '../../chaos/load/ledger.ts'
import { startLoad } from '../../chaos/load/load.ts'
import { openReceiver } from '../../chaos/load/receiver.ts'
import { verifyCreated } from '../../chaos/verify/created.ts'
import { verifyLeftovers } from '../../chaos/verify/leftovers.ts'
import { verifyAll } from '../../chaos/verify/verify.ts'
import { verifyWebhooks } from '../../chaos/verify/webhooks.ts'
import type { S3Config } from '../src/config/storage.ts'
import { parseConfig } from '../src/config.ts'
import { newId, publicId, type Uuid } from '../src/ids.ts'
import { hashOf } from '../src/secrets/tokens.ts'
import { newCompany } from './support/companies.ts'
import { asOwner } from './support/earlier-release.ts'
import { freshConfig, startOn } from './support/service.ts'
import { client, s3Variables, withoutS3 } from './support/stores.ts'
import { until } from './support/until.ts'
import { upload } from './support/uploads.ts'

const dayMs = 86_400_000
/** Maximum duration of the load on a busy machine. Otherwise it takes a second or two. */
const loadMsMax = 100_000
const thingsMin = 4
/** Maximum wait for messages. A rejected message is retried after five seconds. */
const messagesMsMax = 60_000

/**
 * Damages data without the server.
 * @returns texts that the reported problems must contain.
 */
type Damage = (db: Kysely<unknown>) => Promise<string[]>

const config = await freshConfig({ OUTBOUND_LOOPBACK: 'true' })
const files = join(config.dataDirectory, 'files')
let service = await startOn(config)
const acme = await newCompany(service, 'Acme')
const target = { ...acme, url: service.url }
const ledger = openLedger()
const receiver = await openReceiver(target, ledger.problems)
// A busy machine has no time for all of the load.
const { stop } = startLoad(target, { ledger, mayRefuse: [503] })
const s3 = withoutS3 ? undefined : await s3Variables()
const assets = sql`select id, file_key as key from assets where deleted_at is null order by id limit 1`
await until('every kind of resource exists', isEnough, loadMsMax)
await stop()
await changeTemplates()
await verifyWebhooks(target, receiver, ledger, messagesMsMax)
const messages = await damageMessages()
const lost = { writer: '', id: 'fld_never', verb: 'created', requestId: undefined }
const made = { ...openLedger(), told: [...ledger.told, lost] }
await verifyCreated(target, made)
const untouched = await verified()

/** Ways to damage data. Each damages its own rows. */
const damages: Record<string, Damage> = {
  async 'a changed byte in a file'(db) {
    const { id, key } = await one(db, sql`${assets} offset 0`)
    await flipByte(key!)
    return [`The file of ${publicId('asset', id)} is wrong: `, `The file ${key} differs from its version`]
  },
  async 'a changed byte in a trashed file'(db) {
    const { key } = await one(
      db,
      sql`select id, file_key as key from templates t join template_versions v on v.template_id = t.id
        where deleted_at is not null limit 1`,
    )
    await flipByte(key!)
    return [`The file ${key} differs from its version`]
  },
  async 'a changed byte in an earlier version'(db) {
    const { id, key } = await one(
      db,
      sql`select id, file_key as key from templates t join template_versions v on v.template_id = t.id
        where deleted_at is null and t.version > 1 and v.version = 1 limit 1`,
    )
    await flipByte(key!)
    const name = publicId('template', id)
    return [`The file of ${name}, version 1 is wrong: `, `The file ${key} differs from its version`]
  },
  async 'a missing file'(db) {
    const { id, key } = await one(db, sql`${assets} offset 1`)
    await rm(await pathOf(key!))
    return [`The file of ${publicId('asset', id)} returned 404`, `1 referenced files are missing: ${key}`]
  },
  async 'orphaned files'() {
    await writeFile(join(files, acme.companyId, 'left behind'), '')
    const held = join(files, 'unfinished', 'held')
    await writeFile(held, '')
    const later = new Date(Date.now() + 10 * dayMs)
    await utimes(held, later, later)
    await mkdir(join(files, 'incoming', 'held'))
    return [
      `2 unreferenced files remain: ${acme.companyId}/left behind, unfinished/held`,
      `1 unfinished files remain in ${join(files, 'incoming')}: held`,
    ]
  },
  async 'a missing event'(db) {
    const { requestId } = ledger.told.find((entry) => entry.requestId !== undefined)!
    const { seq } = await one(db, sql`delete from events where request_id = ${requestId} returning seq`)
    return [
      `The feed has ${Number(seq) + 1} instead of ${seq}`,
      `The feed has 0 changes for `,
      'Found companies whose newest change is not the last',
    ]
  },
  async 'a live token that is rejected'(db) {
    const [token] = ledger.tokens.live
    await one(
      db,
      sql`update access_tokens set revoked_at = now() where hash = ${hashOf(token!)} returning 1 as id`,
    )
    return ['A token that was issued got 401']
  },
  async 'a revoked token that is accepted'(db) {
    const [token] = ledger.tokens.revoked
    await one(
      db,
      sql`update access_tokens set revoked_at = null where hash = ${hashOf(token!)} returning 1 as id`,
    )
    return ['A token that was revoked got 200']
  },
  'a wrong number of assets in a folder': counted(
    'folders',
    'assets_count',
    'folders with a wrong assets_count',
  ),
  'a wrong number of folders in a folder': counted(
    'folders',
    'folders_count',
    'folders with a wrong folders_count',
  ),
  'a wrong number of assets with a tag': counted(
    'asset_tags',
    'assets_count',
    'tags with a wrong count of assets',
  ),
  'a wrong number of templates with a tag': counted(
    'template_tags',
    'templates_count',
    'tags with a wrong count of templates',
  ),
  'an asset with a wrong number of tags': carried('assets'),
  'a template with a wrong number of tags': carried('templates'),
  async 'a wrong number of stored bytes'(db) {
    await one(
      db,
      sql`update companies set stored_bytes = stored_bytes + 1 where id = ${acme.companyId} returning id`,
    )
    return [`Found companies with a wrong storage usage: [{"id":"${acme.companyId}"}]`]
  },
  async 'a folder with a wrong path'(db) {
    const { id } = await one(
      db,
      sql`update folders set path = path || '!' where id = (
        select id from folders where deleted_at is null order by id desc limit 1) returning id`,
    )
    return [`Found folders whose path does not match their parent: [{"id":"${id}"}]`]
  },
  async 'a resource with a wrong name'(db) {
    const { id } = await one(
      db,
      sql`update assets set name = 'Somebody else’s' where id = (select id from (${assets} offset 2) it) returning id`,
    )
    return [`asset ${publicId('asset', id)} is [["checksum"`]
  },
  async 'a resource that is wrongly in the trash'(db) {
    const { id } = await one(
      db,
      sql`update template_tags set deleted_at = now() where id = (
        select id from template_tags t where deleted_at is null and not exists (
          select from template_taggings g where g.company_id = t.company_id and g.tag_id = t.id)
        order by id limit 1) returning id`,
    )
    return [`template_tag ${publicId('templateTag', id)} is [["color"`]
  },
  async 'a resource that no client created'(db) {
    const name = newName('template_tag')
    const { id } = await one(
      db,
      sql`insert into template_tags (company_id, id, name, name_key, slug, updated_at)
        values (${acme.companyId}, ${newId()}, ${name}, ${name}, 'duplicate', now()) returning id`,
    )
    return [`template_tag ${publicId('templateTag', id)} is a duplicate or was never requested`]
  },
}

const signsOf = new Map<string, string[]>()
await asOwner(config.database, async (db) => {
  await sql`select set_config('app.company_id', ${acme.companyId}, false)`.execute(db)
  for (const [what, damage] of Object.entries(damages)) signsOf.set(what, await damage(db))
})
service = await startOn(config)
target.url = service.url
ledger.problems.length = 0
const problems = await verified()

describe('the final verification', () => {
  test('the final verification reports no problem in undamaged data', () => assert.deepEqual(untouched, []))

  for (const [what, signs] of signsOf)
    test(`the final verification reports ${what}`, () => {
      for (const sign of signs)
        assert.ok(
          problems.some((problem) => problem.includes(sign)),
          `${sign} … is not among\n${problems.join('\n')}`,
        )
    })

  test('the final verification reports a missing, an unfounded, a repeated and a forged message', () => {
    // Jobs of the load can still add changes, which are not delivered yet either.
    const plain = (problem: string) =>
      problem
        .replace(/:.*/, '')
        .replace(/msg_\w+/g, '…')
        .replace(/^\d+ changes/, 'Changes')
    assert.deepEqual(messages.map(plain), [
      'Changes were never delivered to the receiver',
      'The message … has a change that did not happen',
      'The messages … and … have the same change.',
      'The message … has an invalid signature',
    ])
  })

  test('the final verification reports a created resource that neither exists nor was deleted', () =>
    assert.deepEqual(made.problems, ['fld_never, whose creation was acknowledged, is missing.']))

  test('the final verification reports nothing else', () => {
    // A damaged file is reported for its asset, and once more for each version.
    const plain = (text: string) => text.replace(/, version \d+/, '')
    const signs = [...signsOf.values()].flat().map(plain)
    assert.deepEqual(
      problems.filter((problem) => !signs.some((sign) => plain(problem).includes(sign))),
      [],
    )
  })
})

test('leftovers on S3 are reported, except those that the server cleans up', {
  skip: withoutS3,
}, async () => {
  const storage = parseConfig({ ...s3!, DATA_DIR: config.dataDirectory }).storage as S3Config
  const { bucket: Bucket, prefix } = storage
  const s3Client = client()
  const begin = (name: string) =>
    s3Client.send(new CreateMultipartUploadCommand({ Bucket, Key: prefix + name }))
  const put = (name: string) => s3Client.send(new PutObjectCommand({ Bucket, Key: prefix + name, Body: 'x' }))
  const key = `${acme.companyId}/kept.txt`
  for (const name of [`unfinished/${randomUUID()}`, key]) await Promise.all([begin(name), put(name)])
  const found = async () => {
    const problems: string[] = []
    await verifyLeftovers([storage], new Set([key]), Date.now() + 2 * dayMs, problems)
    return problems.filter((problem) => !problem.includes('incoming'))
  }
  assert.deepEqual(await found(), [])
  await Promise.all([begin('elsewhere'), put('elsewhere.txt')])
  assert.deepEqual(await found(), [
    '1 unreferenced files remain: elsewhere.txt',
    `1 multipart uploads remain open: ${prefix}elsewhere`,
  ])
})

/** Resources of a kind that are not in the trash. */
function live(kind: string) {
  const isLive = ({ may: [state, other] }: Thing) => !other && state !== 'gone' && state?.trashed === false
  return [...ledger.things.values()].filter((thing) => thing.kind === kind && isLive(thing))
}

function isEnough() {
  const { live: issued, revoked } = ledger.tokens
  const isThere = (kind: string) => live(kind).length >= thingsMin
  return ['asset', 'template', 'template_tag'].every(isThere) && issued.size > 0 && revoked.size > 0
}

/** The writers' last change may be a different change, so this ensures that these changes exist. */
async function changeTemplates() {
  const [one, other] = live('template')
  const change = (thing: Thing | undefined, more: object) => {
    thing!.may = [{ ...(thing!.may[0] as object), ...more }]
  }
  assert.equal((await acme.delete(`/api/templates/${one!.id}`)).status, 204)
  change(one, { trashed: true })
  const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4321" height="5"/>')
  const put = { method: 'PUT', path: `/api/templates/${other!.id}/document`, field: 'document' }
  assert.equal((await upload(service, acme, { bytes, name: 'card.svg' }, {}, put)).status, 200)
  change(other, { width: 4321 })
}

/**
 * Changes the receiver's records.
 * @returns the resulting problems.
 */
async function damageMessages() {
  const separate = { ...openLedger(), tokens: ledger.tokens }
  const taken = new Map(receiver.taken)
  const [missing, other, twice] = [...taken.keys()]
  const duplicate = taken.get(twice!)!
  taken.delete(missing!)
  const { data, ...message } = JSON.parse(taken.get(other!)!)
  taken.set(other!, JSON.stringify({ ...message, data: { ...data, resource_id: acme.clientId } }))
  taken.set('msg_twin', duplicate)
  await verifyWebhooks(target, { ...receiver, taken }, separate, 0)
  const before = ledger.problems.length
  await fetch(receiver.url, { method: 'POST', body: duplicate, headers: { 'webhook-id': twice! } })
  return [...separate.problems, ...ledger.problems.splice(before)]
}

/** Stops the service, so a caller that continues must start a new one. */
async function verified() {
  const served = { config, company: acme, target, stop: () => service.close() }
  return [...(await verifyAll(served, ledger, { pictures: false }))]
}

type Row = { id: Uuid; key?: string; seq?: string }

async function one(db: Kysely<unknown>, statement: RawBuilder<unknown>): Promise<Row> {
  const { rows } = await statement.execute(db)
  assert.equal(rows.length, 1)
  return rows[0] as Row
}

function counted(table: string, column: string, what: string): Damage {
  return async (db) => {
    const count = sql.ref(column)
    const { id } = await one(
      db,
      sql`update ${sql.table(table)} set ${count} = ${count} + 1 where id = (
        select id from ${sql.table(table)} where deleted_at is null order by id limit 1) returning id`,
    )
    return [`Found ${what}: [{"id":"${id}"}]`]
  }
}

function carried(table: string): Damage {
  return async (db) => {
    const { id } = await one(
      db,
      sql`update ${sql.table(table)} set tags_count = case tags_count when 0 then 1 else 0 end where id = (
        select id from ${sql.table(table)} where deleted_at is null order by id limit 1) returning id`,
    )
    return [`Found ${table} whose tag count is zero despite tags, or the reverse: [{"id":"${id}"}]`]
  }
}

async function pathOf(key: string) {
  const name = key.split('/').at(-1)!
  const all = await readdir(files, { recursive: true, withFileTypes: true })
  return join(all.find((entry) => entry.name === name)!.parentPath, name)
}

async function flipByte(key: string) {
  const path = await pathOf(key)
  const bytes = await readFile(path)
  bytes[bytes.length >> 1]! ^= 1
  await writeFile(path, bytes)
}
