// Engines: postgres
// Templates are SVG documents exported by design tools. These tests cover what is read from a document and how
// templates change.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import sharp, { type Sharp } from 'sharp'
import { asCompany } from '../src/db/tenancy.ts'
import { newId, parseId, publicId } from '../src/ids.ts'
import { withOutlines } from '../src/images/outline-text.ts'
import { cleanSvg } from '../src/images/svg.ts'
import { newCaller, newCompany, send } from './support/companies.ts'
import { design } from './support/designs.ts'
import type { Shown } from './support/library.ts'
import { startService } from './support/service.ts'
import { picture, quiet, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')
const globex = await newCompany(service, 'Globex')

type Fields = Parameters<typeof upload>[3]
const post = (bytes: Uint8Array, fields: Fields = {}, name = 'a design.svg') =>
  upload(service, acme, { bytes, name }, fields, { path: '/api/templates', field: 'document' })
const put = (id: string, bytes: Uint8Array, headers = {}) =>
  upload(
    service,
    acme,
    { bytes },
    {},
    { method: 'PUT', path: `/api/templates/${id}/document`, field: 'document', headers },
  )

const add = async (bytes: Uint8Array, fields: Fields = {}): Promise<Shown> => {
  const { status, body, text } = await post(bytes, fields)
  assert.equal(status, 201, text)
  return body.data
}
const get = async (id: string): Promise<Shown> => (await acme.get(`/api/templates/${id}`)).body.data

/** The template once its preview is rendered. */
async function rendered(id: string): Promise<Shown> {
  for (const end = Date.now() + 20_000; Date.now() < end; await wait(50)) {
    const template = await get(id)
    if (template.preview_url) return template
  }
  throw new Error(`${id} is still not rendered`)
}

const svg = (content: string, attributes = 'width="200" height="100"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)
const plain = (color: string, more = '') =>
  svg(`<rect id="$ground" width="200" height="100" fill="${color}"/>${more}`)

const bytesOf = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer())
const eventsOf = (id: string) =>
  asCompany(service.db, acme.companyId, (trx) =>
    trx
      .selectFrom('events')
      .select(['type', 'data'])
      .where('resource_id', '=', parseId('template', id)!)
      .orderBy('seq')
      .execute(),
  )

describe('a design', () => {
  const expected: [string, object, [key: string, type: string, label: string, preset: string | null][]][] = [
    [
      'figma-post.svg',
      { width: 1080, height: 1080, unit: 'px', page_count: 1 },
      [
        ['background', 'color', 'Background', '#F4EDE4'],
        ['photo', 'image', 'Photo', null],
        ['headline', 'text', 'Headline', 'Autumn\ncolours are here'],
        ['price', 'text', 'Price', '€ 49'],
        ['price_old', 'text', 'Price old', '€ 79'],
        ['Accent_color', 'color', 'Accent color', '#D1495B'],
      ],
    ],
    [
      'illustrator-flyer.svg',
      { width: 595.28, height: 841.89, unit: 'px', page_count: 1 },
      [
        ['accent', 'color', 'Accent', '#E30613'],
        ['headline', 'text', 'Headline', 'Grand opening'],
        ['sub_line', 'text', 'Sub line', 'Saturday, from 10 o’clock'],
        ['photo', 'image', 'Photo', null],
        ['rule', 'color', 'Rule', '#1D1D1B'],
      ],
    ],
    [
      'illustrator-banner.svg',
      { width: 8, height: 2, unit: 'in', page_count: 1 },
      [
        ['background', 'color', 'Background', null],
        ['logo_field', 'color', 'Logo field', '#FFFFFF'],
        ['claim', 'text', 'Claim', 'We deliver\ntomorrow'],
      ],
    ],
    [
      'inkscape-card.svg',
      { width: 85, height: 55, unit: 'mm', page_count: 2 },
      [
        ['brand', 'color', 'Brand', '#0B5394'],
        ['portrait', 'image', 'Portrait', null],
        ['full_name', 'text', 'Full name', 'Ada Lovelace'],
        ['address', 'text', 'Address', '12 St James’s Square\nLondon'],
      ],
    ],
    [
      'affinity-label.svg',
      { width: 600, height: 400, unit: 'px', page_count: 1 },
      [
        ['field', 'color', 'Field', '#1B5E20'],
        ['product', 'text', 'Product', 'Green tea'],
      ],
    ],
  ]
  for (const [name, size, variables] of expected) {
    // Holds R-TEMPLATE-1.
    test(`${name} has its size, its variables and a faithful preview`, async () => {
      const created = await add(design(name), { name })
      assert.deepEqual({ ...created, ...size }, created)
      assert.deepEqual(
        created.variables,
        variables.map(([key, type, label, preset]) => ({
          key,
          type,
          label,
          required: false,
          default: preset,
        })),
      )
      const template = await rendered(created.id)
      const listed = (await acme.get(`/api/templates?ids=${created.id}`)).body.data[0]
      assert.deepEqual(listed, template)
      const aspect = created.height / created.width
      for (const [url, width] of [
        [template.preview_url, 1600],
        [template.thumbnail_url, 640],
      ] as const) {
        const found = await sharp(await bytesOf(url)).metadata()
        assert.deepEqual([found.format, found.width], ['webp', width])
        // A page size in points differs by a thousandth from whole pixels.
        assert.ok(Math.abs(found.height - width * aspect) <= 1 + width / 1000, `${found.height}`)
      }
      await assertLooksAlike(await bytesOf(template.preview_url), design(name))
    })
  }

  /** Rendered directly by the test, at the size of the preview. */
  async function assertLooksAlike(preview: Buffer, document: Buffer) {
    const small = (image: Sharp) =>
      image.resize(160, 160, { fit: 'fill' }).flatten({ background: '#fff' }).removeAlpha().raw().toBuffer()
    const [seen, wanted] = await Promise.all([
      small(sharp(preview)),
      small(sharp(await withOutlines(cleanSvg(document).svg), { density: 144 })),
    ])
    const off = seen.reduce((sum, value, at) => sum + Math.abs(value - wanted[at]!), 0) / seen.length
    assert.ok(off < 3, `differs by ${off} of 255`)
    assert.ok(new Set(wanted).size > 3, 'the image is blank')
  }
})

describe('a parsed document', () => {
  const variablesOf = async (content: string) =>
    (await add(svg(content))).variables.map(({ key, type, default: preset }: Shown) => [key, type, preset])

  test('a parsed document has one variable for all elements with a name, with any suffix that the tool added', async () => {
    const found = await variablesOf(`
      <text id="$a">Same</text><text id="$a">Other</text>
      <text id="_x24_b">B</text><text id="_x24_b_1_">B</text>
      <text id="$c">C</text><text id="$c_2">C</text><text id="$c_3">another</text>
      <rect id="x1" data-name="$d" fill="red"/><rect id="x2" data-name="$d" fill="blue"/>
      <rect id="x3" data-name="$d_2" fill="red"/>`)
    assert.deepEqual(found, [
      ['a', 'text', 'Same'],
      ['b', 'text', 'B'],
      ['c', 'text', 'C'],
      ['c_3', 'text', 'another'],
      ['d', 'color', '#FF0000'],
      ['d_2', 'color', '#FF0000'],
    ])
  })

  test('a parsed document has variables typed by their content, including in groups, copies and patterns', async () => {
    const url = `data:image/png;base64,${(await picture()).toString('base64')}`
    const found = await variablesOf(`
      <defs><image id="i" href="${url}"/><pattern id="p"><use href="#i"/></pattern>
        <pattern id="q"><rect fill="red"/></pattern></defs>
      <g id="$group"><rect/><g><text>In a group</text></g></g>
      <g id="$frame"><rect/><rect fill="url(#p)"/></g>
      <use id="$copy" href="#i"/>
      <rect id="$filled" style="fill:url(#p)"/>
      <rect id="$dots" fill="url(#q)"/>
      <g id="$outer"><text id="$inner">x</text></g>
      <filter id="$filter"/><g id="$empty"/><text>no variable</text><text id="$">nor this</text>`)
    assert.deepEqual(found, [
      ['group', 'text', 'In a group'],
      ['frame', 'image', null],
      ['copy', 'image', null],
      ['filled', 'image', null],
      ['dots', 'color', null],
      ['inner', 'text', 'x'],
    ])
  })

  test('a parsed document has the color that a shape is painted with, wherever it is set', async () => {
    const found = await variablesOf(`
      <style>.warm { fill: tomato } #byid { fill: hsl(120 100% 25%) } circle { fill: #abc }</style>
      <rect id="$attribute" fill="#0af"/><rect id="$class" class="warm" fill="blue"/>
      <circle id="$name"/><g fill="rgb(1, 2, 3)"><path id="$inherited"/></g>
      <rect id="$style" class="warm" style="fill:#12345678"/><line id="$stroke" fill="none" stroke="navy"/>
      <g color="teal"><rect id="$current" fill="currentColor"/></g><rect id="$standard"/>
      <g color="teal"><rect id="$around" fill="currentColor" color="currentColor"/></g>`)
    assert.deepEqual(Object.fromEntries(found.map(([key, , preset]: string[]) => [key, preset])), {
      attribute: '#00AAFF',
      class: '#FF6347',
      name: '#AABBCC',
      inherited: '#010203',
      style: '#123456',
      stroke: '#000080',
      current: '#008080',
      standard: '#000000',
      around: '#008080',
    })
  })

  test('a parsed document keeps paper sizes in their unit', async () => {
    const sizes: [string, [number, number, string]][] = [
      ['width="21cm" height="29.7cm"', [210, 297, 'mm']],
      ['width="595.28pt" height="841.89pt"', [8.268, 11.693, 'in']],
      ['width="100%" height="100%" viewBox="0 0 640.5 480"', [640.5, 480, 'px']],
      ['viewBox="-10 -10 30 20"', [30, 20, 'px']],
      ['width="10mm" height="1in"', [10, 25.4, 'mm']],
    ]
    for (const [attributes, wanted] of sizes) {
      const { width, height, unit } = await add(svg('<rect width="5" height="5"/>', attributes))
      assert.deepEqual([width, height, unit], wanted, attributes)
    }
  })

  test('a parsed document can embed a photo of many megabytes', async () => {
    const noise = sharp(randomBytes(1900 * 1500 * 3), { raw: { width: 1900, height: 1500, channels: 3 } })
    const url = `data:image/png;base64,${(await noise.png({ compressionLevel: 0 }).toBuffer()).toString('base64')}`
    const { id } = await add(svg(`<image id="$photo" width="200" height="100" href="${url}"/>`))
    const { data } = (await acme.get(`/api/templates/${id}/document`)).body
    assert.ok(data.size > 11_000_000)
    assert.equal((await sharp(await bytesOf((await rendered(id)).preview_url)).metadata()).width, 1600)
  })

  // Holds R-TEMPLATE-1.
  test('a parsed document is stored without scripts and external references', async () => {
    const { id } = await add(
      svg(
        '<script>alert(1)</script><rect id="$a" onclick="alert(1)" width="9" height="9"/><image href="https://evil.example/x"/>',
      ),
    )
    const { data } = (await acme.get(`/api/templates/${id}/document`)).body
    const response = await fetch(data.url)
    assert.equal(response.headers.get('content-type'), 'image/svg+xml')
    const kept = await response.text()
    assert.match(kept, /<rect id="\$a" width="9" height="9"\/>/)
    assert.doesNotMatch(kept, /alert|evil/)
    assert.equal(data.size, Buffer.byteLength(kept))
  })

  // Holds R-TEMPLATE-5.
  test('a parsed document is downloaded under the name of its file', async () => {
    const savedAs = async (id: string) => {
      const { data } = (await acme.get(`/api/templates/${id}/document`)).body
      return (await fetch(data.url, { method: 'HEAD' })).headers.get('content-disposition')!
    }
    const { body } = await post(plain('red'), {}, 'C:\\Designs\\Späte Rosen_v2.SVG')
    const { id, name, filename } = body.data
    assert.deepEqual([name, filename], ['Späte Rosen_v2', 'Späte Rosen_v2.SVG'])
    assert.equal(
      await savedAs(id),
      `attachment; filename="Sp_te Rosen_v2.SVG"; filename*=UTF-8''Sp%C3%A4te%20Rosen_v2.SVG`,
    )
    await put(id, plain('blue'))
    const [second, first] = (await acme.get(`/api/templates/${id}/versions`)).body.data
    assert.deepEqual([second.filename, first.filename], [null, 'Späte Rosen_v2.SVG'])
    assert.equal((await get(id)).filename, 'Späte Rosen_v2.SVG')
    const change = async (fields: object) => {
      const { name, filename } = (await acme.patch(`/api/templates/${id}`, fields)).body.data
      return [name, filename]
    }
    assert.deepEqual(await change({ name: 'Roses' }), ['Roses', 'Roses.SVG'])
    assert.deepEqual(await change({ filename: 'tulips.svg' }), ['tulips', 'tulips.svg'])
    assert.deepEqual(await change({ name: 'Tulips', filename: 'x.svg' }), ['Tulips', 'x.svg'])
    assert.deepEqual(await change({ name: 'Other' }), ['Other', 'x.svg'])
    assert.match(await savedAs(id), /filename="x\.svg"/)
    const unnamed = (await post(plain('green'), { name: 'Tulips' }, 'blob')).body.data
    assert.equal(unnamed.filename, 'Tulips.svg')
    assert.match(await savedAs(unnamed.id), /filename="Tulips\.svg"/)
  })
})

describe('a template', () => {
  test('a template is created with the fields of the request', async () => {
    const tag = (await acme.post('/api/tags', { name: 'Spring sale' })).body.data
    const template = await add(plain('red', '<text id="$head_line">Hi</text>'), {
      name: 'Given',
      description: 'Über alles',
      type: 'document',
      status: 'published',
      tags: `${tag.id}, spring-sale`,
      external_id: 'ext-1',
      metadata: '{"a":[1]}',
      variables: '[{"key":"head_line","label":"Überschrift","required":true}]',
    })
    const { name, description, type, status, external_id, metadata, version, created_by } = template
    assert.deepEqual(
      { name, description, type, status, external_id, metadata, version },
      {
        name: 'Given',
        description: 'Über alles',
        type: 'document',
        status: 'published',
        external_id: 'ext-1',
        metadata: { a: [1] },
        version: 1,
      },
    )
    assert.equal(created_by.name, 'Acme Owner')
    assert.equal(template.published_at, template.created_at)
    assert.deepEqual(template.tags, [{ id: tag.id, name: 'Spring sale', slug: 'spring-sale' }])
    assert.deepEqual(
      template.variables.map(({ key, label, required }: Shown) => [key, label, required]),
      [
        ['ground', 'Ground', false],
        ['head_line', 'Überschrift', true],
      ],
    )
    assert.equal((await acme.get(`/api/tags/${tag.id}`)).body.data.templates_count, 1)
    const found = (await acme.get('/api/templates?search=uber%20given')).body.data
    assert.deepEqual(
      found.map(({ id }: Shown) => id),
      [template.id],
    )
  })

  test('a template gets the name of its file and is an image and a draft by default', async () => {
    const { body } = await post(plain('red'), {}, 'Été/Sommer 2026.svg')
    const { name, type, status, published_at, description } = body.data
    assert.deepEqual(
      { name, type, status, published_at, description },
      { name: 'Sommer 2026', type: 'image', status: 'draft', published_at: null, description: null },
    )
  })

  test('a template is rejected with an error on the field, and nothing is stored', async () => {
    await quiet(service)
    const keysBefore = await keys()
    const refused: [Buffer | undefined, Fields, Record<string, RegExp>][] = [
      [undefined, {}, { document: /is required/ }],
      [Buffer.from('hello'), {}, { document: /valid SVG|start with/ }],
      [await picture(), {}, { document: /is a PNG image/ }],
      [Buffer.from('<svg xmlns="http://www.w3.org/1999/xhtml"/>'), {}, { document: /namespace/ }],
      [svg('<rect/>', ''), {}, { document: /a viewBox/ }],
      [
        Buffer.from(`<!DOCTYPE svg [<!ENTITY a "&a;">]>${svg('<text>&a;</text>')}`),
        {},
        { document: /entities/ },
      ],
      [svg('<g id="a"><use href="#a"/></g>'), {}, { document: /itself/ }],
      [plain('red'), { variables: '[{"key":"nothing"}]' }, { variables: /no variable "nothing"/ }],
      [plain('red'), { variables: '[{"key":"ground"},{"key":"ground"}]' }, { variables: /twice/ }],
      [plain('red'), { variables: 'x' }, { variables: /list/ }],
      [plain('red'), { status: 'archived' }, { status: /invalid/ }],
      [plain('red'), { tags: 'no-such-tag' }, { tags: /invalid/ }],
      [
        plain('red'),
        { type: 'poster', metadata: '[]', nonsense: 'x' },
        { type: /./, metadata: /./, nonsense: /./ },
      ],
    ]
    for (const [bytes, fields, faults] of refused) {
      const file = bytes && { bytes }
      const answer = await upload(service, acme, file, fields, { path: '/api/templates', field: 'document' })
      assert.equal(answer.status, 422, answer.text)
      assert.deepEqual(Object.keys(answer.body).sort(), Object.keys(faults).sort(), answer.text)
      for (const [field, message] of Object.entries(faults)) assert.match(answer.body[field][0], message)
    }
    assert.deepEqual(await keys(), keysBefore)
    assert.deepEqual(await readdir(service.storage.incomingDirectory), [])
  })

  test('a template is created once for repeated requests with one Idempotency-Key', async () => {
    const bytes = plain('#010101')
    const send = () =>
      upload(
        service,
        acme,
        { bytes },
        { name: 'once' },
        {
          path: '/api/templates',
          field: 'document',
          headers: { 'idempotency-key': 'template-once' },
        },
      )
    const [first, second] = await Promise.all([send(), send()])
    assert.deepEqual([first.status, first.text], [second.status, second.text])
    assert.equal((await acme.get('/api/templates?search=once')).body.data.length, 1)
  })

  test('a PATCH of a template changes only the fields that are sent, and search finds the new words only', async () => {
    const created = await add(plain('red', '<text id="$a">A</text>'), { name: 'Before', description: 'old' })
    const etag = (await acme.get(`/api/templates/${created.id}`)).headers.get('etag')!
    const change = (json: object, headers = {}) => acme.patch(`/api/templates/${created.id}`, json, headers)
    const tag = (await acme.post('/api/tags', { name: 'Changed' })).body.data
    const { status, body } = await change(
      {
        name: 'Afterwards',
        tags: [tag.slug],
        metadata: { b: 1 },
        external_id: 'e',
        type: 'video',
        variables: [{ key: 'a', required: true, label: 'First' }],
      },
      { 'if-match': etag },
    )
    assert.equal(status, 200)
    const { name, description, metadata, external_id, type } = body.data
    assert.deepEqual(
      { name, description, metadata, external_id, type },
      { name: 'Afterwards', description: 'old', metadata: { b: 1 }, external_id: 'e', type: 'video' },
    )
    assert.deepEqual(body.data.variables[1], {
      key: 'a',
      type: 'text',
      label: 'First',
      required: true,
      default: 'A',
    })
    assert.equal((await change({ name: 'late' }, { 'if-match': etag })).status, 412)
    assert.equal(
      (await change({ variables: [{ key: 'a', required: false }] })).body.data.variables[1].label,
      'First',
    )
    assert.match((await change({ variables: [{ key: 'b' }] })).body.variables[0], /no variable/)
    assert.deepEqual((await change({ width: 3, status: 'published' })).body, {
      width: ['The width field is not known here.'],
      status: ['The status field is not known here.'],
    })
    const found = async (words: string) => (await acme.get(`/api/templates?search=${words}`)).body.data.length
    assert.deepEqual([await found('before'), await found('afterwards')], [0, 1])
  })

  test('a template requires the write scope and belongs to one company', async () => {
    const { enterpriseId, companyId } = acme
    const reader = await newCaller(service, {
      name: 'reader',
      enterpriseId,
      companyId,
      scopes: ['templates:read'],
    })
    const { id } = await add(plain('red'))
    const sent = await upload(
      service,
      reader,
      { bytes: plain('red') },
      {},
      { path: '/api/templates', field: 'document' },
    )
    assert.equal(sent.status, 403)
    const absent = publicId('template', newId())
    for (const one of [id, absent]) {
      const answers = [
        await globex.patch(`/api/templates/${one}`, { name: 'mine' }),
        await globex.delete(`/api/templates/${one}`),
        await globex.get(`/api/templates/${one}/document`),
        await globex.get(`/api/templates/${one}/versions`),
        await upload(
          service,
          globex,
          { bytes: plain('red') },
          {},
          {
            method: 'PUT',
            path: `/api/templates/${one}/document`,
            field: 'document',
          },
        ),
        ...(await Promise.all(
          ['restoration', 'publication', 'archival', 'versions/1/restoration'].map((noun) =>
            globex.post(`/api/templates/${one}/${noun}`),
          ),
        )),
      ]
      for (const { status, text } of answers)
        assert.deepEqual([status, text], [404, '{"message":"Not Found."}'])
    }
    assert.equal((await get(id)).name, 'a design')
  })
})

async function keys(company = acme.companyId) {
  const found: string[] = []
  for await (const { key } of service.storage.list(company)) found.push(key)
  return found.sort()
}

describe('a status', () => {
  // Holds R-TEMPLATE-2.
  test('a status changes from draft to published to archived, and back to published', async () => {
    const { id } = await add(plain('red'))
    const to = (noun: string, headers = {}) => acme.post(`/api/templates/${id}/${noun}`, undefined, headers)
    const refused = (status: string) => ({ message: 'The current status does not allow this.', status })

    let answer = await to('archival')
    assert.deepEqual([answer.status, answer.body], [409, refused('draft')])
    answer = await to('publication')
    assert.deepEqual([answer.status, answer.body.data.status], [200, 'published'])
    const { published_at } = answer.body.data
    assert.ok(Math.abs(Date.parse(published_at) - Date.now()) < 60_000)
    answer = await to('publication')
    assert.deepEqual([answer.status, answer.body], [409, refused('published')])
    answer = await to('archival')
    assert.deepEqual([answer.body.data.status, answer.body.data.published_at], ['archived', published_at])
    answer = await to('archival')
    assert.deepEqual([answer.status, answer.body], [409, refused('archived')])
    answer = await to('publication')
    assert.equal(answer.body.data.status, 'published')
    assert.ok(answer.body.data.published_at > published_at)
    assert.equal((await to('archival', { 'if-match': '"x-y"' })).status, 412)

    const types = (await eventsOf(id)).map(({ type }) => type).filter((type) => type !== 'template.updated')
    assert.deepEqual(types, [
      'template.created',
      'template.published',
      'template.archived',
      'template.published',
    ])
  })
})

describe('a version', () => {
  // Holds R-TEMPLATE-3.
  test('a version is added by every new document: the ID stays, and the document is parsed again', async () => {
    const first = await rendered(
      (
        await add(plain('#ff0000', '<text id="$a">One</text>'), {
          variables: '[{"key":"a","label":"Kept","required":true}]',
        })
      ).id,
    )
    const second = svg(
      '<rect width="300" height="300" fill="#0000ff"/><text id="$a">Two</text><text id="$b">B</text>',
      'width="30mm" height="30mm" viewBox="0 0 300 300"',
    )
    const answer = await put(first.id, second)
    assert.equal(answer.status, 200, answer.text)
    const { version, width, height, unit, variables, preview_url } = answer.body.data
    assert.deepEqual([version, width, height, unit, preview_url], [2, 30, 30, 'mm', null])
    assert.deepEqual(variables, [
      { key: 'a', type: 'text', label: 'Kept', required: true, default: 'Two' },
      { key: 'b', type: 'text', label: 'B', required: false, default: 'B' },
    ])
    const shown = await rendered(first.id)
    assert.notEqual(shown.preview_url, first.preview_url)
    const [red, , blue] = await sharp(await bytesOf(shown.preview_url))
      .removeAlpha()
      .raw()
      .toBuffer()
    assert.ok(red! < 40 && blue! > 215, `${red} ${blue}`)

    const { data, meta } = (await acme.get(`/api/templates/${first.id}/versions`)).body
    assert.deepEqual(
      data.map(({ version, is_current, restored_from, unit }: Shown) => [
        version,
        is_current,
        restored_from,
        unit,
      ]),
      [
        [2, true, null, 'mm'],
        [1, false, null, 'px'],
      ],
    )
    assert.deepEqual(meta, { template_id: first.id, next_before: null })
    assert.match((await bytesOf(data[0].url)).toString(), /Two/)
    assert.match((await bytesOf(data[1].url)).toString(), /One/)
    assert.equal(data[1].preview_url, first.preview_url)
    assert.equal(data[0].created_by.name, 'Acme Owner')
    const older = (await acme.get(`/api/templates/${first.id}/versions?before=2`)).body.data
    assert.deepEqual(
      older.map(({ version }: Shown) => version),
      [1],
    )
  })

  // Holds R-TEMPLATE-3.
  test('a version can be restored, and its preview is available immediately', async () => {
    const first = await rendered((await add(plain('#ff0000', '<text id="$a">One</text>'))).id)
    await put(first.id, plain('#00ff00'))
    await rendered(first.id)
    const restore = (version: unknown) =>
      acme.post(`/api/templates/${first.id}/versions/${version}/restoration`)
    const { status, body } = await restore(1)
    assert.deepEqual([status, body.data.version, body.data.variables.length], [200, 3, 2])
    assert.equal(body.data.preview_url, first.preview_url)
    const versions = (await acme.get(`/api/templates/${first.id}/versions`)).body.data
    assert.deepEqual(
      versions.map(({ version, restored_from }: Shown) => [version, restored_from]),
      [
        [3, 1],
        [2, null],
        [1, null],
      ],
    )
    assert.equal((await restore(3)).body.data.version, 3)
    for (const none of [4, 0, -1, 'x', '1e0', 99999999999])
      assert.equal((await restore(none)).status, 404, `${none}`)
  })

  // Holds R-TEMPLATE-3.
  test('a version is not added by an unchanged document or with a stale If-Match', async () => {
    const { id } = await add(plain('#123123'))
    const etag = (await acme.get(`/api/templates/${id}`)).headers.get('etag')!
    assert.equal((await put(id, plain('#123123'))).body.data.version, 1)
    await acme.patch(`/api/templates/${id}`, { name: 'faster' })
    assert.equal((await put(id, plain('#321321'), { 'if-match': etag })).status, 412)
    assert.equal((await get(id)).version, 1)
  })

  test('a version can be uploaded as a raw body', async () => {
    const { id } = await add(plain('#123123'))
    const answer = await send(service, 'PUT', `/api/templates/${id}/document`, {
      body: plain('#777777').toString(),
      headers: { authorization: `Bearer ${acme.token}`, 'content-type': 'image/svg+xml' },
    })
    assert.deepEqual([answer.status, answer.body.data.version], [200, 2])
    const { data } = (await acme.get(`/api/templates/${id}/document`)).body
    assert.equal(data.version, 2)
    assert.match((await bytesOf(data.url)).toString(), /#777777/)
  })
})
