// Engines: postgres
// Batches of renders: rows from JSON and files, their order, names, zip, report, retries and cancellation.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { fromBufferPromise } from 'yauzl'
import { z } from 'zod'
import { asCompany } from '../src/db/tenancy.ts'
import { ApiError } from '../src/errors.ts'
import { scopes } from '../src/http/caller.ts'
import { parseId } from '../src/ids.ts'
import { zipOf } from '../src/render-batches/zip.ts'
import { drawnFields } from '../src/renders/body.ts'
import { gather } from '../src/renders/gather.ts'
import { keptSources } from '../src/renders/sources.ts'
import { newCaller, newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { recordedStorage } from './support/recorded-storage.ts'
import { newPicture, newTemplate } from './support/renders.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture, upload } from './support/uploads.ts'
import { sheetRow, workbook } from './support/xlsx.ts'

const service = await startService({ env: { RENDERS_PER_MINUTE: '0' } })
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')
const template = await newTemplate(service, acme)

const batchPath = '/api/render-batches'

async function createBatch(body: object): Promise<Shown> {
  const answer = await acme.post(batchPath, { template_ids: [template.id], ...body })
  assert.equal(answer.status, 201, answer.text)
  assert.equal(answer.headers.get('location'), `${batchPath}/${answer.body.data.id}`)
  return answer.body.data
}

const endedBatch = (id: string, caller: Pick<typeof acme, 'get'> = acme): Promise<Shown> =>
  until(
    `${id} has ended`,
    async () => {
      const { body } = await caller.get(`${batchPath}/${id}`)
      return ['done', 'cancelled'].includes(body.data?.status) && body.data
    },
    120_000,
  )

async function rowsOf(id: string, query = ''): Promise<Shown[]> {
  const answer = await acme.get(`${batchPath}/${id}/rows?per_page=100${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body.data
}

const rows = (count: number, text = 'Row') =>
  Array.from({ length: count }, (_, at) => ({ headline: `${text} ${at + 1}` }))

async function zipped(url: string): Promise<Map<string, Buffer>> {
  const response = await fetch(url)
  assert.equal(response.status, 200)
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.equal(Number(response.headers.get('content-length')), bytes.length)
  const files = new Map<string, Buffer>()
  const archive = await fromBufferPromise(bytes, { lazyEntries: true })
  for await (const entry of archive.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}

// Holds R-BATCH-4.
test('each row is rendered once, and the zip contains its file under the name of the pattern', async () => {
  const created = await createBatch({
    rows: rows(5).map((row, at) => ({ ...row, sku: `A/${at + 1}` })),
    name_pattern: '{sku}-{template}.png',
  })
  assert.deepEqual(created.counts, { rows: 5, done: 0, failed: 0, cached: 0, with_findings: 0 })
  const done = await endedBatch(created.id)
  assert.deepEqual([done.status, done.counts.done, done.counts.failed], ['done', 5, 0])
  const shown = await rowsOf(done.id)
  assert.deepEqual(
    shown.map(({ row }) => row),
    [1, 2, 3, 4, 5],
  )
  assert.deepEqual(
    shown.map(({ status }) => status),
    Array(5).fill('done'),
  )
  const files = await zipped(done.zip_url)
  assert.deepEqual(
    [...files.keys()],
    shown.map(({ name }) => name),
  )
  assert.deepEqual([...files.keys()][0], 'A-1-card.png')
  for (const { name, url, size, render_id } of shown) {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
    assert.equal(bytes.length, size)
    assert.ok(files.get(name)!.equals(bytes))
    const render = (await acme.get(`/api/renders/${render_id}`)).body.data
    assert.equal(render.batch_id, done.id)
  }
  const listed = (await acme.get(`/api/renders?batch_id=${done.id}`)).body.data
  assert.equal(listed.length, 5)
})

test('with several templates, each row is rendered with each template', async () => {
  const other = await newTemplate(service, acme)
  const { id } = await createBatch({ template_ids: [template.id, other.id], rows: rows(2) })
  const done = await endedBatch(id)
  assert.equal(done.counts.done, 4)
  const shown = await rowsOf(id)
  assert.deepEqual(
    shown.map(({ row }) => row),
    [1, 1, 2, 2],
  )
  assert.equal(new Set(shown.map(({ name }) => name.toLowerCase())).size, 4)
  assert.equal((await rowsOf(id, `&template_id=${other.id}`)).length, 2)
})

describe('sizes', () => {
  // Holds R-BATCH-1, R-BATCH-4.
  test('every row is rendered in every size, and the name pattern can contain the size', async () => {
    const sizes = [{ width: 120 }, { width: 60, height: 60 }, { scale: 0.5 }]
    const { id, counts } = await createBatch({ rows: rows(2), sizes })
    assert.equal(counts.rows, 6)
    const done = await endedBatch(id)
    const shown = await rowsOf(id)
    assert.deepEqual(
      shown.slice(0, 3).map(({ row, width, height, name }) => [row, width, height, name]),
      [
        [1, 120, 60, '1-120x60.png'],
        [1, 60, 60, '1-60x60.png'],
        // Names are unique, although two sizes are equal.
        [1, 120, 60, '1-120x60-2.png'],
      ],
    )
    assert.equal((await zipped(done.zip_url)).size, 6)
    const named = await createBatch({
      rows: rows(1),
      sizes: sizes.slice(0, 2),
      name_pattern: 'card-{size}.png',
    })
    await endedBatch(named.id)
    assert.deepEqual(
      (await rowsOf(named.id)).map(({ name }) => name),
      ['card-120x60.png', 'card-60x60.png'],
    )
  })

  test('sizes count towards the limit of renders, and are rejected where they would have no effect', async () => {
    const sizes = [{ width: 10 }, { width: 20 }]
    for (const [body, field] of [
      [{ rows: rows(5_001), sizes }, 'rows'],
      [{ rows: rows(1), sizes, width: 10 }, 'sizes'],
      [{ rows: rows(1), sizes, scale: 2 }, 'sizes'],
      [{ rows: rows(1), sizes, format: 'pdf' }, 'sizes'],
      [{ rows: rows(1), sizes: [] }, 'sizes'],
      [{ rows: rows(1), sizes: [{ wdth: 10 }] }, 'sizes.0.wdth'],
      [{ rows: rows(1), sizes: [{ width: 16_000, height: 16_000 }] }, 'width'],
      [{ rows: rows(1), name_pattern: '{size}' }, 'name_pattern'],
    ] as const) {
      const refused = await acme.post('/api/render-batches', { template_ids: [template.id], ...body })
      assert.deepEqual(
        [refused.status, Object.keys(refused.body)],
        [422, [field]],
        JSON.stringify(refused.body),
      )
    }
  })
})

// Holds R-BATCH-4.
test('names of files are safe and unique', async () => {
  const names = ['../../etc/passwd', 'con', 'shirt', 'SHIRT', 'a\u202Eb', '   ', 'x'.repeat(500)]
  const { id } = await createBatch({
    rows: names.map((sku) => ({ headline: 'Safe', sku })),
    name_pattern: '{sku}.jpg',
  })
  await endedBatch(id)
  const shown = (await rowsOf(id)).map(({ name }) => name)
  assert.deepEqual(shown, [
    'etc-passwd.png',
    '_con.png',
    'shirt.png',
    'SHIRT-2.png',
    'a-b.png',
    '6.png',
    `${'x'.repeat(180)}.png`,
  ])
})

describe('all rows are checked before the first is rendered, and the row with the worst findings is rendered first', () => {
  // Holds R-BATCH-2.
  test('rows are sorted by the risk of their findings', async () => {
    const { id } = await createBatch({
      rows: [{ headline: 'Fine' }, { headline: 'An endless headline '.repeat(60) }, { headline: 'Fine too' }],
    })
    await endedBatch(id)
    const shown = await rowsOf(id, '&sort=-risk')
    assert.equal(shown[0]!.row, 2)
    assert.ok(shown[0]!.findings.length > 0)
    const [worst, ...others] = shown
    for (const { completed_at, created_at } of others) {
      assert.ok(completed_at >= worst!.completed_at)
      assert.ok(created_at)
    }
    const counts = (await acme.get(`${batchPath}/${id}`)).body.data.counts
    assert.equal(counts.with_findings, shown.filter(({ findings }) => findings.length > 0).length)
  })
})

describe('files of rows', () => {
  const send = (content: string | Buffer, fields: Record<string, string> = {}, name = 'rows.csv') =>
    upload(
      service,
      acme,
      { bytes: Buffer.from(content), name },
      { template_ids: template.id, ...fields },
      {
        path: batchPath,
        field: 'file',
      },
    )

  // Holds R-BATCH-1.
  test('a CSV from Excel with a byte order mark, semicolons, quotes and line breaks is read', async () => {
    const { status, body, text } = await send(
      '\uFEFFsep=;\r\nTitle;Color\r\n"Say ""hi"";\nnow";#FF0000\r\n;\r\n',
      { columns: '{"headline":"Title","accent":"Color"}' },
    )
    assert.equal(status, 201, text)
    const done = await endedBatch(body.data.id)
    assert.equal(done.counts.rows, 2)
    const [first, second] = await rowsOf(done.id)
    assert.deepEqual(first!.variables, { headline: 'Say "hi";\nnow', accent: '#FF0000' })
    assert.deepEqual(second!.variables, {})
  })

  test('NDJSON keeps objects unchanged', async () => {
    const photo = await newPicture(service, acme)
    const row = { headline: 'Photo', photo: { asset_id: photo.id, fit: 'contain' } }
    const { status, body, text } = await send(`${JSON.stringify(row)}\n`, {}, 'rows.ndjson')
    assert.equal(status, 201, text)
    await endedBatch(body.data.id)
    const [shown] = await rowsOf(body.data.id)
    assert.deepEqual(shown!.variables, row)
    assert.equal(shown!.status, 'done')
  })

  const refused: [string, string | Buffer, Record<string, string>, RegExp][] = [
    ['a column that is no variable', 'hedline\nx\n', { 'columns.hedline': '' }, /Did you mean headline\?/],
    ['a row with too many cells', 'headline\na,b\n', { file: '' }, /Row 1 has 2 cells/],
    ['an open quote', 'headline\n"a\n', { file: '' }, /quote is not closed/],
    ['another encoding', Buffer.from('headline\nM\xfcller\n', 'latin1'), { file: '' }, /UTF-8/],
    ['no rows', 'headline\n', { file: '' }, /no rows/],
    ['two columns of one name', 'headline,headline\na,b\n', { file: '' }, /Two columns/],
    ['a NUL', 'headline\na\0b\n', { file: '' }, /Row 1, column headline/],
    [
      'an archive that is no workbook',
      Buffer.from('PK\u0003\u0004 nothing of the kind'),
      { file: '' },
      /damaged/,
    ],
  ]
  for (const [what, content, fields, message] of refused)
    test(`${what} returns 422`, async () => {
      const { status, body } = await send(content)
      assert.equal(status, 422)
      assert.deepEqual(Object.keys(body), Object.keys(fields))
      assert.match(Object.values(body as Record<string, string[]>)[0]![0]!, message)
    })

  test('the first sheet of an XLSX is read', async () => {
    const sheet = [sheetRow(1, 'headline', 'accent'), sheetRow(2, 'Müller &amp; 東京', '#00FF00')].join('')
    const { status, body, text } = await send(workbook(sheet), {}, 'rows.xlsx')
    assert.equal(status, 201, text)
    await endedBatch(body.data.id)
    const [shown] = await rowsOf(body.data.id)
    assert.deepEqual(shown!.variables, { headline: 'Müller & 東京', accent: '#00FF00' })
  })

  const zeros = Buffer.alloc(100 * 1024 ** 2)
  const header = sheetRow(1, 'headline')
  const bombs: [string, Buffer, RegExp][] = [
    ['a part of 100 MB', workbook(header, { 'xl/media/image1.png': zeros }), /larger than 96 MB/],
    ['a sheet of 100 MB', workbook(header, { 'xl/worksheets/sheet1.xml': zeros }), /larger than 96 MB/],
    ['a million rows', workbook(header + sheetRow(2, 'x').repeat(1_000_000)), /more than 10,000 rows/],
    [
      '3,000 parts',
      workbook(header, Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`x/${at}`, '']))),
      /too many parts/,
    ],
    [
      'half a million cells in a row',
      workbook(`<row r="1">${'<c r="A1" t="inlineStr"><is><t>x</t></is></c>'.repeat(500_000)}</row>`),
      /columns|too much|no rows|damaged/,
    ],
  ]
  for (const [what, bytes, message] of bombs)
    test(`an XLSX with ${what} returns 422 within two seconds and 512 MB`, async () => {
      const before = process.memoryUsage.rss()
      const startedAt = performance.now()
      const { status, body, text } = await send(bytes, {}, 'rows.xlsx')
      // The limit is doubled, because a busy machine takes twice as long.
      assert.ok(performance.now() - startedAt < 4_000, `${performance.now() - startedAt} ms`)
      assert.ok(process.memoryUsage.rss() - before < 512 * 1024 ** 2)
      assert.equal(status, 422, text)
      assert.match((body as { file: string[] }).file[0]!, message)
    })

  test('a million rows return 422 within two seconds', async () => {
    const content = `headline\n${'Made for first light\n'.repeat(1_000_000)}`
    const startedAt = performance.now()
    const { status, body } = await send(content)
    assert.equal(status, 422)
    assert.deepEqual(body, { file: ['The file must not have more than 10,000 rows.'] })
    assert.ok(performance.now() - startedAt < 4_000)
  })
})

describe('rejections of rows in JSON', () => {
  const refusal = async (body: object) => {
    const answer = await acme.post(batchPath, { template_ids: [template.id], ...body })
    assert.equal(answer.status, 422, answer.text)
    return answer.body
  }

  test('name rows that are not objects, and unknown columns', async () => {
    assert.deepEqual(await refusal({ rows: [{ headline: 'a' }, 7] }), {
      'rows.2': ['The rows.2 field must be an object.'],
    })
    assert.deepEqual(Object.keys(await refusal({ rows: [{ nonsense: 'a' }] })), ['columns.nonsense'])
    assert.deepEqual(Object.keys(await refusal({ rows: rows(1), name_pattern: '{sku}' })), ['name_pattern'])
  })

  // Holds R-BATCH-2.
  test('a strict batch names each invalid value by row and column', async () => {
    const body = await refusal({
      check: 'strict',
      rows: [{ headline: 'ok' }, { headline: 5, accent: 'nothing' }],
    })
    assert.deepEqual(Object.keys(body).sort(), ['rows.2.accent', 'rows.2.headline'])
  })

  test("another company's template returns the same error as a missing one", async () => {
    const theirs = await newTemplate(service, globex)
    const missing = 'tpl_01h455vb4pex5vsknk084sn02q'
    const answers = await Promise.all(
      [theirs.id, missing].map((id) => acme.post(batchPath, { template_ids: [id], rows: rows(1) })),
    )
    assert.deepEqual(answers[0]!.body, answers[1]!.body)
    assert.equal(answers[0]!.status, 422)
  })

  test("another company's batch is not found", async () => {
    const { id } = await createBatch({ rows: rows(1) })
    for (const path of ['', '/rows'])
      assert.equal((await globex.get(`${batchPath}/${id}${path}`)).status, 404)
    for (const action of ['retries', 'cancellation'])
      assert.equal((await globex.post(`${batchPath}/${id}/${action}`, {})).status, 404)
    await endedBatch(id)
  })
})

// Holds R-BATCH-5.
test('rows that fail are corrected in place and retried', async () => {
  const { id } = await createBatch({
    rows: [{ headline: 'Good' }, { headline: 'Bad', accent: 'brand:nothing' }],
  })
  const failed = await endedBatch(id)
  assert.deepEqual([failed.counts.done, failed.counts.failed], [1, 1])
  const [bad] = await rowsOf(id, '&status=failed')
  assert.equal(bad!.row, 2)
  assert.deepEqual(Object.keys(bad!.errors), ['variables.accent'])
  const wrong = await acme.post(`${batchPath}/${id}/retries`, {
    rows: [{ id: bad!.id, variables: { headline: 7 } }],
  })
  assert.equal(wrong.status, 422)
  assert.deepEqual(Object.keys(wrong.body), ['rows.0.variables.headline'])
  const variables = { headline: 'Bad', accent: '#00FF00' }
  const retried = await acme.post(`${batchPath}/${id}/retries`, { rows: [{ id: bad!.id, variables }] })
  assert.equal(retried.status, 200, retried.text)
  const done = await endedBatch(id)
  assert.deepEqual([done.counts.done, done.counts.failed], [2, 0])
  assert.deepEqual((await rowsOf(id))[1]!.variables, variables)
})

// Holds R-BATCH-5.
test('a canceled batch renders no further rows, and a retry continues it', async () => {
  const { id } = await createBatch({ rows: rows(60, 'Canceled'), width: 1200 })
  const canceled = await acme.post(`${batchPath}/${id}/cancellation`, {})
  assert.equal(canceled.status, 200, canceled.text)
  assert.equal(canceled.body.data.status, 'cancelled')
  assert.equal((await acme.post(`${batchPath}/${id}/cancellation`, {})).status, 409)
  assert.ok((await rowsOf(id, '&status=cancelled')).length > 0)
  const retried = await acme.post(`${batchPath}/${id}/retries`, {})
  assert.equal(retried.status, 200, retried.text)
  const done = await endedBatch(id)
  assert.deepEqual([done.status, done.counts.done], ['done', 60])
})

test('the report has a line for each row, without formulas', async () => {
  const { id } = await createBatch({
    rows: [{ headline: 'Fine' }, { headline: 'x', sku: '=1+1', accent: 'brand:nothing' }],
    name_pattern: '{sku}',
  })
  const { report_url } = await endedBatch(id)
  const response = await fetch(report_url)
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  const lines = (await response.text()).trimEnd().split('\r\n')
  assert.equal(lines.length, 3)
  assert.ok(lines[0]!.startsWith('row,template_id,status,name,errors'))
  assert.match(lines[2]!, /^2,tpl_\w+,failed,'=1\+1\.png,/)
})

// Holds R-BATCH-4.
test('the pages of all PDFs are joined in the order of the rows', async () => {
  const { id } = await createBatch({ format: 'pdf', rows: [...rows(3), { accent: 'brand:nothing' }] })
  const { pdf_url, counts } = await endedBatch(id)
  assert.deepEqual([counts.done, counts.failed], [3, 1])
  const response = await fetch(pdf_url)
  assert.equal(response.headers.get('content-type'), 'application/pdf')
  const joined = Buffer.from(await response.arrayBuffer()).toString('latin1')
  assert.equal(joined.match(/\/Type\/Page\/Parent/g)!.length, 3)
  const contents = (text: string) =>
    [...text.matchAll(/\/Contents (\d+) 0 R/g)].map(([, number]) => streamOf(text, number!))
  const single = await Promise.all(
    (await rowsOf(id)).flatMap(({ url }) => (url ? [fetch(url).then((file) => file.arrayBuffer())] : [])),
  )
  assert.deepEqual(
    contents(joined),
    single.flatMap((bytes) => contents(Buffer.from(bytes).toString('latin1'))),
  )
  assert.equal((await fetch(pdf_url, { method: 'HEAD' })).status, 200)
  assert.equal((await fetch(pdf_url.replace(/signature=.*/, 'signature=x'))).status, 403)
})

const streamOf = (pdf: string, number: string) =>
  new RegExp(`\\n${number} 0 obj\\n.*?\\nendstream`, 's').exec(pdf)![0].split('\nstream\n')[1]

test('only batches of PDFs have a joined PDF', async () => {
  const { id } = await createBatch({ rows: rows(1) })
  assert.equal((await endedBatch(id)).pdf_url, null)
})

test('the zip and the report need a valid signature', async () => {
  const { id } = await createBatch({ rows: rows(1) })
  const { zip_url } = await endedBatch(id)
  assert.equal((await fetch(zip_url.replace('.zip', '.csv'))).status, 403)
  assert.equal((await fetch(zip_url.replace(/signature=.*/, 'signature=x'))).status, 403)
})

test('a client that disconnects while a file of the zip is looked up leaves no file open', async () => {
  const { id } = await createBatch({ rows: rows(1) })
  await endedBatch(id)
  const held = Promise.withResolvers<void>()
  const { storage, found, opened } = recordedStorage(service.storage, held.promise)
  const { open } = await zipOf({ db: service.db, storage }, acme.companyId, parseId('renderBatch', id)!)
  const zip = open()
  zip.read(0)
  await until('the file is looked up', async () => found.length > 0)
  zip.destroy()
  const closed = once(zip, 'close')
  held.resolve()
  await closed
  assert.ok(opened.every(({ destroyed }) => destroyed))
})

// Holds R-BATCH-7.
test('a webhook without types gets a message for the batch; messages for rows require their types', async () => {
  const webhook = async (types: string[]) => {
    const answer = await acme.post('/api/webhooks', { url: 'https://hooks.example/', types })
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data.id as string
  }
  const [all, renders] = [await webhook([]), await webhook(['render.completed'])]
  const { id } = await createBatch({ rows: rows(3, 'Sent') })
  await endedBatch(id)
  const typesOf = async (webhookId: string): Promise<string[]> => {
    const { body } = await acme.get(`/api/webhooks/${webhookId}/deliveries?per_page=100`)
    return body.data.map(({ type }: Shown) => type)
  }
  await until('the end of the batch is sent', async () =>
    (await typesOf(all)).includes('render_batch.completed'),
  )
  await until('each row is sent', async () => (await typesOf(renders)).length === 3)
  assert.ok(!(await typesOf(all)).includes('render.completed'))
  for (const webhookId of [all, renders]) await acme.delete(`/api/webhooks/${webhookId}`)
})

// Holds R-BATCH-7.
test('there are events for the batch and for each render', async () => {
  const { id } = await createBatch({ rows: rows(2, 'Told') })
  await endedBatch(id)
  const { body } = await acme.get('/api/changes?since=0&per_page=1000')
  const types = body.data
    .filter((one: Shown) => one.resource_id === id || one.data.batch_id === id)
    .map(({ type }: Shown) => type)
  assert.deepEqual(types.sort(), [
    'render.completed',
    'render.completed',
    'render_batch.completed',
    'render_batch.created',
  ])
})

test('a client without the scopes is rejected', async () => {
  const reader = await newCaller(service, {
    ...acme,
    name: 'reader',
    scopes: ['templates:read', 'renders:read'],
  })
  assert.equal((await reader.post(batchPath, { template_ids: [template.id], rows: rows(1) })).status, 403)
})

const cousine = new URL(
  '../../node_modules/@fontsource/cousine/files/cousine-latin-700-normal.woff2',
  import.meta.url,
)

describe('successive rows', async () => {
  const own = await newTemplate(service, acme)
  const kit = (await acme.post('/api/brand-kit', { name: 'Of rows' })).body.data
  const color = (
    await acme.post('/api/brand-kit/colors', { brand_kit_id: kit.id, name: 'Forest', hex: '#1F3D33' })
  ).body.data
  const photo = await newPicture(service, acme)
  const { companyId } = acme
  const body = {
    ...z.object(drawnFields).parse({
      variables: { accent: 'brand:forest', photo: { asset_id: photo.id } },
    }),
    brand_kit_id: parseId('brandKit', kit.id)!,
    include_unavailable: false,
  }
  const reader = { clientId: null, companyId, personId: null, scopes }
  const gathered = (sources?: ReturnType<typeof keptSources>) =>
    asCompany(service.db, companyId, (trx) => gather(trx, reader, own.id, body, new Date(), sources))

  test('successive rows read the template, the brand kit and the assets once', async () => {
    const sources = keptSources(companyId)
    const [one, two] = [await gathered(sources), await gathered(sources)]
    assert.equal(two.key, one.key)
    assert.equal(two.work.recipe.fonts, one.work.recipe.fonts)
    assert.equal(two.work.recipe.variables, one.work.recipe.variables)
  })

  test('successive rows read them again after a change of a template, a color, a font, an asset or a folder', async () => {
    const sources = keptSources(companyId)
    let { key } = await gathered(sources)
    const variables = [{ key: 'headline', fit: 'wrap' }]
    const file = { bytes: await picture({ width: 500, height: 300, color: '#1020C0' }), name: 'blue.png' }
    const replacing = { method: 'PUT', path: `/api/assets/${photo.id}/file` }
    const font = { bytes: await readFile(cousine), name: 'cousine.woff2' }
    const changes: [string, () => Promise<{ status: number }>][] = [
      ['a template', () => acme.patch(`/api/templates/${own.id}`, { variables })],
      ['a color', () => acme.patch(`/api/brand-kit/colors/${color.id}`, { hex: '#AA0000' })],
      ['a file', () => upload(service, acme, file, {}, replacing)],
      ['a focal point', () => acme.patch(`/api/assets/${photo.id}`, { focal_point: { x: 0.1, y: 0.2 } })],
      ['a font', () => upload(service, acme, font)],
    ]
    for (const [what, change] of changes) {
      const { status } = await change()
      assert.ok(status < 300, `${what}: ${status}`)
      const now = await gathered(sources)
      assert.notEqual(now.key, key, what)
      assert.equal(now.key, (await gathered()).key, what)
      key = now.key
    }
    const refused = async (code: string) =>
      assert.rejects(gathered(sources), (error) => error instanceof ApiError && error.code === code)
    await acme.delete(`/api/assets/${photo.id}`)
    await refused('invalid')
    await acme.post(`/api/assets/${photo.id}/restoration`)
    assert.equal((await gathered(sources)).key, key)
    for (const noun of ['publication', 'archival'])
      assert.equal((await acme.post(`/api/templates/${own.id}/${noun}`)).status, 200)
    await refused('wrong_status')
  })
})

describe('refreshing renders', () => {
  const refresh = (body: object) => acme.post('/api/render-refreshes', body)

  // Holds R-BATCH-6.
  test('refreshing repeats renders made with an asset that has a new file', async () => {
    const photo = await newPicture(service, acme, { color: '#C02010' })
    const variables = { headline: 'Refreshed', photo: { asset_id: photo.id } }
    const rendered = await acme.post(
      `/api/templates/${template.id}/renders`,
      { variables },
      { prefer: 'wait=30' },
    )
    assert.equal(rendered.body.data.status, 'done', rendered.text)
    const bytes = await picture({ width: 400, height: 300, color: '#1020C0' })
    const replaced = await upload(
      service,
      acme,
      { bytes, name: 'blue.png' },
      {},
      {
        method: 'PUT',
        path: `/api/assets/${photo.id}/file`,
      },
    )
    assert.equal(replaced.status, 200, replaced.text)
    const { status, body, headers, text } = await refresh({ asset_id: photo.id })
    assert.equal(status, 202, text)
    assert.equal(headers.get('location'), `${batchPath}/${body.data.id}`)
    const done = await endedBatch(body.data.id)
    assert.deepEqual([done.counts.rows, done.counts.done, done.counts.cached], [1, 1, 0])
    const [row] = await rowsOf(done.id)
    assert.deepEqual(row!.variables, variables)
    const render = (await acme.get(`/api/renders/${row!.render_id}`)).body.data
    assert.notEqual(render.key, rendered.body.data.key)
  })

  test('refreshing renders without exactly one of asset, brand kit and template, or without renders, returns 422', async () => {
    const own = await newTemplate(service, acme)
    for (const body of [{}, { asset_id: 'x' }, { template_id: template.id, asset_id: template.id }])
      assert.equal((await refresh(body)).status, 422)
    assert.deepEqual((await refresh({ template_id: own.id })).body, {
      template_id: ['No stored render uses it.'],
    })
  })
})
