// Engines: postgres
// Assets as a table: exported as CSV, edited, checked and imported.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { applyRows, rowsPerAsset } from '../src/asset-tables/apply.ts'
import { parseId } from '../src/ids.ts'
import { readCsv } from '../src/row-files/csv.ts'
import { csvLine, withoutApostrophes } from '../src/row-files/csv-line.ts'
import { changeAs, newCaller, newCompany } from './support/companies.ts'
import { fillFolder } from './support/large-folder.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'

const service = await startService({ env: { RATE_LIMIT_PER_MINUTE: '0' } })
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

const make = async (path: string, body: object): Promise<Shown> => {
  const answer = await acme.post(`/api${path}`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const asset = async (fields: Record<string, string>, as = acme): Promise<Shown> =>
  (await upload(service, as, { bytes: await picture(), name: 'x.png' }, fields)).body.data
const shown = async (id: string): Promise<Shown> => (await acme.get(`/api/assets/${id}`)).body.data

type Table = { columns: string[]; rows: Record<string, string>[] }

async function exported(query: string): Promise<Table> {
  const { status, text } = await acme.get(`/api/assets.csv?${query}`)
  assert.equal(status, 200, text)
  const { columns, rows } = readCsv(Buffer.from(text))
  return {
    columns,
    rows: rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, String(row[at])]))),
  }
}

const csvOf = ({ columns, rows }: Table) =>
  Buffer.from(csvLine(columns) + rows.map((row) => csvLine(columns.map((column) => row[column]))).join(''))

/** Sends the cells as a spreadsheet saves them: with the apostrophes of the export. */
const rawCsvOf = ({ columns, rows }: Table) => {
  const line = (cells: string[]) => `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`
  return Buffer.from(line(columns) + rows.map((row) => line(columns.map((column) => row[column]!))).join(''))
}

const send = (bytes: Buffer, fields: Record<string, string> = {}) =>
  upload(service, acme, { bytes, name: 'assets.csv' }, fields, { path: '/api/asset-tables' })

await make('/properties', {
  label: 'Season',
  type: 'choice',
  options: [{ label: 'Spring' }, { label: 'Fall' }],
})
await make('/properties', {
  label: 'Channels',
  type: 'choices',
  options: [{ label: 'Web' }, { label: 'Print' }],
})
await make('/properties', { label: 'Budget', type: 'number' })
await make('/properties', { label: 'Cleared', type: 'boolean' })
await make('/properties', { label: 'Owner', type: 'person' })
for (const name of ['sea', 'boats', 'old']) await make('/asset-tags', { name })
const harbor = await make('/folders', { name: 'Harbor' })
const coast = await make('/folders', { name: 'Coast' })

describe('a table of assets', () => {
  test('a table of assets has an ETag that changes with the assets and with the query', async () => {
    const [{ id }, other] = [await asset({ name: 'Tide' }), 'type=image&bom=true']
    const tagOf = async (query: string) => (await acme.get(`/api/assets.csv?${query}`)).headers.get('etag')!
    // Renditions change the asset.
    await until('the asset is ready', async () => (await shown(id)).status === 'ready')
    const tag = await tagOf('type=image')
    assert.equal(await tagOf('type=image'), tag)
    assert.notEqual(await tagOf(other), tag)
    const again = (known: string) => acme.get('/api/assets.csv?type=image', { 'if-none-match': known })
    assert.equal((await again(tag)).status, 304)
    assert.equal((await acme.patch(`/api/assets/${id}`, { name: 'Ebb' })).status, 200)
    assert.equal((await again(tag)).status, 200)
  })

  // Holds R-TABLE-1.
  test('a table of assets has a row for each asset that matches the filter, with fields, tags and properties', async () => {
    const one = await asset({
      name: '=SUM(A1); "quoted"',
      description: 'Two\nlines, -1',
      folder_id: harbor.id,
      tags: 'sea,boats',
      properties: JSON.stringify({ season: 'fall', channels: ['web', 'print'], budget: -5, cleared: false }),
      expires_at: '2040-01-31',
    })
    await asset({ name: 'Elsewhere' })
    const { columns, rows } = await exported(`folder_id=${harbor.id}`)
    assert.deepEqual(columns.slice(0, 5), ['id', 'name', 'filename', 'folder_path', 'tags'])
    assert.equal(rows.length, 1)
    const cells = Object.fromEntries(
      Object.entries(rows[0]!).map(([key, cell]) => [key, withoutApostrophes(cell)]),
    )
    const { id } = one
    assert.deepEqual(cells, {
      id,
      name: '=SUM(A1); "quoted"',
      filename: 'x.png',
      folder_path: '/Harbor',
      tags: 'boats; sea',
      alt_text: '',
      // Forms send line breaks as CRLF.
      description: 'Two\r\nlines, -1',
      copyright: '',
      license: '',
      usage_terms: '',
      external_id: '',
      available_from: '',
      expires_at: '2040-01-31T00:00:00.000Z',
      'properties.season': 'fall',
      'properties.channels': 'web; print',
      'properties.budget': '-5',
      'properties.cleared': 'false',
      'properties.owner': '',
      revised_at: cells.revised_at,
    })
    assert.ok(Date.parse(cells.revised_at!) >= Date.parse(one.created_at))
    assert.equal(rows[0]!.name, `'=SUM(A1); "quoted"`)
  })

  // Holds R-TABLE-2.
  test('importing an unedited table changes nothing, with or without the apostrophes', async () => {
    const table = await exported('')
    for (const bytes of [csvOf(table), rawCsvOf(table)]) {
      const { status, body, text } = await send(rawCsvOf(table), { apply: 'true' })
      assert.equal(status, 200, text)
      assert.ok(bytes.length > 0)
      assert.deepEqual(
        [body.data.is_applied, body.data.rows_count, body.data.changes_count, body.data.faults_count],
        [true, table.rows.length, 0, 0],
      )
    }
  })

  test('a table of assets keeps every text through its apostrophes', () => {
    const cell = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', "'", ';', ' ', '\n', '"', ',', 'a'),
      maxLength: 12,
    })
    fc.assert(
      fc.property(cell, (text) => {
        const [row] = readCsv(Buffer.from(`a,b\r\n${csvLine([text, 'x'])}`)).rows
        assert.equal(withoutApostrophes(String(row![0])), text)
      }),
      { numRuns: 2_000 },
    )
  })

  // Holds R-TABLE-2.
  test('a table is checked first, and the response lists changes and errors by row and column', async () => {
    const { id } = await asset({ name: 'Checked', folder_id: harbor.id })
    const foreign = (await asset({ name: 'Foreign' }, globex)).id
    const columns = ['id', 'name', 'folder_path', 'expires_at', 'properties.season', 'properties.owner']
    const blank = Object.fromEntries(columns.map((column) => [column, '']))
    const row = (cells: Record<string, string>) => ({
      ...blank,
      id,
      name: 'Checked',
      folder_path: '/Harbor',
      ...cells,
    })
    const rows = [
      row({ name: 'Renamed', folder_path: '/Coast', 'properties.season': 'Spring' }),
      row({}),
      row({ id: foreign }),
      row({ id: 'ast_none' }),
    ]
    const { status, body } = await send(csvOf({ columns, rows }))
    assert.equal(status, 200)
    assert.deepEqual(body.data, {
      is_applied: false,
      rows_count: 4,
      changes_count: 1,
      faults_count: 3,
      changes: [
        {
          row: 1,
          id,
          name: 'Checked',
          cells: [
            { column: 'name', from: 'Checked', to: 'Renamed' },
            { column: 'folder_path', from: '/Harbor', to: '/Coast' },
            { column: 'properties.season', from: '', to: 'Spring' },
          ],
        },
      ],
      faults: [
        { row: 2, column: 'id', message: 'Another row has this ID.' },
        { row: 3, column: 'id', message: 'There is no asset with this ID.' },
        { row: 4, column: 'id', message: 'There is no asset with this ID.' },
      ],
    })
    const wrong = [
      row({
        name: ' ',
        folder_path: '/None',
        expires_at: 'soon',
        'properties.season': 'Winter',
        'properties.owner': 'x',
      }),
    ]
    const { body: second } = await send(csvOf({ columns, rows: wrong }))
    assert.deepEqual(
      second.data.faults.map(({ column }: Shown) => column).sort(),
      [...columns.slice(1)].sort(),
    )
    assert.equal((await shown(id)).name, 'Checked')
  })

  // Holds R-TABLE-2.
  test('an import changes only cells that the table contains: an empty cell removes a value, and a missing NDJSON member does not', async () => {
    const [one, two] = [
      await asset({ copyright: '© One' }),
      await asset({ copyright: '© Two', license: 'CC0' }),
    ]
    const rows = [
      { id: one.id, copyright: '', name: 'First' },
      { id: two.id, license: '' },
    ]
    const bytes = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const { body, text } = await upload(
      service,
      acme,
      { bytes, name: 'assets.ndjson' },
      { apply: 'true' },
      { path: '/api/asset-tables' },
    )
    assert.equal(body.data?.changes_count, 2, text)
    const [first, second] = [await shown(one.id), await shown(two.id)]
    assert.deepEqual(
      [first.copyright, first.name, second.copyright, second.license],
      [null, 'First', '© Two', null],
    )
  })

  test('rejects an NDJSON file with a value that is nested too deeply', async () => {
    for (const depth of [40, 9_000, 200_000]) {
      const bytes = Buffer.from(`{"id":${'['.repeat(depth)}${']'.repeat(depth)}}\n`)
      const file = { bytes, name: 'assets.ndjson' }
      const { status, body } = await upload(service, acme, file, {}, { path: '/api/asset-tables' })
      assert.deepEqual([status, body], [422, { file: ['Line 1 is nested too deeply.'] }])
    }
  })

  // Holds R-TABLE-1 and R-TABLE-2.
  test('translations in a table can be edited, added and removed', async () => {
    const { id } = await asset({
      name: 'Lighthouse',
      translations: JSON.stringify({ de: { name: 'Leuchtturm', alt_text: 'Ein Turm' }, 'pt-BR': {} }),
    })
    const table = await exported(`ids=${id}&languages=DE,pt-br,de`)
    const names = ['de', 'pt-BR'].flatMap((tag) =>
      ['name', 'description', 'alt_text'].map((text) => `translations.${tag}.${text}`),
    )
    assert.deepEqual(
      table.columns.filter((name) => name.startsWith('translations')),
      names,
    )
    const [row] = table.rows as [Record<string, string>]
    assert.deepEqual(
      names.map((name) => row[name]),
      ['Leuchtturm', '', 'Ein Turm', '', '', ''],
    )
    assert.equal((await send(rawCsvOf(table))).body.data.changes_count, 0)

    row['translations.de.name'] = 'Der Leuchtturm'
    row['translations.de.alt_text'] = ''
    row['translations.pt-BR.name'] = 'Farol'
    row['translations.fr.description'] = 'Un phare'
    const columns = [...table.columns, 'translations.fr.description']
    const { body } = await send(rawCsvOf({ columns, rows: [row] }), { apply: 'true' })
    assert.deepEqual(
      body.data.changes[0].cells.map(({ column, from, to }: Shown) => [column, from, to]),
      [
        ['translations.de.name', 'Leuchtturm', 'Der Leuchtturm'],
        ['translations.de.alt_text', 'Ein Turm', ''],
        ['translations.pt-BR.name', '', 'Farol'],
        ['translations.fr.description', '', 'Un phare'],
      ],
    )
    assert.deepEqual((await shown(id)).translations, {
      de: { name: 'Der Leuchtturm' },
      fr: { description: 'Un phare' },
      'pt-BR': { name: 'Farol' },
    })

    const sendCell = (column: string, cell: string) =>
      send(csvOf({ columns: ['id', column], rows: [{ id, [column]: cell }] }))
    const long = await sendCell('translations.de.name', 'x'.repeat(300))
    assert.equal(long.body.data.faults[0].column, 'translations.de.name')
    const misspelled = await sendCell('translations.DE.name', 'x')
    assert.match(misspelled.body.file[0], /Did you mean translations\.de\.name\?/)
    assert.equal((await acme.get('/api/assets.csv?languages=d!')).status, 422)
  })

  // Holds R-TABLE-1.
  test('a table starts with a byte order mark on request', async () => {
    const answer = await fetch(`${service.url}/api/assets.csv?bom=true&ids=${(await asset({})).id}`, {
      headers: { authorization: `Bearer ${acme.token}` },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.deepEqual([...bytes.subarray(0, 5)], [0xef, 0xbb, 0xbf, 0x69, 0x64])
    assert.match(answer.headers.get('content-disposition')!, /assets\.csv/)
    assert.equal((await send(bytes)).body.data.changes_count, 0)
  })

  test('an import skips assets whose new values are no longer valid when they are applied', async () => {
    const folder = await make('/folders', { name: 'Short-lived' })
    const [one, two] = [await asset({ name: 'Moved' }), await asset({ name: 'Renamed' })]
    const { rows } = await exported(`ids=${one.id},${two.id}`)
    const revised = new Map(rows.map((row) => [row.id, row.revised_at!]))
    const rowOf = ({ id }: Shown, change: object) => ({
      id: parseId('asset', id)!,
      revisedAt: revised.get(id)!,
      change,
    })
    const state = {
      changes: [rowOf(one, { name: 'x', folder_id: folder.id }), rowOf(two, { name: 'Second' })],
    }
    await acme.delete(`/api/folders/${folder.id}`)
    await changeAs(service.db, acme.companyId, async (trx) => {
      const { events } = await applyRows(trx, acme.companyId, state, 100, 2 * rowsPerAsset)
      return { result: undefined, events }
    })
    const [skipped, changed] = [await shown(one.id), await shown(two.id)]
    assert.deepEqual([skipped.name, skipped.folder_id, changed.name], ['Moved', null, 'Second'])
  })

  // Holds R-TABLE-3.
  test('can change 4 MB of texts', async () => {
    const { id: folder } = await make('/folders', { name: 'Texts' })
    const place = { companyId: acme.companyId, folder: parseId('folder', folder)!, path: '/Texts' }
    await fillFolder(service.db, { ...place, folders: 5, assetsEach: 50 })
    const { rows } = await exported(`folder_id=${folder}&recursive=true`)
    assert.equal(rows.length, 250)
    const description = 'x'.repeat(9_000)
    const table = { columns: ['id', 'description'], rows: rows.map(({ id }) => ({ id: id!, description })) }
    const { status, body, text } = await send(csvOf(table), { apply: 'true' })
    assert.equal(status, 202, text)
    const statusOf = async () => (await acme.get(`/api/jobs/${body.job.id}`)).body.data.status
    await until('the job ends', async () => (await statusOf()) === 'done', 60_000)
    for (const { id } of [rows[0]!, rows.at(-1)!]) assert.equal((await shown(id!)).description, description)
  })

  // Otherwise, each step would store megabytes again, while other writes of the company wait.
  test('is applied in steps that continue by the number of rows, without storing the remaining changes again', async () => {
    const made = [await asset({ name: 'A' }), await asset({ name: 'B' }), await asset({ name: 'C' })]
    const { rows: exportedRows } = await exported(`ids=${made.map(({ id }) => id).join()}`)
    const changes = exportedRows.map(({ id, revised_at }) => {
      return { id: parseId('asset', id!)!, revisedAt: revised_at!, change: { alt_text: 'stepwise' } }
    })
    const state = { changes }
    for (let left = 3; left > 0; left--)
      await changeAs(service.db, acme.companyId, async (trx) => {
        const all = [trx, acme.companyId, state, rowsPerAsset, left * rowsPerAsset] as const
        const { rows, events, next } = await applyRows(...all)
        assert.deepEqual([rows, events.length], [rowsPerAsset, 1])
        assert.equal(next, left > 1 ? state : undefined)
        return { result: undefined, events }
      })
    for (const { id } of made) assert.equal((await shown(id)).alt_text, 'stepwise')
  })

  // Holds R-TABLE-3.
  test('a table is applied completely, or without the rows that have errors', async () => {
    const [one, two] = [await asset({ name: 'One', tags: 'old' }), await asset({ name: 'Two' })]
    const columns = [
      'id',
      'name',
      'tags',
      'copyright',
      'properties.channels',
      'properties.budget',
      'properties.cleared',
    ]
    const rows = [
      {
        ...{ id: one.id, name: 'First', tags: 'new; newer', copyright: '© Acme' },
        ...{ 'properties.channels': 'Print; web', 'properties.budget': '12.5', 'properties.cleared': 'TRUE' },
      },
      {
        id: two.id,
        name: 'Two',
        tags: '',
        copyright: '',
        'properties.channels': '',
        'properties.budget': 'much',
        'properties.cleared': '',
      },
    ]
    const refused = await send(csvOf({ columns, rows }), { apply: 'true' })
    assert.deepEqual(
      [refused.status, refused.body],
      [422, { file: ['Row 2, column properties.budget: The value must be a number. Nothing was changed.'] }],
    )
    assert.equal((await shown(one.id)).name, 'One')
    const since = (await acme.get('/api/changes?per_page=1000')).body.meta.next
    const applied = await send(csvOf({ columns, rows }), { apply: 'true', skip_faults: 'true' })
    assert.equal(applied.status, 200, applied.text)
    assert.deepEqual([applied.body.data.changes_count, applied.body.data.faults_count], [1, 1])
    const { name, tags, copyright, properties } = await shown(one.id)
    assert.deepEqual(
      [name, tags.map((tag: Shown) => tag.name).sort(), copyright, properties],
      ['First', ['new', 'newer'], '© Acme', { channels: ['print', 'web'], budget: 12.5, cleared: true }],
    )
    assert.equal((await shown(two.id)).name, 'Two')
    const { data } = (await acme.get(`/api/changes?since=${since}&types=asset.updated`)).body
    assert.deepEqual(
      data
        .filter(({ actor }: Shown) => actor.type !== 'system')
        .map(({ resource_id, data }: Shown) => [resource_id, data.fields]),
      [[one.id, ['name', 'tags', 'copyright', 'properties']]],
    )
  })

  // Holds R-TABLE-3.
  test('an import does not overwrite an asset that was changed since the export', async () => {
    const { id } = await asset({ name: 'Shared', folder_id: coast.id })
    const table = await exported(`folder_id=${coast.id}`)
    await acme.patch(`/api/assets/${id}`, { description: 'By somebody else' })
    const rows = table.rows.map((row) => ({ ...row, copyright: '© Acme' }))
    const { body } = await send(csvOf({ ...table, rows }))
    assert.deepEqual(body.data.faults, [
      { row: 1, column: 'revised_at', message: 'The asset was changed since the export. Export it again.' },
    ])
    const columns = table.columns.filter((column) => !['revised_at', 'description'].includes(column))
    assert.equal((await send(csvOf({ columns, rows }), { apply: 'true' })).body.data.changes_count, 1)
    const { copyright, description } = await shown(id)
    assert.deepEqual([copyright, description], ['© Acme', 'By somebody else'])
  })

  test('an import keeps suggested tags', async () => {
    const { id } = await asset({ name: 'Suggested' })
    await acme.patch(`/api/assets/${id}`, {
      tags: [{ name: 'boat' }, { name: 'sea', source: 'auto', confidence: 0.5 }],
    })
    const columns = ['id', 'tags']
    await send(csvOf({ columns, rows: [{ id, tags: 'boat; quay' }] }), { apply: 'true' })
    const { tags } = await shown(id)
    assert.deepEqual(tags.map(({ name, source }: Shown) => [name, source]).sort(), [
      ['boat', 'manual'],
      ['quay', 'manual'],
      ['sea', 'auto'],
    ])
  })

  test('a job applies a table with more than 100 changed assets', { timeout: 120_000 }, async () => {
    const many = await make('/folders', { name: 'Many' })
    const bytes = await picture()
    for (let at = 0; at < 130; at++)
      await upload(service, acme, { bytes, name: `${at}.png` }, { folder_id: many.id })
    const table = await exported(`folder_id=${many.id}`)
    const rows = table.rows.map((row, at) => ({
      ...row,
      copyright: `© ${at}`,
      'properties.season': 'spring',
    }))
    const { status, body } = await send(csvOf({ ...table, rows }), { apply: 'true' })
    assert.deepEqual([status, body.job.type, body.data.changes_count], [202, 'asset.table', 130])
    assert.equal(body.data.changes.length, 100)
    await until(
      'the job is done',
      async () => (await acme.get(`/api/jobs/${body.job.id}`)).body.data.status === 'done',
    )
    const after = await exported(`folder_id=${many.id}`)
    assert.deepEqual(
      after.rows.map((row) => [row.copyright, row['properties.season']]),
      rows.map((row) => [row.copyright, 'spring']),
    )
  })

  test('a table needs the column id, and accepts no unknown columns', async () => {
    for (const [text, message] of [
      ['name\nx\n', 'The file needs a column id with the IDs of the assets.'],
      ['id,nmae\nx,y\n', 'The column nmae is not known here. Did you mean name?'],
      ['id\n', 'The file has a header, but no rows.'],
    ] as const)
      assert.deepEqual((await send(Buffer.from(text))).body, { file: [message] })
  })

  test('a table requires assets:read for exports and assets:write for imports', async () => {
    const reader = await newCaller(service, { name: 'reader', ...acme, scopes: ['assets:read'] })
    assert.equal((await reader.get('/api/assets.csv')).status, 200)
    const bytes = Buffer.from('id\nx\n')
    const refused = await upload(service, reader, { bytes }, {}, { path: '/api/asset-tables' })
    assert.equal(refused.status, 403)
  })
})
