// Engines: postgres
// Rights of assets. Unavailable assets are marked, can be filtered, and are not delivered.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { fromBufferPromise } from 'yauzl'
import { asCompanyWriting, inTransaction } from '../src/db/tenancy.ts'
import { change as commit } from '../src/events/append.ts'
import { scopes } from '../src/http/caller.ts'
import { parseId, publicId } from '../src/ids.ts'
import { openQueue } from '../src/jobs/queue.ts'
import { renderBody } from '../src/renders/body.ts'
import { kitToRender } from '../src/renders/brand-kit.ts'
import { createRender } from '../src/renders/create.ts'
import { drawRender } from '../src/renders/draw-job.ts'
import { gather } from '../src/renders/gather.ts'
import { drawJob } from '../src/renders/render.ts'
import { type Caller, newCaller, newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { card, ended, newPicture, newTemplate } from './support/renders.ts'
import { atEnd, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { settled, upload } from './support/uploads.ts'

const service = await startService({
  env: { RENDERS_PER_MINUTE: '0', RATE_LIMIT_PER_MINUTE: '0', OPEN_RATE_LIMIT_PER_MINUTE: '0' },
})
const acme = await newCompany(service, 'Acme')
const reader = await newCaller(service, {
  name: 'reader',
  enterpriseId: acme.enterpriseId,
  companyId: acme.companyId,
  ownerId: acme.ownerId,
  scopes: ['profile:read', 'assets:read', 'brandkit:read', 'templates:read', 'renders:read', 'renders:write'],
})

const past = '2020-01-01T00:00:00.000Z'
const future = '2090-01-01T00:00:00.000Z'
const rights = {
  available: {},
  expired: { expires_at: past },
  not_yet: { available_from: future },
} as const

const asset = async (fields: Record<string, string> = {}): Promise<Shown> =>
  settled(acme, (await newPicture(service, acme, {}, fields)).id)
const shown = async (id: string, query = '', as: Caller = acme): Promise<Shown> =>
  (await as.get(`/api/assets/${id}${query}`)).body.data
const change = async (id: string, fields: object): Promise<Shown> => {
  const { status, body, text } = await acme.patch(`/api/assets/${id}`, fields)
  assert.equal(status, 200, text)
  return body.data
}
const fontFile = new URL(
  '../../node_modules/@fontsource/cousine/files/cousine-latin-700-normal.woff2',
  import.meta.url,
)
const newFont = async (): Promise<Shown> => {
  const { status, body, text } = await upload(service, acme, {
    bytes: await readFile(fontFile),
    name: 'c.woff2',
  })
  assert.equal(status, 201, text)
  return body.data
}
const statusOf = async (url: string) => {
  const response = await fetch(url, { redirect: 'manual' })
  await response.arrayBuffer()
  return response.status
}

const available = await asset()
const expired = await asset(rights.expired)
const notYet = await asset(rights.not_yet)

describe('fields', () => {
  // Holds R-RIGHTS-1.
  test('an asset has the fields of its rights, from its upload and from later changes', async () => {
    const releases = [{ type: 'model', name: 'Ada Lind', reference: 'file 12' }]
    const one = await asset({
      license: ' CC BY 4.0 ',
      usage_terms: 'Print and web',
      releases: JSON.stringify(releases),
      available_from: '2024-01-01',
      expires_at: '2090-01-01',
    })
    const of = ({ license, usage_terms, releases, available_from, expires_at, availability }: Shown) => ({
      ...{ license, usage_terms, releases, available_from, expires_at, availability },
    })
    const expected = {
      license: 'CC BY 4.0',
      usage_terms: 'Print and web',
      releases,
      available_from: '2024-01-01T00:00:00.000Z',
      expires_at: future,
      availability: 'available',
    }
    assert.deepEqual(of(one), expected)
    const other = {
      license: null,
      usage_terms: '',
      releases: [{ type: 'property', name: 'Villa' }],
      available_from: null,
      expires_at: past,
    }
    assert.deepEqual(of(await change(one.id, other)), {
      ...other,
      usage_terms: null,
      releases: [{ type: 'property', name: 'Villa', reference: null }],
      availability: 'expired',
    })
  })

  test('rights that end before they begin return 422, whichever date is changed', async () => {
    const one = await asset({ available_from: '2030-01-01' })
    const before = { expires_at: '2029-01-01' }
    const refused = await acme.patch(`/api/assets/${one.id}`, before)
    assert.deepEqual(
      [refused.status, refused.body],
      [422, { expires_at: ['The expires at must be after available_from.'] }],
    )
    await change(one.id, { expires_at: '2031-01-01' })
    const late = await acme.patch(`/api/assets/${one.id}`, { available_from: '2031-01-01' })
    assert.deepEqual(
      [late.status, late.body],
      [422, { available_from: ['The available from must be before expires_at.'] }],
    )
    const bytes = Buffer.from('text')
    const file = { bytes, name: 'a.txt' }
    const created = await upload(service, acme, file, { available_from: '2030-01-01', ...before })
    assert.equal(created.status, 422)
  })
})

// Holds R-RIGHTS-3.
test('lists show and filter the availability', async () => {
  const ids = [available, expired, notYet].map(({ id }) => id)
  const find = async (query: string) => {
    const { body } = await acme.get(`/api/assets?ids=${ids}&${query}`)
    return body.data.map(({ id }: Shown) => ids.indexOf(id)).sort()
  }
  const { body } = await acme.get(`/api/assets?ids=${ids}`)
  assert.deepEqual(
    new Map(body.data.map(({ id, availability }: Shown) => [id, availability])),
    new Map([
      [available.id, 'available'],
      [expired.id, 'expired'],
      [notYet.id, 'not_yet'],
    ]),
  )
  assert.deepEqual(await find('availability=available'), [0])
  assert.deepEqual(await find('availability=expired'), [1])
  assert.deepEqual(await find('availability=not_yet'), [2])
  assert.deepEqual(await find('availability=not_yet,expired'), [1, 2])
  assert.deepEqual(await find('availability=available,not_yet,expired'), [0, 1, 2])
  assert.deepEqual(await find('expires_before=2021-01-01'), [1])
  assert.deepEqual(await find('expires_before=2020-01-01'), [])
  assert.deepEqual(await find('expires_after=2019-01-01&expires_before=2021-01-01'), [1])
  assert.deepEqual(await find('expires_after=2020-06-01'), [])
  assert.equal((await acme.get('/api/assets?availability=gone')).status, 422)
})

describe('links', () => {
  // Holds R-RIGHTS-2.
  test('files of an unavailable asset are not delivered', async () => {
    assert.equal(await statusOf(available.url), 200)
    for (const { id } of [expired, notYet]) {
      const one = await shown(id)
      const listed = (await acme.get(`/api/assets?ids=${id}`)).body.data[0]
      const versions = (await acme.get(`/api/assets/${id}/versions`)).body.data
      for (const url of [one.url, listed.url, versions[0].url]) assert.equal(await statusOf(url), 403)
      for (const { thumbnail_url, renditions } of [one, listed])
        assert.deepEqual([thumbnail_url, renditions], [null, []])
    }
    const { status, body } = await acme.get(`/api/assets/${expired.id}/link?w=10`)
    assert.deepEqual(
      [status, body],
      [
        409,
        {
          message: 'The asset is not available now. With assets:write, include_unavailable=true includes it.',
          availability: 'expired',
          available_from: null,
          expires_at: past,
        },
      ],
    )
    assert.equal((await acme.get(`/api/assets/${notYet.id}/link`)).body.availability, 'not_yet')
  })

  // Holds R-RIGHTS-4.
  test('include_unavailable returns working links and requires assets:write', async () => {
    for (const { id } of [expired, notYet]) {
      const paths = [`/api/assets/${id}`, `/api/assets?ids=${id}`, `/api/assets/${id}/versions`]
      for (const path of [...paths, `/api/assets/${id}/link`]) {
        const asked = `${path}${path.includes('?') ? '&' : '?'}include_unavailable=`
        const { status, body, text } = await acme.get(`${asked}true`)
        assert.equal(status, 200, text)
        const [one] = [body.data].flat()
        assert.equal(await statusOf(one.url), 200, path)
        if ('thumbnail_url' in one) assert.equal(await statusOf(one.thumbnail_url), 200, path)
        assert.equal((await reader.get(`${asked}true`)).status, 403, path)
        assert.equal((await reader.get(`${asked}1`)).status, 403, path)
      }
      assert.equal((await reader.get(`${paths[0]}?include_unavailable=false`)).status, 200)
    }
  })

  test('a page that is cached for a caller with assets:write is not served to a caller without it', async () => {
    const path = `/api/assets?include_unavailable=true&ids=${expired.id}`
    for (let time = 0; time < 2; time++) assert.equal((await acme.get(path)).status, 200)
    assert.equal((await reader.get(path)).status, 403)
  })

  // Holds R-RIGHTS-5.
  test('a link expires together with the right to its asset', async () => {
    const ends = Math.floor(Date.now() / 1000) + 3600
    const one = await change(available.id, { expires_at: new Date(ends * 1000).toISOString() })
    const link = (await acme.get(`/api/assets/${one.id}/link?w=20`)).body.data
    assert.equal(link.expires_at, one.expires_at)
    const version = (await acme.get(`/api/assets/${one.id}/versions`)).body.data[0]
    const urls = [one.url, one.thumbnail_url, ...one.renditions.map(({ url }: Shown) => url), version.url]
    for (const url of [...urls, link.url])
      assert.equal(new URL(url).searchParams.get('expires'), String(ends), url)
    const response = await fetch(one.url)
    const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control')!)![1])
    assert.ok(maxAge <= 3600 && maxAge > 3500, String(maxAge))
    await change(available.id, { expires_at: null })
  })

  test('logos and fonts of a brand kit respect the rights of their assets', async () => {
    const kit = (await acme.post('/api/brand-kit', { name: 'Rights' })).body.data
    const { body } = await acme.post('/api/brand-kit/logos', {
      ...{ brand_kit_id: kit.id, name: 'Old', asset_id: expired.id, variant: 'primary', theme: 'any' },
    })
    const logo = body.data
    assert.equal(await statusOf(logo.url), 403)
    assert.equal(logo.thumbnail_url, null)
    const path = `/api/brand-kit/logos/${logo.id}?include_unavailable=true`
    assert.equal(await statusOf((await acme.get(path)).body.data.url), 200)
    const whole = (await acme.get(`/api/brand-kit/${kit.id}?include_unavailable=true`)).body.data
    assert.equal(await statusOf(whole.logos[0].url), 200)
    assert.equal((await reader.get(path)).status, 403)
    assert.equal((await acme.delete(`/api/brand-kit/${kit.id}`)).status, 204)
  })
})

// Holds R-RIGHTS-5.
test('a cached page reports expired as soon as the right has ended', async () => {
  // Links expire at whole seconds.
  const ends = Math.ceil(Date.now() / 1_000 + 2) * 1_000
  const one = await asset()
  const { url } = await change(one.id, { expires_at: new Date(ends).toISOString() })
  const paths = [`/api/assets?ids=${one.id}`, `/api/assets/${one.id}`]
  const availability = async (path: string) => [(await acme.get(path)).body.data].flat()[0].availability
  const filtered = `/api/assets?ids=${one.id}&availability=available`
  const before = [
    ...(await Promise.all(paths.map(availability))),
    (await acme.get(filtered)).body.data.length,
    await statusOf(url),
  ]
  // Skipped if a busy machine took longer.
  if (Date.now() < ends) assert.deepEqual(before, ['available', 'available', 1, 200])
  await until('the right has ended', async () => Date.now() > ends)
  for (const path of paths) assert.equal(await availability(path), 'expired')
  assert.deepEqual((await acme.get(filtered)).body.data, [])
  assert.equal(await statusOf(url), 403)
})

describe('archives', () => {
  const archived = async (body: object): Promise<Shown> => {
    const answer = await acme.post('/api/archives', body)
    assert.equal(answer.status, 201, answer.text)
    return answer.body.data
  }
  async function textsIn(url: string) {
    const zip = await fromBufferPromise(Buffer.from(await (await fetch(url)).arrayBuffer()), {
      lazyEntries: true,
    })
    const texts = new Map<string, string>()
    for await (const entry of zip.eachEntry()) {
      const chunks: Buffer[] = []
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
      texts.set(entry.fileName, Buffer.concat(chunks).toString())
    }
    return texts
  }

  test('a zip excludes unavailable files and reports them', async () => {
    const texts = await textsIn((await archived({ asset_ids: [available.id, expired.id, notYet.id] })).url)
    assert.equal(texts.size, 2)
    assert.deepEqual(texts.get('Report.txt')?.split('\r\n').slice(2, 4), [
      `picture.png (${expired.id}) has expired.`,
      `picture.png (${notYet.id}) is not available yet.`,
    ])
  })

  test('an asset that expires after the archive was created is not in the zip', async () => {
    const one = await asset()
    const { url } = await archived({ asset_ids: [one.id, available.id] })
    await change(one.id, { expires_at: past })
    assert.match((await textsIn(url)).get('Report.txt')!, /has expired/)
  })

  test('an archive without any available asset returns 422', async () => {
    const { status, body } = await acme.post('/api/archives', { asset_ids: [expired.id] })
    assert.deepEqual(
      [status, body],
      [
        422,
        {
          asset_ids: [
            'None of the assets is available now. With assets:write, include_unavailable includes them.',
          ],
        },
      ],
    )
  })

  test('include_unavailable includes all files in the zip and requires assets:write', async () => {
    const body = { asset_ids: [expired.id, notYet.id], include_unavailable: true }
    const { id, url } = await archived(body)
    assert.deepEqual([...(await textsIn(url)).keys()], ['picture.png', 'picture-2.png'])
    assert.equal((await reader.post('/api/archives', body)).status, 403)
    for (const path of [`/api/archives/${id}`, `/api/archives?ids=${id}`])
      for (const [caller, status] of [
        [acme, 200],
        [reader, 403],
      ] as const) {
        const [one] = [(await caller.get(path)).body.data].flat()
        assert.equal(await statusOf(one.url), status, path)
      }
  })
})

test('a share does not show unavailable assets', async () => {
  const { body } = await acme.post('/api/shares', {
    name: 'All',
    asset_ids: [available.id, expired.id, notYet.id],
  })
  const { url } = body.data
  const page = await (await fetch(url)).text()
  assert.deepEqual([...new Set(page.match(/ast_[0-9a-z]{26}/g))], [available.id])
  const sizes = ['thumb', 'original?download=1']
  for (const size of sizes) {
    assert.equal(await statusOf(`${url}/${available.id}/${size}`), 200)
    for (const { id } of [expired, notYet]) assert.equal(await statusOf(`${url}/${id}/${size}`), 404)
  }
})

test('a share of a template does not show renders of unavailable assets', async () => {
  const template = await newTemplate(service, acme)
  const one = await asset()
  const body = { variables: { photo: { asset_id: one.id } } }
  const render = (await acme.post(`/api/templates/${template.id}/renders`, body)).body.data
  const { url } = (await acme.post('/api/shares', { name: 'Cards', template_id: template.id })).body.data
  const file = `${url}/${render.id}/original?download=1`
  assert.equal(await statusOf(file), 200)
  await change(one.id, { expires_at: past })
  assert.equal(await statusOf(file), 404)
  assert.ok(!(await (await fetch(url)).text()).includes(render.id))
})

describe('renders', async () => {
  const template = await newTemplate(service, acme)
  const path = `/api/templates/${template.id}/renders`
  const withPhoto = (id: string) => ({ variables: { photo: { asset_id: id } } })

  test('a value that names an unavailable asset returns 422', async () => {
    const answers = await Promise.all([expired, notYet].map(({ id }) => acme.post(path, withPhoto(id))))
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body]),
      [
        [
          422,
          { 'variables.photo': ['The variables.photo field names an asset that expired on 2020-01-01.'] },
        ],
        [
          422,
          {
            'variables.photo': [
              'The variables.photo field names an asset that is not available before 2090-01-01.',
            ],
          },
        ],
      ],
    )
  })

  test('a template whose document shows an unavailable asset returns 422', async () => {
    const one = await asset()
    const document = Buffer.from(`${card()}`.replace('</svg>', `<g data-asset="${one.id}"/></svg>`))
    const own = await newTemplate(service, acme, document)
    const render = (body: object) => acme.post(`/api/templates/${own.id}/renders`, body)
    assert.equal((await render({})).status, 201)
    await change(one.id, { expires_at: past })
    const { status, body } = await render({})
    const fault = `The template shows the asset ${one.id}, which expired on 2020-01-01.`
    assert.deepEqual([status, body], [422, { template: [fault] }])
    const included = await render({ variables: { headline: 'Other' }, include_unavailable: true })
    assert.equal(included.body.data.findings.at(-1).type, 'asset_expired')
  })

  test('an unavailable default returns 422 while any variable shows it', async () => {
    const one = await asset()
    const [image] = /<image [^>]*>/.exec(`${card()}`)!
    const both = ['photo', 'other'].map((key) =>
      image.replace('id="$photo"', () => `id="$${key}" data-asset="${one.id}"`),
    )
    const document = Buffer.from(`${card()}`.replace(image, () => both.join('')))
    const own = await newTemplate(service, acme, document)
    await change(one.id, { expires_at: past })
    const value = { asset_id: available.id }
    const statuses = [{ photo: value }, { other: value }, { photo: value, other: value }].map(
      async (variables) => (await acme.post(`/api/templates/${own.id}/renders`, { variables })).status,
    )
    assert.deepEqual(await Promise.all(statuses), [422, 422, 201])
  })

  test('an unavailable default returns 422 if the document also shows it elsewhere', async () => {
    const one = await asset()
    const [image] = /<image [^>]*>/.exec(`${card()}`)!
    const named = (start: string) => image.replace('<image id="$photo"', `<image ${start}`)
    const shows = `data-asset="${one.id}"`
    const ofVariable = named(`id="$photo" ${shows}`)
    const pattern = `<defs><pattern id="p" width="1" height="1">${named(shows)}</pattern></defs>`
    const documents: [string, number][] = [
      [ofVariable, 201],
      [ofVariable + named(shows), 422],
      [`${ofVariable}<defs>${named(shows)}</defs>`, 201],
      [`${ofVariable}<defs>${named(`id="i" ${shows}`)}</defs><use href="#i"/>`, 422],
      [`${ofVariable}<mask id="m">${named(shows)}</mask><g mask="url(#m)"/>`, 422],
      [`${pattern}<rect id="$photo" width="9" height="9" fill="url(#p)"/>`, 201],
      [
        `${pattern}${'<rect id="$photo" width="9" height="9" fill="url(#p)"/>'.replace('$', '')}${ofVariable}`,
        422,
      ],
      [
        `${pattern}<style>.s{fill:url(#p)}</style><rect id="$photo" width="9" height="9" fill="url(#p)"/><rect class="s" width="9" height="9"/>`,
        422,
      ],
      [`<g id="$photo">${named(shows)}${named(shows)}</g>`, 422],
      [`${ofVariable}${named(`id="$photo_2" ${shows}`)}`, 201],
    ]
    const made = await Promise.all(
      documents.map(async ([parts]) => {
        const document = Buffer.from(`${card()}`.replace(image, () => parts))
        return newTemplate(service, acme, document)
      }),
    )
    await change(one.id, { expires_at: past })
    for (const [at, [parts, status]] of documents.entries()) {
      const answer = await acme.post(`/api/templates/${made[at]!.id}/renders`, withPhoto(available.id))
      assert.equal(answer.status, status, `${parts} ${answer.text}`)
      if (status === 422) assert.match(answer.text, /The template shows the asset/)
    }
    const restored = made[1]!
    const other = { bytes: card(), name: 'card.svg' }
    const to = { method: 'PUT', path: `/api/templates/${restored.id}/document`, field: 'document' } as const
    assert.equal((await upload(service, acme, other, {}, to)).status, 200)
    assert.equal(
      (await acme.post(`/api/templates/${restored.id}/renders`, withPhoto(available.id))).status,
      201,
    )
    assert.ok((await acme.post(`/api/templates/${restored.id}/versions/1/restoration`, {})).status < 300)
    const again = await acme.post(`/api/templates/${restored.id}/renders`, withPhoto(available.id))
    assert.equal(again.status, 422, 'after the version is restored')
  })

  describe('when a render has waited', async () => {
    const { queue, close } = await openQueue(service.db, service.notifications, [drawRender])
    atEnd(() => close(0))
    const caller = { clientId: null, companyId: acme.companyId, personId: null, scopes }
    const author = { companyId: acme.companyId, actor: { type: 'system' as const } }
    const day = '2090-01-01T00:00:00.000Z'

    /** A render that waits until its job is added. */
    async function queued(asked: object, meanwhile: () => Promise<unknown>): Promise<Shown> {
      const body = renderBody.parse(asked)
      const id = await commit(service.db, author, async (trx) => {
        const gathered = await gather(trx, caller, template.id, body, new Date())
        const { uses } = gathered.work
        const render = { gathered, body, author, personId: null, outcome: { waits: 'queued' as const }, uses }
        const { id, events } = await createRender(trx, acme.companyId, render, new Date(), 1)
        return { result: id, events }
      })
      await meanwhile()
      await inTransaction(service.db, (trx) =>
        queue.add(trx, drawJob, { companyId: acme.companyId, renderId: id }),
      )
      return ended(acme, publicId('render', id))
    }

    test('a queued render fails if an asset has expired', async () => {
      const one = await asset({ expires_at: day })
      const render = await queued(withPhoto(one.id), () => change(one.id, { expires_at: past }))
      assert.deepEqual(
        [render.status, render.failure],
        ['failed', `The asset ${one.id} expired on 2020-01-01.`],
      )
    })

    test('a queued render is rendered with include_unavailable', async () => {
      const one = await asset({ expires_at: day })
      const body = { ...withPhoto(one.id), include_unavailable: true }
      const render = await queued(body, () => change(one.id, { expires_at: past }))
      assert.equal(render.status, 'done')
    })

    test('a queued render does not use an expired font', async () => {
      const font = await newFont()
      const body = { variables: { headline: 'Waited' } }
      const before = (await acme.post(path, body)).body.data.key
      const render = await queued(body, () => change(font.id, { expires_at: past }))
      const after = (await acme.post(path, body)).body.data.key
      assert.deepEqual([render.status, render.key === before, render.key === after], ['done', false, true])
    })
  })

  test('include_unavailable renders unavailable assets with a finding and requires assets:write', async () => {
    for (const [{ id }, type] of [
      [expired, 'asset_expired'],
      [notYet, 'asset_not_yet'],
    ] as const) {
      const body = { ...withPhoto(id), include_unavailable: true }
      const { status, body: made, text } = await acme.post(path, body)
      assert.equal(status, 201, text)
      assert.deepEqual(
        made.data.findings.map((finding: Shown) => finding.type),
        [type],
      )
      assert.equal((await reader.post(path, body)).status, 403)
      assert.equal((await acme.post(path, withPhoto(id))).status, 422, 'not from the cache either')
    }
  })

  test('a render link rejects unavailable assets, and its response is cached no longer than the right lasts', async () => {
    const one = await asset({ expires_at: new Date(Date.now() + 3_600_000).toISOString() })
    const answer = await acme.post(`/api/templates/${template.id}/render-links`, withPhoto(one.id))
    const { id, secret } = answer.body.data
    const signature = createHmac('sha256', secret).update(`${id}.png?`).digest('base64url')
    const url = `${service.url}/r/${id}.png?signature=${signature}`
    const response = await fetch(url)
    await response.arrayBuffer()
    assert.equal(response.status, 200)
    const maxAge = Number(/max-age=(\d+)/.exec(response.headers.get('cache-control')!)![1])
    assert.ok(maxAge <= 3600, String(maxAge))
    await change(one.id, { expires_at: past })
    assert.equal(await statusOf(url), 422)
  })

  // Holds R-LINK-3.
  test("caches revalidate a render after a day if its assets can end, and at the end of a font's right", async () => {
    const cached = async (body: object) => {
      const answer = await acme.post(`/api/templates/${template.id}/render-links`, body)
      const { id, secret } = answer.body.data
      const signature = createHmac('sha256', secret).update(`${id}.png?`).digest('base64url')
      const response = await fetch(`${service.url}/r/${id}.png?signature=${signature}`)
      await response.arrayBuffer()
      return response.headers.get('cache-control')
    }
    assert.equal(
      await cached({ variables: { headline: 'No assets' } }),
      'public, max-age=31536000, immutable',
    )
    const aDay = 'public, max-age=86400, must-revalidate'
    assert.equal(await cached(withPhoto(available.id)), aDay)
    const font = await newFont()
    const body = { variables: { headline: 'A font' } }
    assert.equal(await cached(body), aDay)
    await change(font.id, { expires_at: new Date(Date.now() + 3_600_000).toISOString() })
    const [, age] = /^public, max-age=(\d+), must-revalidate$/.exec((await cached(body))!)!
    assert.ok(Number(age) <= 3_600, String(age))
    await change(font.id, { expires_at: past })
  })

  test('unavailable logos are not rendered', async () => {
    const kit = (await acme.post('/api/brand-kit', { name: 'Logos' })).body.data
    const { companyId } = acme
    await acme.post('/api/brand-kit/logos', {
      ...{ brand_kit_id: kit.id, name: 'Old', asset_id: expired.id, variant: 'primary', theme: 'any' },
    })
    const logosOf = (includesUnavailable: boolean) =>
      asCompanyWriting(service.db, companyId, async (trx) => {
        const asked = { needsLogos: true, includesUnavailable }
        return (await kitToRender(trx, companyId, parseId('brandKit', kit.id)!, asked)).logos.length
      })
    assert.deepEqual([await logosOf(false), await logosOf(true)], [0, 1])
  })
})
