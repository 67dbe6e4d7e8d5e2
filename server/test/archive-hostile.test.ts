// Engines: postgres
// An archive is untrusted input. An import must reject rows and files of other companies, and leave nothing
// behind.
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { sql } from 'kysely'
import { accountTables } from '../src/archive/accounts.ts'
import { columnsIn } from '../src/archive/columns.ts'
import { ArchiveError } from '../src/archive/manifest.ts'
import { type Import, readArchive } from '../src/archive/read.ts'
import { archivedTables } from '../src/archive/tables.ts'
import { writeArchive } from '../src/archive/write.ts'
import { keyColumns } from '../src/assets/reaper.ts'
import { asCompany, inReading } from '../src/db/tenancy.ts'
import { newId, parseId, publicId, type Uuid } from '../src/ids.ts'
import { addMember } from '../src/members/queries.ts'
import {
  endOf,
  entriesOf,
  type Parts,
  packed,
  packedRaw,
  partsOf,
  type RawEntry,
} from './support/archives.ts'
import { asOwner, send } from './support/companies.ts'
import { type Member, twoLibraries } from './support/library.ts'
import { addRender } from './support/renders.ts'
import { startService } from './support/service.ts'

const home = await startService()
const [acme] = await twoLibraries(home)
await addMember(home.db, acme.companyId, acme.ownerId, 'owner')
// Most rows of a library are search terms. A few search terms are enough for these tests.
await asCompany(home.db, acme.companyId, async (trx) => {
  for (const { name } of archivedTables.filter(({ name }) => name.endsWith('_words')))
    await sql`
      delete from ${sql.table(name)} where (id, word) not in (
        select id, word from ${sql.table(name)} order by id, word limit 3
      )`.execute(trx)
})

/** The service that imports the archive. It also contains companies whose IDs the archive's author knows. */
const target = await startService()
const [globex, initech] = await twoLibraries(target)
await addMember(target.db, globex.companyId, globex.ownerId, 'owner')

const directory = await mkdtemp(join(tmpdir(), 'atelier-hostile-archive-'))
after(() => rm(directory, { recursive: true }))
const path = join(directory, 'acme.tar')
await writeArchive(home, acme.companyId, createWriteStream(path))
const genuine = await readFile(path)
const parts = await partsOf(genuine)

const tables = [...accountTables, ...archivedTables].map(({ name }) => name)
const columnsOf = await columnsIn(home.db, tables)
const { rows: storedColumns } = await sql<{ table: string; name: string }>`
  select table_name as table, column_name as name from information_schema.columns
  where table_schema = 'public' and table_name = any(${tables})`.execute(home.db)
const globexFile = await fileOf(globex)
const victim = parseId('client', globex.clientId)!

async function fileOf({ companyId }: Member) {
  const { rows } = await asCompany(target.db, companyId, (trx) =>
    sql<{ key: string }>`select file_key as key from assets limit 1`.execute(trx),
  )
  return rows[0]!.key
}

const { rows: everyTable } = await sql<{ name: string }>`
  select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(target.db)

/** Row counts of every table, for each company, and all files. */
async function everything() {
  const counts = everyTable.map(
    ({ name }) => sql`select ${name}::text as name, count(*)::int as rows from ${sql.table(name)}`,
  )
  const found: unknown[] = []
  for (const company of [globex.companyId, initech.companyId, acme.companyId]) {
    const { rows } = await asCompany(target.db, company, (trx) =>
      sql`${sql.join(counts, sql` union all `)}`.execute(trx),
    )
    const files: string[] = []
    for await (const { key } of target.storage.list(company)) files.push(key)
    found.push([rows, files.sort()])
  }
  return found
}

const before = await everything()

const read = (archive: Buffer, options?: Import) =>
  readArchive(target, () => Readable.from([archive]), options)

async function refused(archive: Buffer, what: string, message = /./, options?: Import) {
  const error = await read(archive, options).then(
    () => assert.fail(`${what} was imported`),
    (error: Error) => error,
  )
  assert.ok(error instanceof ArchiveError, `${what}: ${error.stack}`)
  assert.match(error.message, message, what)
}

/**
 * The genuine archive with a change and a matching end entry, so that only its contents reveal the change.
 */
function tampered(change: (parts: Parts) => void): Promise<Buffer> {
  const copy = { ...structuredClone(parts), files: new Map(parts.files) }
  change(copy)
  return packed(entriesOf(copy))
}

/** IDs of another company, by column, that a row could refer to. */
const stolen: Record<string, string> = {
  companies: globex.companyId,
  enterprises: globex.enterpriseId,
  people: globex.ownerId,
  clients: victim,
}

for (const table of tables)
  test(`${table}: rejects values of another company and malformed rows`, async () => {
    const columns = columnsOf.get(table)!
    const hostile: Record<string, (row: Record<string, unknown>, all: Parts) => void> = {
      'an unknown column': (row) => {
        row.is_operator = true
      },
      'an unknown column, including in the manifest': (row, { manifest }) => {
        manifest.tables[table]!.push('is_operator')
        row.is_operator = true
      },
      'a row that is too long': (row) => {
        row[manifestColumn(table)] = 'x'.repeat(9_000_000)
      },
      'a column twice': (_, { manifest }) => void manifest.tables[table]!.push(manifestColumn(table)),
      'a row without a column': (row) => {
        delete row[manifestColumn(table)]
      },
      'no row': (_, { rows }) => void rows[table]!.push([] as never),
      'null in place of a row': (_, { rows }) => void rows[table]!.push(null as never),
    }
    for (const { column, table: to } of columns.references)
      if (parts.manifest.tables[table]!.includes(column))
        hostile[`${column} of others`] = (row) => {
          row[column] = stolen[to]
        }
    for (const [name, column] of [...keyColumns, ['renditions', 'source_key']] as const)
      if (name === table)
        for (const key of [globexFile, `${acme.companyId}/../${globexFile}`, `${acme.companyId}/.png`])
          hostile[`${column} ${key}`] = (row) => {
            row[column] = key
          }
    for (const column of columns.generated)
      hostile[`the generated column ${column}`] = (row, { manifest }) => {
        manifest.tables[table]!.push(column)
        row[column] = '2026-01-01T00:00:00+00:00'
      }
    // A value such as the code of a share, which is a public URL.
    for (const { name } of storedColumns.filter((one) => one.table === table))
      if (!parts.manifest.tables[table]!.includes(name))
        hostile[`the column ${name}, which no archive has`] = (_, { manifest, rows }) => {
          manifest.tables[table]!.push(name)
          for (const row of rows[table]!) row[name] = null
        }
    // One column per type, because the accepted values depend only on the type.
    const ofEachType = new Map(parts.manifest.tables[table]!.map((one) => [columns.types.get(one), one]))
    for (const column of ofEachType.values())
      if (columns.schemas.get(column)!.safeParse([{}]).success === false)
        hostile[`a wrong type of ${column}`] = (row) => {
          row[column] = [{}]
        }
    for (const [what, change] of Object.entries(hostile))
      await refused(
        await tampered((copy) => {
          const row = copy.rows[table]![0]
          assert.ok(row, `the library has ${table}`)
          change(row, copy)
        }),
        `${table}: ${what}`,
      )
    assert.deepEqual(await everything(), before)
  })

const manifestColumn = (table: string) => parts.manifest.tables[table]!.at(-1)!

describe('rows that grant access', () => {
  const cases: Record<string, (parts: Parts) => void> = {
    'a client of the whole enterprise': ({ rows }) => {
      rows.clients![0]!.company_id = null
    },
    'a token for a client of another company': ({ rows }) => {
      rows.access_tokens![0]!.client_id = victim
    },
    'a secret that is not a hash': ({ rows }) => {
      rows.client_secrets![0]!.hash = '\\x00'
    },
    'a token that lives for a thousand years': ({ rows }) => {
      rows.access_tokens![0]!.expires_at = '3026-01-01T00:00:00+00:00'
    },
    'a token that is issued in a thousand years': ({ rows }) => {
      rows.access_tokens![0]!.issued_at = '3025-12-31T00:00:00+00:00'
      rows.access_tokens![0]!.expires_at = '3026-01-01T00:00:00+00:00'
    },
    'an unknown scope': ({ rows }) => {
      rows.clients![0]!.scopes = ['enterprises:write']
    },
    'a private key': ({ rows }) => {
      rows.clients![0]!.jwks = { keys: [{ kty: 'oct', k: 'AAAA' }] }
    },
    'an invalid address': ({ rows }) => {
      rows.clients![0]!.allowed_addresses = ['everywhere']
    },
    'an unknown role': ({ rows }) => {
      rows.memberships![0]!.role = 'operator'
    },
    'an operator': ({ manifest, rows }) => {
      manifest.tables.people!.push('is_operator')
      for (const row of rows.people!) row.is_operator = true
    },
    'a duplicate person': ({ rows }) => {
      rows.people!.push({ ...rows.people![0], id: newId(), email: 'OWNER@acme.example' })
    },
    "a person's id in capitals": ({ rows }) => {
      rows.people![0]!.id = String(rows.people![0]!.id).toUpperCase()
    },
    'no address': ({ rows }) => {
      rows.people![0]!.email = 'nobody'
    },
    'a name that is a link': ({ rows }) => {
      rows.people![0]!.name = 'Win at https://evil.example'
    },
    'a company with a name of two lines': ({ manifest }) => {
      manifest.company.name = 'Acme\nInc'
    },
    'events after the last': ({ manifest }) => {
      manifest.company.version -= 1
    },
    'fewer events than changes': ({ manifest }) => {
      manifest.company.version += 1
    },
    'a password that is not a hash': ({ rows }) => {
      rows.shares![0]!.password_hash = 'lagoon-7'
    },
    'a share of a folder that names none': ({ rows }) => {
      rows.shares!.find(({ kind }) => kind === 'folder')!.folder_id = null
    },
    'a share of assets that also names a folder': ({ rows }) => {
      const { folder_id } = rows.shares!.find(({ kind }) => kind === 'folder')!
      rows.shares!.find(({ kind }) => kind === 'assets')!.folder_id = folder_id
    },
    'an unknown download size': ({ rows }) => {
      rows.shares![0]!.download_sizes = ['everything']
    },
    'a password of a brand page that is not a hash': ({ rows }) => {
      rows.brand_pages![0]!.password_hash = 'lagoon-7'
    },
    'a reserved slug of a brand page': ({ rows }) => {
      rows.brand_pages![0]!.slug = 'portal'
    },
    'a brand page with unknown fields in a section': ({ rows }) => {
      rows.brand_pages![0]!.sections = [{ title: 'x', text: '', examples: [], html: '<b>' }]
    },
    'a client that is limited to more folders than a request can set': ({ rows }) => {
      rows.clients![0]!.read_folder_ids = Array.from({ length: 101 }, () => newId())
    },
    'a change by an unknown kind of actor': ({ rows }) => {
      rows.events![0]!.actor = { type: 'root' }
    },
    'a change whose actor has an ID that is none': ({ rows }) => {
      rows.events![0]!.actor = { type: 'person', id: 'owner' }
    },
    'a change without an actor': ({ rows }) => {
      rows.events![0]!.actor = null
    },
    'a change with details that are no object': ({ rows }) => {
      rows.events![0]!.data = [1]
    },
    'a zip that is never deleted': ({ rows }) => {
      rows.archives![0]!.expires_at = '2099-01-01T00:00:00+00:00'
    },
    'a zip of an unknown format': ({ rows }) => {
      rows.archives![0]!.format = { w: 1_000_000 }
    },
    "another company's rendition": ({ rows }) => {
      rows.assets![0]!.renditions = [{ name: 'thumb', key: globexFile }]
    },
    'the ID of an existing company': ({ manifest }) => {
      manifest.company.id = globex.companyId
    },
  }
  for (const [what, change] of Object.entries(cases))
    test(`an import rejects ${what}`, async () => {
      await refused(await tampered(change), what)
      assert.deepEqual(await everything(), before)
    })
})

describe('rules of requests', () => {
  const shareOf = ({ rows }: Parts, kind: string) => rows.shares!.find((share) => share.kind === kind)!
  const many = (rows: Record<string, unknown>[], count: number, id: string) => {
    for (let at = 0; at < count; at++) rows.push({ ...rows[0], [id]: newId() })
  }
  const cases: Record<string, [message: RegExp, change: (parts: Parts) => void]> = {
    'a share of an unknown kind': [
      /shares contain an invalid value of kind/,
      (parts) => {
        shareOf(parts, 'assets').kind = 'company'
      },
    ],
    'a share with a name of two lines': [
      /shares contain an invalid value of name/,
      (parts) => {
        shareOf(parts, 'assets').name = 'All\nassets'
      },
    ],
    'a share without a name': [
      /shares contain an invalid value of name/,
      (parts) => {
        shareOf(parts, 'assets').name = ' '
      },
    ],
    'a share with too long a message': [
      /shares contain an invalid value of message/,
      (parts) => {
        shareOf(parts, 'assets').message = 'x'.repeat(2_001)
      },
    ],
    'a share with a size twice': [
      /shares contain an invalid value of download_sizes/,
      (parts) => {
        shareOf(parts, 'assets').download_sizes = ['large', 'large']
      },
    ],
    'a share of uploads without their folder': [
      /shares contain an invalid value of kind/,
      (parts) => {
        shareOf(parts, 'uploads').upload_folder_id = null
      },
    ],
    'a share of uploads without a limit': [
      /shares contain an invalid value of upload_folder_id/,
      (parts) => {
        shareOf(parts, 'uploads').upload_bytes_max = null
      },
    ],
    'an uploader with a name of two lines': [
      /assets contain an invalid value of uploader_name/,
      ({ rows }) => {
        Object.assign(rows.assets![0]!, { uploader_name: 'Ada\nLind', upload_share_id: newId() })
      },
    ],
    'an uploader with too long a name': [
      /assets contain an invalid value of uploader_name/,
      ({ rows }) => {
        Object.assign(rows.assets![0]!, { uploader_name: 'x'.repeat(201), upload_share_id: newId() })
      },
    ],
    'an uploader without a share': [
      /assets contain an invalid value of uploader_name/,
      ({ rows }) => {
        Object.assign(rows.assets![0]!, { uploader_name: 'Ada Lind', upload_share_id: null })
      },
    ],
    'a share that takes too many uploads': [
      /shares contain an invalid value of upload_files_max/,
      (parts) => {
        shareOf(parts, 'uploads').upload_files_max = 10_001
      },
    ],
    'a share that takes uploads of an unknown type': [
      /shares contain an invalid value of upload_types/,
      (parts) => {
        shareOf(parts, 'uploads').upload_types = ['exe']
      },
    ],
    'a share with fewer than no views': [
      /shares contain an invalid value of views_count/,
      (parts) => {
        shareOf(parts, 'assets').views_count = -1
      },
    ],
    'too many shares': [/shares contain too many rows/, ({ rows }) => many(rows.shares!, 1_000, 'id')],
    'too many assets in a share': [
      /share_assets contain too many rows/,
      ({ rows }) => many(rows.share_assets!, 200, 'asset_id'),
    ],
    'an asset before the first of a share': [
      /share_assets contain an invalid value of position/,
      ({ rows }) => {
        rows.share_assets![0]!.position = -1
      },
    ],
    'a saved search with an unknown filter': [
      /saved_searches contain an invalid value of filters/,
      ({ rows }) => {
        rows.saved_searches![0]!.filters = { company_id: 'x' }
      },
    ],
    'too many saved searches': [
      /saved_searches contain too many rows/,
      ({ rows }) => many(rows.saved_searches!, 1_000, 'id'),
    ],
    'too many followers of a saved search': [
      /saved_search_followers contain too many rows/,
      ({ rows }) => {
        const [follower] = rows.saved_search_followers!
        for (let at = 0; at < 200; at++) rows.saved_search_followers!.push({ ...follower })
      },
    ],
    'a collection with a name of two lines': [
      /collections contain an invalid value of name/,
      ({ rows }) => {
        rows.collections![0]!.name = 'All\nassets'
      },
    ],
    'a collection with too long a description': [
      /collections contain an invalid value of description/,
      ({ rows }) => {
        rows.collections![0]!.description = 'x'.repeat(2_001)
      },
    ],
    'too many collections': [
      /collections contain too many rows/,
      ({ rows }) => many(rows.collections!, 1_000, 'id'),
    ],
    'too many assets in a collection': [
      /collection_items contain too many rows/,
      ({ rows }) => many(rows.collection_items!, 1_000, 'id'),
    ],
    'an asset before the first of a collection': [
      /collection_items contain an invalid value of position/,
      ({ rows }) => {
        rows.collection_items![0]!.position = -1
      },
    ],
  }
  const valueIn = ({ rows }: Parts, type: string, noun = 'asset') => {
    const property = rows.properties!.find((one) => one.type === type && one.applies_to === noun)!
    return rows[`${noun}_property_values`]!.find((value) => value.property_id === property.id)!
  }
  /** A value of a type with other columns. */
  const wrongValue = (type: string, columns: Record<string, unknown>, noun = 'asset') => {
    cases[`a value of the type ${type} with ${JSON.stringify(columns).slice(0, 60)}`] = [
      /_property_values contain (a value that its property does not allow|too many values of a property)/,
      (parts) => void Object.assign(valueIn(parts, type, noun), columns),
    ]
  }
  wrongValue('text', { text: 'two\nlines' })
  wrongValue('text', { text: 'x'.repeat(201) })
  wrongValue('text', { text: null })
  wrongValue('text', { number: 1 })
  wrongValue('text', { place: 1 })
  wrongValue('long_text', { text: 'x'.repeat(10_001) })
  wrongValue('long_text', { match: 'retouched' })
  wrongValue('number', { match: '1' })
  wrongValue('number', { number: 1e300 })
  wrongValue('number', { text: 'x'.repeat(1_000_000) })
  wrongValue('date', { match: '2025-01-01' })
  wrongValue('date', { date: null })
  wrongValue('boolean', { match: 'maybe' })
  wrongValue('choice', { match: 'mars' })
  wrongValue('choice', { match: 'EMEA' })
  wrongValue('choices', { match: 'mars' })
  wrongValue('choices', { place: -1 })
  wrongValue('link', { text: 'javascript:alert(1)' })
  wrongValue('link', { text: `https://a.example/${'x'.repeat(2_000)}` })
  wrongValue('person', { person_id: null })
  wrongValue('person', { text: 'Ada' })
  wrongValue('choice', { match: 'mars' }, 'template')
  cases['a value of a property of templates for an asset'] = [
    /asset_property_values contain a value without a property of assets/,
    (parts) => {
      valueIn(parts, 'text').property_id = valueIn(parts, 'text', 'template').property_id
    },
  ]
  cases['a choice twice'] = [
    /asset_property_values contain a choice twice/,
    (parts) => {
      const values = parts.rows.asset_property_values!
      const at = values.indexOf(valueIn(parts, 'choices'))
      values[at + 1]!.match = values[at]!.match
    },
  ]
  cases['two values of a property with one'] = [
    /asset_property_values contain too many values of a property/,
    (parts) => {
      const values = parts.rows.asset_property_values!
      const value = valueIn(parts, 'text')
      values.splice(values.indexOf(value) + 1, 0, { ...value, place: 1 })
    },
  ]
  cases['values in another order'] = [
    /asset_property_values contain values that are not in order/,
    (parts) => void parts.rows.asset_property_values!.push(parts.rows.asset_property_values!.shift()!),
  ]
  cases['more than 64 kB of values of an asset'] = [
    /asset_property_values contain too many bytes of values/,
    (parts) => {
      const value = valueIn(parts, 'long_text')
      const notes = parts.rows.properties!.find(({ id }) => id === value.property_id)!
      const ids = Array.from({ length: 3 }, () => newId()).sort()
      for (const [at, id] of ids.entries()) parts.rows.properties!.push({ ...notes, id, key: `notes_${at}` })
      const values = parts.rows.asset_property_values!
      const last = values.findLastIndex(({ id }) => id === value.id)
      const long = { match: null, number: null, date: null, person_id: null, text: 'あ'.repeat(9_000) }
      values.splice(last + 1, 0, ...ids.map((property_id) => ({ ...value, ...long, property_id })))
    },
  ]
  const wrongProperty = (column: string, type: string, value: unknown, named = column) => {
    cases[`a property of the type ${type} with ${column} ${JSON.stringify(value)}`] = [
      new RegExp(`properties contain an invalid value of ${named}`),
      ({ rows }) => {
        rows.properties!.find((one) => one.type === type && one.applies_to === 'asset')![column] = value
      },
    ]
  }
  const option = { key: 'emea', label: 'EMEA' }
  wrongProperty('type', 'text', 'html')
  wrongProperty('applies_to', 'text', 'folder')
  wrongProperty('visibility', 'text', 'nobody')
  wrongProperty('help', 'text', 'x'.repeat(1_001))
  wrongProperty('position', 'text', -1)
  wrongProperty('options', 'text', [option])
  wrongProperty('options', 'choice', [])
  wrongProperty('options', 'choices', [option, { ...option, key: 'other' }])
  wrongProperty('options', 'choices', [option, { key: 'EMEA', label: 'Other' }])
  wrongProperty('maps_from', 'boolean', 'title')
  wrongProperty('default_value', 'number', 'many')
  wrongProperty('default_value', 'choice', 'mars')
  wrongProperty('default_value', 'link', 'https://a.example')
  for (const [what, [message, change]] of Object.entries(cases))
    test(`an import rejects ${what}`, async () => {
      await refused(await tampered(change), what, message)
      assert.deepEqual(await everything(), before)
    })
})

describe('an existing enterprise', () => {
  const theirs = (copy: Parts) => {
    copy.manifest.enterprise.id = globex.enterpriseId
    for (const row of copy.rows.clients!) row.enterprise_id = globex.enterpriseId
  }

  test('an existing enterprise is not used just because the archive names it, and the error names the option for using it', async () => {
    await refused(await tampered(theirs), 'it', /already exists\..*--enterprise ent_/)
    assert.deepEqual(await everything(), before)
  })

  test('an existing enterprise must exist if the operator names it', async () => {
    await refused(genuine, 'it', /There is no enterprise ent_/, { enterpriseId: newId() })
  })
})

describe('archive entries', () => {
  const entries = entriesOf(parts)
  const [manifest, ...others] = entries as [RawEntry, ...RawEntry[]]
  const firstFile = others.find(({ name }) => name.startsWith('files/'))!
  const firstRows = others.find(({ name }) => name.startsWith('rows/'))!
  const with_ = (...added: RawEntry[]) => packed([manifest, ...added, ...others])
  const special = (type: 'symlink' | 'link' | 'character-device' | 'block-device' | 'fifo' | 'directory') =>
    with_({ name: 'files/x.png', body: '', header: { type, linkname: '/etc/passwd' } })
  const end = endOf(entries)
  const without = (name: string) => entries.filter((entry) => entry.name !== name)

  const cases: Record<string, () => Promise<Buffer>> = {
    'a symbolic link': () => special('symlink'),
    'a hard link': () => special('link'),
    'a character device': () => special('character-device'),
    'a block device': () => special('block-device'),
    'a pipe': () => special('fifo'),
    'a directory': () => special('directory'),
    'a file outside': () => with_({ name: 'files/../../x.png', body: 'x' }),
    'a file with an absolute path': () => with_({ name: '/etc/cron.d/x', body: 'x' }),
    'a file in a folder': () => with_({ name: `files/x/${globexFile.split('/')[1]}`, body: 'x' }),
    'a file with a name that is not a key': () => with_({ name: 'files/.ssh', body: 'x' }),
    'a file with a NUL in its name': () => with_({ name: 'files/a\0.png', body: 'x' }),
    'a file twice': () => with_(firstFile),
    'a file without a row': () => with_({ name: 'files/extra.png', body: 'x' }),
    'a file without a row, after the rows': () => packed([...entries, { name: 'files/late.png', body: 'x' }]),
    'other bytes in a file': () =>
      packed(entries.map((entry) => (entry === firstFile ? { ...entry, body: 'other bytes' } : entry))),
    'no file': () => packed(without(firstFile.name)),
    'an entry of an unknown kind': () => with_({ name: 'scripts/x.sql', body: 'drop table assets' }),
    'rows of an unknown table': () =>
      packed([...entries, { name: 'rows/sessions/000000.ndjson', body: '{}\n' }]),
    'rows of a table named __proto__': () =>
      packed([...entries, { name: 'rows/__proto__/000000.ndjson', body: '{}\n' }]),
    'a second part of rows in place of the first': () =>
      packed(
        entries.map((entry) =>
          entry === firstRows ? { ...entry, name: entry.name.replace('000000', '000001') } : entry,
        ),
      ),
    'rows twice': () => packed([...entries, firstRows]),
    'more rows in one entry than there may be': () =>
      packed(
        entries.map((entry) =>
          entry === firstRows ? { ...entry, body: `${entry.body}`.repeat(1_001) } : entry,
        ),
      ),
    'text that is not UTF-8': () =>
      packed(
        entries.map((entry) =>
          entry === firstRows
            ? { ...entry, body: Buffer.concat([Buffer.from(entry.body), Buffer.from([0xff, 0x0a])]) }
            : entry,
        ),
      ),
    'a file larger than its entry': () =>
      with_({ name: 'files/bomb.png', body: '', header: { size: 2 ** 40 } }).catch(() => liar()),
    'fewer rows than its end says': () => packed(entries, { ...end, rows: { ...end.rows, people: 99 } }),
    'fewer files than its end says': () => packed(entries, { ...end, files: end.files + 1 }),
    'an end that hides a missing file': () => packed(entries, { ...end, missing: [firstFile.name] }),
    'an end that excuses a damaged file': () =>
      packed(entries, { ...end, damaged: [`${acme.companyId}/${firstFile.name.split('/')[1]}`] }),
    'an end with a wrong checksum': () => packed(entries, { ...end, sha256: '0'.repeat(64) }),
    'an end of the first format': () => {
      const { missing: _, damaged: __, sha256: ___, ...first } = end
      return packed(entries, first)
    },
    'an entry after the end': () =>
      packedRaw([...entries, { name: 'end.json', body: JSON.stringify(end) }, firstRows]),
    'no end': () => packedRaw(entries),
    'no manifest': () => packed(others),
    'a manifest that is not the first': () => packed([...others, manifest], end),
  }

  /** A header that announces a terabyte, with no body. */
  async function liar() {
    const honest = await packedRaw([{ name: 'files/bomb.png', body: '' }])
    const header = honest.subarray(0, 512)
    header.write('77777777777\0', 124, 'latin1')
    header.fill(' ', 148, 156)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    const head = await packedRaw([manifest])
    return Buffer.concat([head.subarray(0, head.length - 1024), header, Buffer.alloc(4096)])
  }

  for (const [what, archive] of Object.entries(cases))
    test(`an import rejects ${what}`, async () => {
      await refused(await archive(), what)
      assert.deepEqual(await everything(), before)
    })

  test('an import rejects an entry of rows over 64 MB before reading the entry', async () => {
    const large = { ...firstRows, body: Buffer.alloc(65 * 1024 * 1024, ' ') }
    await refused(
      await packed(
        entries.map((entry) => (entry === firstRows ? large : entry)),
        end,
      ),
      'it',
      /too large/,
    )
  })
})

test('a failed import leaves no rows and no files', async () => {
  // A duplicate row looks valid until the database rejects it.
  const twice = await tampered(({ rows }) => void rows.asset_taggings!.push(rows.asset_taggings![0]!))
  await refused(twice, 'a row twice', /rows are inconsistent/)
  const nowhere = await tampered(({ rows }) => {
    rows.asset_taggings!.at(-1)!.tag_id = newId()
  })
  await refused(nowhere, 'a row that points nowhere', /rows are inconsistent/)
  assert.deepEqual(await everything(), before)
})

describe('PostgreSQL', () => {
  test('PostgreSQL protects every table with row-level security or an import trigger', async () => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables t where schemaname = 'public' and tablename not like 'kysely%'
        and not exists (
          select from pg_class c where c.oid = t.tablename::regclass and c.relforcerowsecurity
        )
        and not exists (
          select from pg_trigger g where g.tgrelid = t.tablename::regclass and g.tgname = 'import_stays_inside'
        )`.execute(target.db)
    assert.deepEqual(rows, [], 'give a new shared table the trigger of migration 0029')
  })

  const importing = <T>(work: (trx: Parameters<Parameters<typeof asCompany>[2]>[0]) => Promise<T>) =>
    inReading(target.db, (trx) =>
      asCompany(trx, acme.companyId, async () => {
        await sql`select set_config('app.importing', ${acme.companyId}, true)`.execute(trx)
        return work(trx)
      }),
    )
  const { companyId, enterpriseId, ownerId } = globex
  const id = newId()
  const hash = sql`sha256('x')`
  const writes = {
    'a membership': sql`insert into memberships (company_id, person_id, role) values (${companyId}, ${initech.ownerId}, 'owner')`,
    'a client': sql`insert into clients (id, enterprise_id, company_id, name, scopes) values (${id}, ${enterpriseId}, ${companyId}, 'x', '{}')`,
    'a client of an enterprise': sql`insert into clients (id, enterprise_id, name, scopes) values (${id}, ${enterpriseId}, 'x', '{}')`,
    'a secret': sql`insert into client_secrets (id, client_id, hash) values (${id}, ${victim}, ${hash})`,
    'a token': sql`insert into access_tokens (hash, client_id, scopes, issued_at, expires_at)
      values (${hash}, ${victim}, '{}', now(), now() + interval '1 day')`,
    'an operator': sql`insert into people (id, name, email, is_operator) values (${id}, 'x', 'x@x.example', true)`,
    'a proven address': sql`insert into people (id, name, email, email_verified) values (${id}, 'x', 'x@x.example', true)`,
    'a session': sql`insert into sessions (id, person_id, token, expires_at) values (${id}, ${ownerId}, 'x', now())`,
    'a password': sql`insert into sign_in_methods (id, person_id, provider_id, account_id) values (${id}, ${ownerId}, 'credential', 'x')`,
    'an invitation': sql`insert into invitations (id, company_id, email, role, status, inviter_id, expires_at)
      values (${id}, ${companyId}, 'x@x.example', 'owner', 'pending', ${ownerId}, now() + interval '1 day')`,
    'another company': sql`insert into companies (id, enterprise_id, name) values (${id}, ${enterpriseId}, 'x')`,
    'an asset': sql`insert into folders (company_id, id, name, name_key, path, depth, updated_at)
      values (${companyId}, ${id}, 'x', 'x', '/x', 1, now())`,
    'a change of a client': sql`update clients set company_id = ${acme.companyId} where id = ${victim}`,
    'a change of a member': sql`update memberships set role = 'viewer' where company_id = ${companyId}`,
    'the end of a client': sql`delete from clients where id = ${victim}`,
  }
  for (const [what, write] of Object.entries(writes))
    test(`PostgreSQL rejects ${what} of another company in an import transaction`, async () => {
      await assert.rejects(
        importing((trx) => write.execute(trx)),
        { code: '42501' },
      )
    })

  for (const [table, column] of [...keyColumns, ['renditions', 'source_key']] as const)
    test(`PostgreSQL rejects another company's file in ${table}.${column} in any transaction`, async () => {
      // Archives do not contain renders.
      if (table === 'renders') await addRender(target.db, initech.companyId)
      await assert.rejects(
        asCompany(target.db, initech.companyId, (trx) =>
          sql`update ${sql.table(table)} set ${sql.ref(column)} = ${globexFile}`.execute(trx),
        ),
        { code: '23514' },
      )
    })

  test("PostgreSQL rejects another company's file among the renditions of an asset", async () => {
    const renditions = JSON.stringify([{ name: 'thumb', key: globexFile }])
    await assert.rejects(
      asCompany(target.db, initech.companyId, (trx) =>
        sql`update assets set renditions = ${renditions}::jsonb`.execute(trx),
      ),
      { code: '23514' },
    )
  })
})

// Runs last, because from here on the target has the company.
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })

test('a person with an existing ID but a different e-mail address is imported as a new person', async () => {
  const archive = await tampered(({ rows }) => {
    const text = JSON.stringify(rows)
      .replaceAll(acme.ownerId, globex.ownerId)
      .replaceAll('owner@acme.example', 'somebody@else.example')
    Object.assign(rows, JSON.parse(text))
    rows.clients![0]!.jwks = { keys: [{ ...key, x5u: 'https://evil.example/chain', kid: 'one' }] }
    const change = { type: 'asset.updated', resource_type: 'asset', resource_id: rows.assets![0]!.id }
    Object.assign(rows.events![0]!, { ...change, actor: { type: 'person', id: initech.ownerId } })
  })
  await read(archive, { enterpriseId: initech.enterpriseId })
  const members = await target.db
    .selectFrom('memberships')
    .select(['person_id', 'role'])
    .where('company_id', '=', acme.companyId)
    .execute()
  assert.equal(members.length, 1)
  assert.notEqual(members[0]!.person_id, globex.ownerId)
  const owned = await target.db
    .selectFrom('memberships')
    .select('company_id')
    .where('person_id', '=', globex.ownerId)
    .execute()
  assert.deepEqual(owned, [{ company_id: globex.companyId }])
})

// Otherwise, the history of the asset would show the name of a person of another company.
test('a change by a person whom the archive does not contain is imported without the person', async () => {
  const headers = { authorization: `Bearer ${acme.token}` }
  const id = publicId('asset', parts.rows.assets![0]!.id as Uuid)
  const { status, body, text } = await send(target, 'GET', `/api/assets/${id}/changes`, { headers })
  assert.equal(status, 200, text)
  assert.deepEqual(
    body.data.map(({ actor }: { actor: unknown }) => actor),
    [{ type: 'person', id: null, name: null }],
  )
})

test("only the verification fields of a client's keys are imported", async () => {
  const { jwks } = await target.db
    .selectFrom('clients')
    .select('jwks')
    .where('id', '=', parseId('client', acme.clientId)!)
    .executeTakeFirstOrThrow()
  assert.deepEqual(jwks, { keys: [{ ...key, kid: 'one' }] })
})

test('a company is imported into the enterprise that the operator names, with its clients', async () => {
  const { rows } = await sql<{ enterprise_id: string }>`
    select enterprise_id from companies where id = ${acme.companyId}
    union select enterprise_id from clients where company_id = ${acme.companyId}`.execute(target.db)
  assert.deepEqual(rows, [{ enterprise_id: initech.enterpriseId }])
  const known = await asOwner(target.db, sql`select from enterprises where id = ${acme.enterpriseId}`)
  assert.equal(known.length, 0)
  const headers = { authorization: `Bearer ${acme.token}` }
  assert.equal((await send(target, 'GET', '/api/assets', { headers })).status, 200)
})
