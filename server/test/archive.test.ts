// Engines: embedded, postgres
// An archive moves a whole company to another installation, on the same engine or another engine, without
// loss.
import assert from 'node:assert/strict'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import { ArchiveError } from '../src/archive/manifest.ts'
import { readArchive } from '../src/archive/read.ts'
import { archivedTables, leftOut } from '../src/archive/tables.ts'
import { writeArchive } from '../src/archive/write.ts'
import { setKeys } from '../src/clients/key-set.ts'
import { createProgram } from '../src/commands/program.ts'
import type { PublicKey } from '../src/db/schema.ts'
import { asCompany } from '../src/db/tenancy.ts'
import { newId, parseId } from '../src/ids.ts'
import { endpoints } from '../src/routes.ts'
import { newAccount } from './support/accounts.ts'
import { entriesOf, packed, partsOf } from './support/archives.ts'
import { newCompany, removeLocations, send } from './support/companies.ts'
import { sendForm } from './support/forms.ts'
import { assertedBy, newKeys } from './support/keys.ts'
import { everything, twoLibraries } from './support/library.ts'
import { behindProxy, newMember } from './support/people.ts'
import { freshConfig, type Service, startService } from './support/service.ts'

const home = await startService({ env: behindProxy })
const abroad = await startService()
const [acme, globex] = await twoLibraries(home)
await acme.post('/api/folders', { name: 'made by hand' })

const directory = await mkdtemp(join(tmpdir(), 'atelier-archive-'))
after(() => rm(directory, { recursive: true }))
const file = join(directory, 'acme.tar')

const write = async (to: string, service: Service = home) => {
  return writeArchive(service, acme.companyId, createWriteStream(to))
}
const keys = await newKeys('ES256')
await setKeys(
  home.db,
  { actor: { type: 'operator' }, id: parseId('client', acme.clientId)!, companyId: acme.companyId },
  { keys: [keys.publicKey as PublicKey] },
)
// A former member, whom only changes name.
const [{ id: changed }] = (await acme.get('/api/assets?per_page=1')).body.data
const former = await newMember(home, acme.companyId, 'editor', 'Former Member')
assert.equal((await former.patch(`/portal/api/assets/${changed}`, { alt_text: 'changed' })).status, 200)
await home.db.deleteFrom('memberships').where('person_id', '=', former.personId).execute()
// A setting of the company that is stored in no other table.
await removeLocations(home.db, acme.companyId)
const end = await write(file)

/** Webhooks and renders are not exported. */
const lists = endpoints
  .filter(({ list, path }) => list && !/webhook|renders/.test(path))
  .map(({ path }) => path)

/** Each installation signs links with its own key and has its own URL. */
const withoutLinks = (rows: object[]) =>
  JSON.parse(
    JSON.stringify(rows)
      .replace(/http:[^"]+\/files\/([^?"]+)\?[^"]*/g, '$1')
      .replace(/http:[^"]+\/b\//g, '/b/'),
  ) as object[]

const contentsOf = async (service: Service) => {
  const caller = {
    get: (path: string) => send(service, 'GET', path, { headers: { authorization: `Bearer ${acme.token}` } }),
  }
  const contents: Record<string, object[]> = {}
  for (const path of lists) {
    const all = path === '/assets' ? `/api${path}?with_trashed=true` : `/api${path}`
    const rows = await everything(caller, all)
    // Renders are not archived, and neither are comments on them.
    contents[path] = withoutLinks(path === '/comments' ? rows.filter(({ render_id }) => !render_id) : rows)
  }
  return contents
}

/** All rows without the codes of shares, which are encrypted with the key of each installation. */
const rowsOf = ({ db }: Service, table: string) =>
  asCompany(db, acme.companyId, async (trx) => {
    const only = archivedTables.find(({ name }) => name === table)?.only
    const { rows } = await sql<{ row: string }>`
      select (to_jsonb(r) - ${table === 'shares' ? 'code' : ''}::text)::text as row
      from ${sql.table(table)} r where ${sql.raw(only ?? 'true')} order by 1`.execute(trx)
    return rows.map(({ row }) => row)
  })

test('every tenant table is either archived or listed as excluded', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'company_id'`.execute(home.db)
  const accounts = ['clients', 'memberships']
  const named = [...archivedTables.map(({ name }) => name), ...leftOut, ...accounts]
  assert.deepEqual(rows.map(({ name }) => name).sort(), named.sort())
})

describe('a company imported into another installation', async () => {
  const { company } = await readArchive(abroad, () => createReadStream(file))

  test('a company imported into another installation returns the same lists to the same token', async () => {
    assert.equal(company.id, acme.companyId)
    const [here, there] = [await contentsOf(home), await contentsOf(abroad)]
    // Archives contain neither renders nor the resources that create them.
    for (const path of lists.filter((one) => !one.startsWith('/render'))) {
      assert.deepEqual(there[path], here[path], path)
      assert.ok(here[path]!.length > 0, path)
    }
  })

  test('a company imported into another installation has the same rows, column by column', async () => {
    for (const { name } of archivedTables)
      assert.deepEqual(await rowsOf(abroad, name), await rowsOf(home, name), name)
  })

  test('still removes locations from files, and uses reviews', async () => {
    const { removes_location, has_reviews } = await abroad.db
      .selectFrom('companies')
      .select(['removes_location', 'has_reviews'])
      .where('id', '=', acme.companyId)
      .executeTakeFirstOrThrow()
    assert.deepEqual([removes_location, has_reviews], [true, true])
  })

  test('a company imported into another installation uses the same amount of its quota', async () => {
    const stored = ({ db }: Service) =>
      db
        .selectFrom('companies')
        .select('stored_bytes')
        .where('id', '=', acme.companyId)
        .executeTakeFirstOrThrow()
    assert.deepEqual(await stored(abroad), await stored(home))
  })

  test('a company imported into another installation serves every file with the same bytes, under links of the new installation', async () => {
    const answer = await send(abroad, 'GET', '/api/assets?include_unavailable=true', {
      headers: { authorization: `Bearer ${acme.token}` },
    })
    let opened = 0
    for (const { url, thumbnail_url } of answer.body.data) {
      for (const link of [url, thumbnail_url]) {
        if (!link) continue
        const key = new URL(link).pathname.slice('/files/'.length)
        const original = await home.storage.find(key)
        if (!original) continue
        const served = await fetch(link)
        assert.equal(served.status, 200)
        const bytes = Buffer.concat((await original.open().toArray()) as Buffer[])
        assert.deepEqual(Buffer.from(await served.arrayBuffer()), bytes)
        opened += 1
      }
    }
    assert.ok(opened > 0)
    assert.ok(end.files > 0)
  })

  test('a company imported into another installation issues tokens to its clients and accepts new changes', async () => {
    const json = { client_id: acme.clientId, client_secret: acme.clientSecret }
    const { body } = await send(abroad, 'POST', '/oauth/access-token', { json })
    const headers = { authorization: `Bearer ${body.token.access_token}` }
    const made = await send(abroad, 'POST', '/api/folders', { json: { name: 'abroad' }, headers })
    assert.equal(made.status, 201)
    const assertion = await assertedBy(keys, acme.clientId, abroad.url)
    const byKey = await sendForm(abroad, '/oauth/token', { grant_type: 'client_credentials', ...assertion })
    assert.equal(byKey.status, 200, byKey.text)
  })

  test('a company imported into another installation names former members in the changes of an asset', async () => {
    const headers = { authorization: `Bearer ${acme.token}` }
    for (const service of [home, abroad]) {
      const { body } = await send(service, 'GET', `/api/assets/${changed}/changes`, { headers })
      assert.deepEqual(body.data[0].actor, { type: 'person', id: former.id, name: 'Former Member' })
    }
  })

  test('a company imported into another installation contains nothing of another company', async () => {
    const foreign = (await readFile(file)).includes(globex.companyId)
    assert.equal(foreign, false)
  })

  test('a company imported into another installation cannot be imported again, and the second attempt changes nothing', async () => {
    const before = await rowsOf(abroad, 'assets')
    await assert.rejects(
      readArchive(abroad, () => createReadStream(file)),
      /already exists/,
    )
    assert.deepEqual(await rowsOf(abroad, 'assets'), before)
  })
})

test('a person whose e-mail address exists in the target is matched to that account', async () => {
  const third = await startService()
  const email = 'owner@acme.example'
  const known = await newAccount(third.db, { name: 'The same', email })
  await readArchive(third, () => createReadStream(file))
  const { owner_id } = await third.db
    .selectFrom('clients')
    .select('owner_id')
    .where('company_id', '=', acme.companyId)
    .where('owner_id', 'is not', null)
    .executeTakeFirstOrThrow()
  assert.equal(owner_id, known)
})

test('importing an archive from before the orientation and color columns fills the columns and drops automatic tags', async () => {
  const parts = await partsOf(await readFile(file))
  const { manifest, rows } = parts
  const facts = ['orientation', 'color', 'color_cell', 'has_alpha', 'is_animated']
  manifest.migrations = manifest.migrations.filter((name) => name < '0039')
  for (const table of ['assets', 'asset_versions']) {
    manifest.tables[table] = manifest.tables[table]!.filter((column) => !facts.includes(column))
    for (const row of rows[table]!) for (const fact of facts) delete row[fact]
  }
  const notices = ['expiry_notice', 'expiry_mailed']
  manifest.tables.assets = manifest.tables.assets!.filter((column) => !notices.includes(column))
  const ends = ['2020-01-01T00:00:00+00:00', '2090-01-01T00:00:00+00:00']
  for (const [at, row] of rows.assets!.entries()) {
    for (const notice of notices) delete row[notice]
    Object.assign(row, { available_from: null, expires_at: ends[at] ?? null })
  }
  const image = rows.assets!.find(({ type }) => type === 'image')!
  const current = rows.asset_versions!.find(
    ({ asset_id, version }) => asset_id === image.id && version === image.version,
  )!
  const drawn = { width: 30, height: 20, dominant_color: '#CC1100' }
  Object.assign(current, drawn, { automatic_tags: [{ name: 'red', confidence: 1 }] })
  const red = { ...rows.asset_tags![0], id: newId(), name: 'red', name_key: 'red', slug: 'red', color: null }
  rows.asset_tags!.push(red)
  const tagging = { tag_id: red.id, id: image.id, source: 'auto', confidence: 1 }
  rows.asset_taggings!.push({ ...rows.asset_taggings![0], ...tagging })
  const bytes = await packed(entriesOf(parts))
  const other = await startService()
  await readArchive(other, () => Readable.from([bytes]))
  const found = await asCompany(other.db, acme.companyId, async (trx) => ({
    asset: await trx
      .selectFrom('assets')
      .select(['orientation', 'color', 'color_cell', 'has_alpha', 'is_animated'])
      .where('id', '=', image.id as never)
      .executeTakeFirst(),
    tags: await trx.selectFrom('asset_tags').select('id').where('name', '=', 'red').execute(),
    announced: await trx
      .selectFrom('assets')
      .select(['expires_at', 'expiry_notice', 'expiry_mailed'])
      .where('expires_at', 'is not', null)
      .orderBy('expires_at')
      .execute(),
  }))
  assert.deepEqual(found, {
    asset: {
      orientation: 'landscape',
      color: 'red',
      color_cell: 'C10',
      has_alpha: false,
      is_animated: false,
    },
    tags: [],
    // A right that has ended is not announced again.
    announced: [
      { expires_at: new Date(ends[0]!), expiry_notice: 0, expiry_mailed: 0 },
      { expires_at: new Date(ends[1]!), expiry_notice: null, expiry_mailed: null },
    ],
  })
})

describe('an import rejects an archive and leaves nothing behind when', async () => {
  const target = await startService()
  const bytes = await readFile(file)
  const keys = async () => {
    const found: string[] = []
    for await (const { key } of target.storage.list(acme.companyId)) found.push(key)
    return found
  }
  const refused = async (source: Buffer, message = /./) => {
    await assert.rejects(
      readArchive(target, () => Readable.from([source])),
      (error: Error) => {
        assert.ok(error instanceof ArchiveError, `${error.stack}`)
        assert.match(error.message, message)
        return true
      },
    )
    const companies = await target.db.selectFrom('companies').select('id').execute()
    assert.deepEqual([companies, await keys()], [[], []])
  }

  test('an import rejects an archive and leaves nothing behind when it is cut off anywhere', async () => {
    for (let part = 1; part < 12; part++)
      await refused(bytes.subarray(0, Math.floor((bytes.length * part) / 12)))
    await refused(Buffer.alloc(0))
  })

  test('an import rejects an archive and leaves nothing behind when it has a changed byte or an invalid row', async () => {
    const at = bytes.indexOf('"folder_id": "') + '"folder_id": "'.length
    const changed = Buffer.from(bytes)
    changed.write('00000000-0000-7000-8000-000000000000', at)
    await refused(changed, /checksum is wrong/)
    const broken = Buffer.from(bytes)
    broken.write('{{{{', bytes.indexOf('{"id"', bytes.indexOf('rows/')))
    await refused(broken, /damaged|fit together/)
  })

  test('an import rejects an archive and leaves nothing behind when it has rows of another company', async () => {
    const other = Buffer.from(bytes)
    const at = bytes.indexOf(`"company_id": "${acme.companyId}"`, bytes.indexOf('rows/folders'))
    other.write(globex.companyId, at + '"company_id": "'.length)
    await refused(other)
  })

  test('an import rejects an archive and leaves nothing behind when it was written by a newer version', async () => {
    const newer = Buffer.from(
      bytes.toString('latin1').replace('0001-foundation', '9999-foundation'),
      'latin1',
    )
    await refused(newer, /newer version/)
  })

  test('an import rejects an archive and leaves nothing behind when it is not an archive', async () => {
    await refused(Buffer.from('{"not":"an archive"}'), /not a company archive|truncated/)
    await refused(Buffer.from('PK\x03\x04'.padEnd(2048, 'x')), /not a company archive|damaged/)
  })
})

test('an archive is a consistent snapshot, even during writes', async () => {
  const busy = await newCompany(home, 'Busy')
  let writing = true
  const apart = new Set<number>()
  const writer = (async () => {
    for (let n = 0; writing; n++) await busy.post('/api/folders', { name: `folder ${n}` })
  })()
  for (let n = 0; n < 3; n++) {
    const path = join(directory, `busy${n}.tar`)
    const { rows } = await writeArchive(home, busy.companyId, createWriteStream(path))
    apart.add(rows.events! - rows.folders!)
  }
  writing = false
  await writer
  assert.equal(apart.size, 1, 'an event for each folder')
})

test('the commands export and import a company, reject invalid arguments, and never overwrite a file', async () => {
  const [from, to] = [await freshConfig(), await freshConfig()]
  const lines: string[] = []
  const run = async (config: typeof from, ...args: string[]) => {
    const log = mock.method(console, 'log', (line: string) => lines.push(line))
    await createProgram(async () => config)
      .parseAsync(args, { from: 'user' })
      .finally(() => log.mock.restore())
    return lines.at(-1)!
  }
  const company = JSON.parse(await run(from, 'company', 'create', 'Moved', '--json')).company_id
  const path = join(directory, 'moved.tar')
  assert.match(await run(from, 'export', '--company', company, path), /^Exported Moved to .*: 0 assets/)
  await assert.rejects(run(from, 'export', '--company', company, path), /already exists/)
  assert.equal(JSON.parse(await run(to, 'import', path, '--json')).company_id, company)
  await assert.rejects(run(to, 'import', path), /already exists/)
  await assert.rejects(run(to, 'import', join(directory, 'nothing.tar')), /There is no file/)
  const cut = join(directory, 'cut.tar')
  await writeFile(cut, await readFile(path))
  await truncate(cut, 700)
  await assert.rejects(run(await freshConfig(), 'import', cut), /truncated|not a company archive/)
})
