// Engines: postgres, s3
// `check` finds data that was lost or damaged without the service, gives advice, and fixes data where that is
// safe.
import assert from 'node:assert/strict'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, mock, test } from 'node:test'
import { sql } from 'kysely'
import { readArchive } from '../src/archive/read.ts'
import { writeArchive } from '../src/archive/write.ts'
import { askForLatePreviews } from '../src/assets/late-previews.ts'
import type { CheckOptions, Problem } from '../src/check/context.ts'
import { drawPending } from '../src/check/pictures.ts'
import { checkAll } from '../src/check/run.ts'
import { createProgram } from '../src/commands/program.ts'
import { withQueue } from '../src/commands/with-queue.ts'
import { asCompany, type Trx } from '../src/db/tenancy.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { isDrawnBy } from '../src/images/previews/kinds.ts'
import { largeChangeJob } from '../src/jobs/large-change-types.ts'
import { asOwner, newCompany } from './support/companies.ts'
import { eventsPerCommit } from './support/large-folder.ts'
import { type Shown, twoLibraries } from './support/library.ts'
import { samplesOf } from './support/metrics.ts'
import { engine, freshConfig, type Service, startService } from './support/service.ts'
import { s3Variables, withoutS3 } from './support/stores.ts'
import { until } from './support/until.ts'
import { picture, quiet, settled, upload } from './support/uploads.ts'

const lines: string[] = []
// With S3 in the environment, the files are stored there.
const env = withoutS3 ? {} : await s3Variables()
const service = await startService({ env, log: (line) => lines.push(line) })
const { db, storage } = service
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const directory = await mkdtemp(join(tmpdir(), 'atelier-check-'))
after(() => rm(directory, { recursive: true }))

const check = (
  options: Partial<CheckOptions> = {},
  on: Service = service,
  orphansBefore?: Date,
): Promise<Problem[]> =>
  withQueue(on, (queue) =>
    Array.fromAsync(
      checkAll({
        ...on,
        queue,
        options: { fix: false, checksums: false, indexes: false, ...options },
        ...(orphansBefore && { orphansBefore }),
      }),
    ),
  )

const damage = <T>(work: (trx: Trx) => Promise<T>, company = acme.companyId, on = db) =>
  asCompany(on, company, work)
const textsOf = (problems: Problem[]) => problems.map(({ text }) => text)
const keyOf = async (table: 'assets' | 'templates', id: string, column: string) => {
  const { rows } = await damage((trx) =>
    sql<{ key: string }>`select ${sql.ref(column)} as key from ${sql.table(table)}
      where id = ${parseId(table === 'assets' ? 'asset' : 'template', id)}`.execute(trx),
  )
  return rows[0]!.key
}

const addAsset = async () => {
  const { body } = await upload(service, acme, { bytes: await picture(), name: 'a.png' })
  return (await settled(acme, body.data.id)) as Shown
}

/** Deletes a file during `work` and restores it afterwards, so that later tests find no problem. */
async function whileGone<T>(key: string, work: () => Promise<T>): Promise<T> {
  const file = (await storage.find(key))!
  const bytes = Buffer.concat((await file.open().toArray()) as Buffer[])
  await storage.remove([key])
  try {
    return await work()
  } finally {
    await storage.put(key, bytes)
  }
}

async function whileOther<T>(key: string, bytes: Buffer, work: () => Promise<T>): Promise<T> {
  return whileGone(key, async () => {
    await storage.put(key, bytes)
    return work()
  })
}

const asset = await addAsset()
const original = await keyOf('assets', asset.id, 'file_key')
const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#2060d0"/></svg>',
)
const template = (
  await upload(
    service,
    acme,
    { bytes: svg, name: 'card.svg' },
    { type: 'image' },
    { path: '/api/templates', field: 'document' },
  )
).body.data as Shown
await quiet(service)

test('an undamaged installation has no problems, including checksums and indexes', async () => {
  const untouched = await startService()
  await twoLibraries(untouched)
  assert.deepEqual(await check({ checksums: true, indexes: true }, untouched), [])
  assert.deepEqual(await check({ checksums: true, indexes: true }), [])
})

describe('a file', () => {
  test('a missing file that a client uploaded is reported with its asset and is not marked as fixed', async () => {
    const problems = await whileGone(original, () => check({ fix: true }))
    assert.deepEqual(problems, [
      {
        check: 'files',
        companyId: acme.companyId,
        text: `The original of ${asset.id} in Acme is missing: ${original}.`,
        advice: 'Restore it from a backup of the files. Nothing else can replace it.',
        keys: [original],
        isFixed: false,
      },
    ])
    assert.deepEqual(await check({ checksums: true }), [])
    assert.equal((await acme.get(`/api/assets/${asset.id}`)).body.data.status, 'ready')
  })

  test('a file that is deleted with its rows during the check is not reported', async () => {
    const other = await startService()
    const owner = await newCompany(other, 'Other')
    const { body } = await upload(other, owner, { bytes: await picture(), name: 'a.png' })
    await settled(owner, body.data.id)
    const { id, file_key: key } = await damage(
      (trx) => trx.selectFrom('assets').select(['id', 'file_key']).executeTakeFirstOrThrow(),
      owner.companyId,
      other.db,
    )
    const emptied = {
      ...other.storage,
      async *list(company: typeof owner.companyId) {
        for await (const one of other.storage.list(company)) if (one.key !== key) yield one
      },
      async find(name: string) {
        const gone = (trx: Trx) => sql`delete from assets where id = ${id}`.execute(trx)
        if (name === key) await damage(gone, owner.companyId, other.db)
        return name === key ? undefined : other.storage.find(name)
      },
    }
    const problems = await check({}, { ...other, storage: emptied } as Service)
    assert.deepEqual(
      problems.filter(({ keys }) => keys?.includes(key)),
      [],
    )
  })

  test('a file that is too short is reported as damaged', async () => {
    const problems = await whileOther(original, Buffer.from('x'), () => check())
    assert.deepEqual(textsOf(problems), [
      `The original of ${asset.id} in Acme is damaged: ${original} has 1 bytes instead of ${asset.size}.`,
    ])
  })

  test('a file with different bytes of the same length is found by its checksum', async () => {
    const other = Buffer.alloc(asset.size, 'x')
    assert.deepEqual(await whileOther(original, other, () => check()), [])
    const problems = await whileOther(original, other, () => check({ checksums: true }))
    assert.deepEqual(textsOf(problems), [
      `The original of ${asset.id} in Acme is damaged: ${original} does not match its checksum.`,
    ])
  })

  test('a file that cannot be read is reported, and the check continues', async () => {
    const unreadable = {
      ...storage,
      async find(key: string) {
        const found = await storage.find(key)
        const failing = () => Readable.from(failingRead()) as ReturnType<NonNullable<typeof found>['open']>
        return key === original && found ? { ...found, open: failing } : found
      },
    }
    async function* failingRead() {
      yield Buffer.from('x')
      throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })
    }
    const other = await addAsset()
    const otherKey = await keyOf('assets', other.id, 'file_key')
    const damaged = Buffer.alloc(other.size, 'y')
    const problems = await whileOther(otherKey, damaged, () =>
      check({ checksums: true }, { ...service, storage: unreadable } as Service),
    )
    assert.deepEqual(
      textsOf(problems).sort(),
      [
        `The original of ${asset.id} in Acme is damaged: ${original} cannot be read: EIO: i/o error, read.`,
        `The original of ${other.id} in Acme is damaged: ${otherKey} does not match its checksum.`,
      ].sort(),
    )
  })

  test('a file without a row is deleted once it is a day old', async () => {
    const key = `${acme.companyId}/${newId()}.png`
    await storage.put(key, Buffer.from('x'))
    assert.deepEqual(await check({ fix: true }), [])
    const later = new Date(Date.now() + 60_000)
    assert.deepEqual(textsOf(await check({}, service, later)), ['1 file of Acme belongs to no row.'])
    assert.ok(await storage.find(key))
    const fixed = await check({ fix: true }, service, later)
    assert.deepEqual([fixed[0]!.keys, fixed[0]!.isFixed], [[key], true])
    assert.equal(await storage.find(key), undefined)
    assert.deepEqual(await check(), [])
  })

  test('a file of an unknown company is reported and kept', async () => {
    const company = newId()
    const key = `${company}/${newId()}.png`
    await storage.put(key, Buffer.from('x'))
    const problems = await check({ fix: true })
    assert.deepEqual(textsOf(problems), [
      `The store contains 1 file of ${publicId('company', company)}, which is not in the database.`,
    ])
    assert.equal(problems[0]!.isFixed, false)
    assert.ok(await storage.find(key))
    await storage.remove([key])
  })
})

describe('a rendition', () => {
  test('a missing rendition is rendered again from the original', async () => {
    const one = await addAsset()
    const { rows } = await damage((trx) =>
      sql<{ key: string }>`select r ->> 'key' as key from assets, jsonb_array_elements(renditions) r
        where id = ${parseId('asset', one.id)} limit 1`.execute(trx),
    )
    await storage.remove([rows[0]!.key])
    assert.deepEqual(textsOf(await check()), ['1 rendition of files in Acme is missing.'])
    assert.deepEqual(
      (await check({ fix: true })).map(({ isFixed }) => isFixed),
      [true],
    )
    const redrawn = await settled(acme, one.id)
    assert.equal(redrawn.status, 'ready')
    for (const { url } of redrawn.renditions) assert.equal((await fetch(url)).status, 200)
    assert.deepEqual(await check({ checksums: true }), [])
  })

  test('a missing rendition of a document is rendered again', async () => {
    await storage.remove([await keyOf('templates', template.id, 'preview_key')])
    assert.deepEqual(textsOf(await check({ fix: true })), ['1 rendition of files in Acme is missing.'])
    const { preview_url } = await until('there is a preview', async () => {
      const { data } = (await acme.get(`/api/templates/${template.id}`)).body
      return data.preview_url !== null && data
    })
    assert.equal((await fetch(preview_url)).status, 200)
    await quiet(service)
    assert.deepEqual(await check(), [])
  })

  test('a rendition of a file that was uploaded before its format was supported is rendered on request', async () => {
    const palette = Buffer.from('GIMP Palette\nName: Early\n255 0 0\n')
    const { body } = await upload(service, acme, { bytes: palette, name: 'early.gpl' })
    const { id } = await settled(acme, body.data.id)
    const key = parseId('asset', id)!
    await damage((trx) =>
      sql`delete from renditions where source_key in
      (select file_key from assets where id = ${key})`.execute(trx),
    )
    await damage((trx) => sql`update assets set renditions = '[]' where id = ${key}`.execute(trx))
    const ask = () =>
      withQueue(service, async (queue) =>
        askForLatePreviews({ db, queue: await queue() }, acme.companyId, isDrawnBy(undefined)),
      )
    assert.equal(await ask(), 1)
    const { status, renditions } = await settled(acme, id)
    assert.deepEqual([status, renditions.length], ['ready', 3])
    assert.equal(await ask(), 0)
    await check({ fix: true })
  })

  test('a rendition whose original is missing can be rendered once the original is restored', async () => {
    const key = await keyOf('assets', asset.id, 'file_key')
    const { rows } = await damage((trx) =>
      sql<{ key: string }>`select key from renditions where source_key = ${key} limit 1`.execute(trx),
    )
    const rendition = rows[0]!.key
    await whileGone(key, () =>
      whileGone(rendition, async () => {
        const problems = await check({ fix: true })
        assert.deepEqual(
          problems.map(({ isFixed }) => isFixed),
          [false, false],
        )
        assert.match(problems[1]!.text, /and so is its original/)
      }),
    )
  })
})

describe('counters', () => {
  const damages = {
    'folders with a wrong assets_count': sql`update folders set assets_count = assets_count + 1`,
    'folders with a wrong folders_count': sql`update folders set folders_count = folders_count + 1`,
    'tags with a wrong count of assets': sql`update asset_tags set assets_count = assets_count + 1`,
    'assets whose tag count is zero despite tags, or the reverse': sql`
      update assets set tags_count = case tags_count when 0 then 1 else 0 end`,
    'companies with a wrong storage usage': sql`
      update companies set stored_bytes = stored_bytes + 1 where id = ${acme.companyId}`,
  }
  for (const [what, statement] of Object.entries(damages))
    test(`${what} are recounted, and clients read the new values`, async () => {
      if ((await acme.get('/api/folders')).body.data.length === 0) {
        await acme.post('/api/folders', { name: 'one' })
        await acme.post('/api/asset-tags', { name: 'one' })
      }
      const before = (await acme.get('/api/folders')).body.data
      await damage((trx) => statement.execute(trx))
      const texts = textsOf(await check())
      assert.equal(texts.length, 1)
      assert.match(texts[0]!, new RegExp(`^Acme has ${what}: \\d+ rows?\\.$`))
      assert.deepEqual(
        (await check({ fix: true })).map(({ isFixed }) => isFixed),
        [true],
      )
      assert.deepEqual(await check(), [])
      assert.deepEqual((await acme.get('/api/folders')).body.data, before)
    })

  test('a version that differs from the version of the latest event is reported', async () => {
    const bump = (by: number) =>
      damage(
        (trx) =>
          sql`update companies set version = version + ${by} where id = ${globex.companyId}`.execute(trx),
        globex.companyId,
      )
    await bump(1)
    const problems = await check({ fix: true })
    await bump(-1)
    assert.match(textsOf(problems).join(), /^Globex is at version \d+, but has \d+ changes/)
    assert.equal(problems[0]!.isFixed, false)
  })
})

describe('a large change', () => {
  test('a large change that begins during the check is not reported as lost rows', async () => {
    const folder = (await acme.post('/api/folders', { name: 'Moving' })).body.data
    const id = newId()
    const wrongly = (path: string, more: number) =>
      damage((trx) =>
        sql`update folders set path = ${path}, assets_count = assets_count + ${more}::int
          where id = ${parseId('folder', folder.id)}`.execute(trx),
      )
    const bump = (more: number) =>
      damage((trx) =>
        sql`update assets set version = version + ${more}::int where id = ${parseId('asset', asset.id)}`.execute(
          trx,
        ),
      )
    const options = { fix: true, checksums: false, indexes: false }
    await withQueue(service, async (queue) => {
      // The first contradiction is found before the change begins. The check pauses there.
      await bump(1)
      const problems = checkAll({ ...service, queue, options })
      const { value: first } = await problems.next()
      assert.match(first!.text, /^Acme has assets whose current version is missing/)
      await damage((trx) =>
        sql`insert into large_changes (company_id, id, type, author, state, rows_total)
          values (${acme.companyId}, ${id}, 'folder.move', '{}', '{}', 1)`.execute(trx),
      )
      await wrongly('/Elsewhere', 1)
      const others = await Array.fromAsync(problems)
      await damage((trx) => trx.deleteFrom('large_changes').where('id', '=', id).execute())
      await wrongly('/Moving', -1)
      await bump(-1)
      assert.deepEqual(textsOf(others), [])
    })
    assert.deepEqual(await check(), [])
  })

  for (const isDead of [true, false])
    test(`a large change whose job ${isDead ? 'is dead' : 'was deleted'} is reported, and finished by --fix`, async () => {
      const data = { companyId: acme.companyId, type: 'asset.batch' } as const
      const startAfter = new Date(Date.now() + 3_600_000)
      await withQueue(service, async (queue) => {
        const { add } = await queue()
        await damage(async (trx) => {
          const id = isDead ? await add(trx, largeChangeJob, data, { startAfter }) : newId()
          if (isDead) await sql`update pgboss.job_common set state = 'failed' where id = ${id}`.execute(trx)
          await sql`insert into large_changes (company_id, id, type, author, state, rows_total)
            values (${acme.companyId}, ${id}, 'asset.batch', '{"actor": {"type": "system"}}',
              '{"isTagging": false, "ids": [], "tagIds": []}', 1)`.execute(trx)
        })
      })
      const [problem] = await check()
      assert.match(problem!.text, isDead ? /^In Acme .* is dead\.$/ : /^In Acme .* does not exist\.$/)
      assert.equal(problem!.isFixed, false)
      assert.equal((await check({ fix: true }))[0]!.isFixed, true)
      await until('it is finished', async () => {
        const { rows } = await damage((trx) => sql`select from large_changes`.execute(trx))
        return rows.length === 0
      })
      assert.deepEqual(await check(), [])
    })
})

// Only a superuser can corrupt an index.
describe('many repairs', () => {
  const many = 600
  const id = (kind: string, n = 'n') =>
    sql`(${kind}::text || '-0000-7000-8000-' || lpad(to_hex(${sql.raw(n)}), 12, '0'))::uuid`
  const key = (kind: string) => sql`company_id::text || '/' || ${id(kind)} || '.webp'`
  const versionOf = async () => {
    const rows = await damage((trx) =>
      sql<{ version: number }>`select version from companies where id = ${acme.companyId}`.execute(trx),
    )
    return Number(rows.rows[0]!.version)
  }

  test('check --fix repairs counters in short transactions', async () => {
    await damage((trx) =>
      sql`
        insert into folders (company_id, id, name, name_key, path, depth, updated_at, assets_count)
        select ${acme.companyId}, ${id('019ac001')}, 'f' || n, 'f' || n, '/f' || n, 1, now(), 7
        from generate_series(1, ${many}::int) n`.execute(trx),
    )
    const began = await versionOf()
    const problems = await check({ fix: true })
    assert.deepEqual(
      problems.map(({ text, isFixed }) => [text, isFixed]),
      [['Acme has folders with a wrong assets_count: 600 rows.', true]],
    )
    assert.equal((await versionOf()) - began, 2, 'a commit of 500 and one of 100 rows')
    await damage((trx) =>
      sql`delete from folders where id >= ${id('019ac001', '0')} and id <= ${id('019ac001', `${many}`)}`.execute(
        trx,
      ),
    )
  })

  test('check --fix repairs renditions in short commits', async () => {
    const asset = await upload(service, acme, { bytes: await picture({ width: 77 }) }, { name: 'Many' })
    await settled(acme, asset.body.data.id)
    const original = parseId('asset', asset.body.data.id)!
    await damage((trx) =>
      sql`
        with copies as (
          insert into assets (company_id, id, name, name_key, type, mime_type, extension, size, checksum, status, file_key,
            updated_at, version, renditions)
          select company_id, ${id('019ac002')}, name || n, name_key || n, type, mime_type, extension, size, checksum, status,
            file_key, updated_at, version, jsonb_build_array(jsonb_build_object('key', ${key('019ac003')}))
          from assets, generate_series(1, ${many}::int) n where assets.id = ${original} returning id
        )
        insert into asset_versions (company_id, asset_id, version, size, checksum, type, mime_type, extension, file_key,
          created_at)
        select company_id, ${id('019ac002')}, version, size, checksum, type, mime_type, extension, file_key, created_at
        from asset_versions, generate_series(1, ${many}::int) n, (select count(*) from copies) c
        where asset_id = ${original}`.execute(trx),
    )
    const began = await versionOf()
    const problems = await check({ fix: true })
    assert.deepEqual(
      problems.map(({ text, isFixed }) => [text, isFixed]),
      [['600 renditions of files in Acme are missing.', true]],
    )
    const most = await eventsPerCommit(db, acme.companyId, began)
    // The job that renders them again adds them in separate commits.
    assert.ok(most <= 500, `${most} events in one commit`)
    await settled(acme, asset.body.data.id)
  })
})

describe('an index', {
  skip: engine === 'postgres' && 'the owner of a server database is not a superuser',
}, () => {
  test('an index that lacks rows is reported with the number of rows', async () => {
    await asOwner(db, sql`create index lying on folders (company_id, depth, name) where name = 'nothing'`)
    await asOwner(db, sql`update pg_index set indpred = null where indexrelid = 'lying'::regclass`)
    try {
      const texts = textsOf(await check({ indexes: true }))
      assert.equal(texts.length, 1)
      assert.match(texts[0]!, /^The index lying finds 0 rows of folders instead of \d+\.$/)
    } finally {
      await asOwner(db, sql`drop index lying`)
    }
  })

  test('an unfinished index is reported', async () => {
    await asOwner(db, sql`create index half on folders (company_id, depth, name)`)
    await asOwner(db, sql`update pg_index set indisvalid = false where indexrelid = 'half'::regclass`)
    try {
      const [problem] = await check()
      assert.equal(problem?.text, 'The index half is incomplete and not used: its creation was interrupted.')
      assert.match(problem!.advice, /reindex index half/)
    } finally {
      await asOwner(db, sql`drop index half`)
    }
  })
})

describe('a missing file', () => {
  const counted = async (reader: string) =>
    (await samplesOf(service.url)).find(
      ({ name, labels }) => name === 'atelier_files_missing_total' && labels.reader === reader,
    )?.value
  const logged = (key: string) =>
    lines.filter((line) => line.includes('a stored file is missing') && line.includes(key))

  test('a missing file that a link requests is counted and logged', async () => {
    const before = await counted('link')
    await whileGone(original, async () => {
      const { url } = (await acme.get(`/api/assets/${asset.id}`)).body.data
      assert.equal((await fetch(url)).status, 404)
      await until('it is counted', async () => (await counted('link')) === before! + 1)
      assert.equal((await fetch(url)).status, 404)
      await until('it is counted again', async () => (await counted('link')) === before! + 2)
    })
    assert.equal(logged(original).length, 1, 'once a minute')
    assert.equal(JSON.parse(logged(original)[0]!).level, 50)
  })

  test('a missing file that a rendering job needs is counted', async () => {
    const before = await counted('picture')
    const one = await addAsset()
    const key = await keyOf('assets', one.id, 'file_key')
    const { url } = (await acme.get(`/api/assets/${one.id}/link?w=33`)).body.data
    await whileGone(key, async () => {
      assert.equal((await fetch(url)).status, 404)
      await until('it is counted', async () => (await counted('picture')) === before! + 1)
    })
    assert.equal(logged(key).length, 1)
  })

  test('a missing file whose asset was permanently deleted is not counted', async () => {
    const [gone, still] = [await addAsset(), await addAsset()]
    const key = await keyOf('assets', gone.id, 'file_key')
    await damage((trx) => sql`delete from assets where id = ${parseId('asset', gone.id)}`.execute(trx))
    await storage.remove([key])
    const before = await counted('link')
    assert.equal((await fetch(gone.url)).status, 404)
    // Requested second, so that once it is counted, the first request has been handled too.
    const other = await keyOf('assets', still.id, 'file_key')
    await whileGone(other, async () => {
      await fetch(still.url)
      await until('the other is counted', async () => (await counted('link')) === before! + 1)
    })
    assert.deepEqual(logged(key), [])
    await check({ fix: true })
  })
})

describe('an export', () => {
  test('an export omits a missing file, names the file, and can be imported', async () => {
    const path = join(directory, 'missing.tar')
    const reported: string[] = []
    const end = await whileGone(original, () =>
      writeArchive(service, acme.companyId, createWriteStream(path), (key) => reported.push(key)),
    )
    assert.deepEqual([end.missing, end.damaged, reported], [[original], [], [original]])
    const abroad = await startService()
    const { end: read } = await readArchive(abroad, () => createReadStream(path))
    assert.deepEqual(read, end)
    assert.deepEqual(textsOf(await check({}, abroad)), [
      `The original of ${asset.id} in Acme is missing: ${original}.`,
    ])
  })

  test('an export reports a damaged file and includes the file unchanged', async () => {
    const path = join(directory, 'damaged.tar')
    const end = await whileOther(original, Buffer.from('damaged'), () =>
      writeArchive(service, acme.companyId, createWriteStream(path)),
    )
    assert.deepEqual([end.missing, end.damaged], [[], [original]])
  })

  test('an export of a company with unfinished renditions can be imported, and the renditions are rendered then', async () => {
    const path = join(directory, 'processing.tar')
    const one = await addAsset()
    const id = parseId('asset', one.id)
    await damage((trx) =>
      sql`delete from renditions where source_key = (select file_key from assets where id = ${id})`.execute(
        trx,
      ),
    )
    await damage((trx) =>
      sql`update assets set status = 'processing', renditions = '[]' where id = ${id}`.execute(trx),
    )
    await writeArchive(service, acme.companyId, createWriteStream(path))
    const abroad = await startService()
    await readArchive(abroad, () => createReadStream(path))
    await withQueue(abroad, (queue) => drawPending({ ...abroad, queue }, acme.companyId))
    const status = async () => {
      const { rows } = await asCompany(abroad.db, acme.companyId, (trx) =>
        sql<{ status: string }>`select status from assets where id = ${id}`.execute(trx),
      )
      return rows[0]!.status
    }
    await until('it is drawn', async () => (await status()) === 'ready')
  })
})

test('the commands report problems as text and as JSON and exit with code 1', async () => {
  const config = await freshConfig()
  const run = async (...args: string[]) => {
    const printed: string[] = []
    const log = mock.method(console, 'log', (line: string) => printed.push(line))
    const before = process.exitCode
    process.exitCode = undefined
    try {
      await createProgram(async () => config).parseAsync(args, { from: 'user' })
      return { out: printed.join('\n'), code: process.exitCode ?? 0 }
    } finally {
      log.mock.restore()
      process.exitCode = before
    }
  }
  const { company_id } = JSON.parse((await run('company', 'create', 'Shop', '--json')).out)
  assert.deepEqual(await run('check'), { out: 'No problems found.', code: 0 })

  const { openFoundation } = await import('../src/app/foundation.ts')
  const company = parseId('company', company_id)!
  const key = `${company}/${newId()}.pdf`
  const foundation = await openFoundation(config)
  await asCompany(foundation.db, company, (trx) =>
    sql`insert into assets (company_id, id, name, name_key, type, mime_type, extension, size, checksum, status, file_key, updated_at)
      values (${company}, ${newId()}, 'a', 'a', 'document', 'application/pdf', 'pdf', 1, ${'0'.repeat(64)}, 'ready', ${key}, now())`.execute(
      trx,
    ),
  )
  await asCompany(foundation.db, company, (trx) =>
    sql`insert into asset_versions (company_id, asset_id, version, type, mime_type, extension, size, checksum, file_key, created_at)
      select company_id, id, 1, type, mime_type, extension, size, checksum, file_key, updated_at from assets`.execute(
      trx,
    ),
  )
  await foundation.close()

  const checked = await run('check')
  assert.match(
    checked.out,
    /^Shop has companies with a wrong storage usage.*\n\nThe original of ast_\w+ in Shop is missing: .*\n\n2 problems found\.$/,
  )
  assert.equal(checked.code, 1)
  const { out, code } = await run('check', '--fix', '--checksums', '--indexes', '--json')
  const { problems, problems_left } = JSON.parse(out)
  assert.deepEqual([problems.length, problems_left, code], [2, 1, 1])
  assert.deepEqual(
    problems.map(({ company_id, fixed }: { company_id: string; fixed: boolean }) => [company_id, fixed]),
    [
      [company_id, true],
      [company_id, false],
    ],
  )
  const exported = await run('export', '--company', company_id, join(directory, 'shop.tar'))
  assert.match(exported.out, /^Exported Shop .*\n1 file missing from the store:\n {2}\S+\.pdf\nRestore /)
  assert.equal(exported.code, 1)
})
