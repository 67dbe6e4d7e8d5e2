// Engines: embedded
// Texts in previews use the company's fonts, then the shipped fonts, and never a font of the machine.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import { withOutlines } from '../src/images/outline-text.ts'
import { newCompany } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { newTemplate } from './support/renders.ts'
import { startService } from './support/service.ts'
import { until } from './support/until.ts'
import { settled, upload } from './support/uploads.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

const packages = new URL('../../node_modules/', import.meta.url)
const document = (content: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><rect width="400" height="100" fill="#fff"/>${content}</svg>`,
  )
const text = (attributes: string, words = 'Atelier 123') =>
  `<text x="10" y="70" font-size="60" ${attributes}>${words}</text>`

const keyIn = (url: string) => new URL(url).pathname

/** The pixels of the preview of an uploaded SVG. */
async function previewOf(svg: Buffer) {
  const { body } = await upload(service, acme, { bytes: svg, name: 'text.svg' })
  const asset = await settled(acme, body.data.id)
  const response = await fetch(asset.thumbnail_url)
  return sharp(Buffer.from(await response.arrayBuffer()))
    .removeAlpha()
    .raw()
    .toBuffer()
}

/** The difference of two images. 0 if they are equal. */
function difference(one: Buffer, other: Buffer) {
  assert.equal(one.length, other.length)
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += Math.abs(one[at]! - other[at]!)
  return sum / one.length / 255
}

test('an uploaded font of the brand kit is used in previews', async () => {
  const bytes = readFileSync(new URL('@fontsource/cousine/files/cousine-latin-700-normal.woff2', packages))
  const font = (await upload(service, acme, { bytes, name: 'display.woff2' })).body.data
  await acme.post('/api/brand-kit', { name: 'Acme' })
  const added = await acme.post('/api/brand-kit/fonts', {
    family: 'Acme Display',
    weight: 700,
    style: 'normal',
    asset_id: font.id,
  })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  const own = await previewOf(document(text('font-family="Acme Display" font-weight="700"')))
  const same = await previewOf(document(text('font-family="Courier New" font-weight="700"')))
  const other = await previewOf(document(text('font-family="Unknown Family" font-weight="700"')))
  assert.equal(difference(own, same), 0)
  assert.ok(difference(own, other) > 0.01)
})

test('previews of templates follow the fonts of the brand kit', async () => {
  const other = await newCompany(service, 'Follower')
  const fileOf = async (stem: string) => {
    const bytes = readFileSync(new URL(`@fontsource/cousine/files/${stem}.woff2`, packages))
    return { bytes, name: `${stem}.woff2` }
  }
  const drawn = (id: string, former?: string): Promise<Shown> =>
    until(
      `the preview of ${id} is drawn`,
      async () => {
        const { data } = (await other.get(`/api/templates/${id}`)).body
        return data.preview_url && keyIn(data.preview_url) !== former && data
      },
      60_000,
    )
  const pixels = async (shown: Shown) => {
    const response = await fetch(shown.preview_url)
    assert.equal(response.status, 200)
    return sharp(Buffer.from(await response.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer()
  }
  const [named, unnamed] = await Promise.all(
    ['Late Display', 'Other Display'].map(async (family) => {
      const svg = document(text(`font-family="${family}" font-weight="700"`))
      return drawn((await newTemplate(service, other, svg)).id)
    }),
  )
  const before = await pixels(named!)
  await other.post('/api/brand-kit', { name: 'House' })
  const file = (await upload(service, other, await fileOf('cousine-latin-700-normal'))).body.data
  const font = { family: 'Late Display', weight: 700, style: 'normal', asset_id: file.id }
  const added = (await other.post('/api/brand-kit/fonts', font)).body.data

  const withFont = await drawn(named!.id, keyIn(named!.preview_url))
  const inFont = await pixels(withFont)
  assert.ok(difference(before, inFont) > 0.01)
  assert.equal((await fetch(named!.preview_url)).status, 404)

  const replaced = await upload(
    service,
    other,
    await fileOf('cousine-latin-400-normal'),
    {},
    {
      method: 'PUT',
      path: `/api/assets/${file.id}/file`,
    },
  )
  assert.equal(replaced.status, 200, replaced.text)
  const withOther = await drawn(named!.id, keyIn(withFont.preview_url))
  assert.ok(difference(inFont, await pixels(withOther)) > 0.005)

  assert.equal((await other.delete(`/api/brand-kit/fonts/${added.id}`)).status, 204)
  await drawn(named!.id, keyIn(withOther.preview_url))
  const { body } = await other.get(`/api/templates/${unnamed!.id}`)
  assert.equal(keyIn(body.data.preview_url), keyIn(unnamed!.preview_url))
})

describe("the renderer's input", () => {
  test("the renderer's input contains no text, neither in a document nor in an embedded SVG", async () => {
    const inner = document(text('fill="red"')).toString('base64')
    const image = `<image width="400" height="100" href="data:image/svg+xml;base64,${inner}"/>`
    const outlined = (await withOutlines(document(text('') + image))).toString()
    assert.doesNotMatch(outlined, /<text/)
    const [, embedded] = /data:image\/svg\+xml;base64,([^"]+)/.exec(outlined)!
    assert.match(Buffer.from(embedded!, 'base64').toString(), /<path[^>]* fill="red"/)
    assert.doesNotMatch(Buffer.from(embedded!, 'base64').toString(), /<text/)
  })

  test("the renderer's input is the original document if it has no text", async () => {
    const plain = document('<path d="M0 0h9v9z"/>')
    assert.equal(await withOutlines(plain), plain)
  })
})
