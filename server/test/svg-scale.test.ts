// Engines: embedded
// An SVG is drawn at the size of the rendition, and its units keep their meaning. The expected values are Chromium's.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import sharp from 'sharp'
import { inspect } from '../src/images/inspect.ts'
import { render } from '../src/images/render.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-scale-'))
after(() => rm(directory, { recursive: true }))

/** Renders the large rendition as the library does. */
async function large(attributes: string, content: string, side = 1600) {
  const source = join(directory, 'drawing')
  await writeFile(source, `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)
  const { width, height, cleaned } = await inspect(source)
  const path = join(directory, 'large.png')
  const target = { path, width: side, height: side, fit: 'inside', format: 'png', quality: 80 } as const
  const [drawn] = await render(cleaned!.path, 'svg', [target])
  const { data } = await sharp(await readFile(path))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isInked = (x: number, y: number) => data[(y * drawn!.width + x) * 4 + 3]! > 127
  return { size: [width, height], drawn: [drawn!.width, drawn!.height], isInked }
}

type Drawn = Awaited<ReturnType<typeof large>>

/** The first and last column with content in row `y`, and the first and last row with content in column `x`. */
const across = ({ drawn, isInked }: Drawn, y: number) => ends(drawn[0]!, (x) => isInked(x, y))
const down = ({ drawn, isInked }: Drawn, x: number) => ends(drawn[1]!, (y) => isInked(x, y))
function ends(length: number, isInked: (at: number) => boolean) {
  const inked = Array.from({ length }, (_, at) => at).filter(isInked)
  return [inked[0], inked.at(-1)]
}

/** A bar from 25 % to 75 % of the width, over the whole height. */
const bar = (left: number, width: number, height: number) =>
  `<rect x="${left}" width="${width}" height="${height}"/>`

describe('the whole document is drawn, for any unit of its size:', () => {
  for (const [attributes, content, size, drawn] of [
    ['width="100mm" height="50mm"', bar(94.488, 188.976, 188.976), [378, 189], [1600, 800]],
    ['width="10cm" height="5cm"', bar(94.488, 188.976, 188.976), [378, 189], [1600, 800]],
    ['width="300pt" height="150pt"', bar(100, 200, 200), [400, 200], [1600, 800]],
    ['width="4in" height="2in"', bar(96, 192, 192), [384, 192], [1600, 800]],
    ['width="20pc" height="10pc"', bar(80, 160, 160), [320, 160], [1600, 800]],
    ['width="300" height="150px"', bar(75, 150, 150), [300, 150], [1600, 800]],
    ['width="20em" height="10em"', bar(80, 160, 160), [320, 160], [1600, 800]],
    ['width="20em" height="10em" font-size="20"', bar(100, 200, 200), [400, 200], [1600, 800]],
    ['width="20em" height="10em" style="font-size:20px"', bar(100, 200, 200), [400, 200], [1600, 800]],
    ['width="100"', bar(25, 50, 150), [100, 150], [1067, 1600]],
    ['height="100"', bar(75, 150, 100), [300, 100], [1600, 533]],
    ['width="100mm" viewBox="0 0 40 20"', bar(10, 20, 20), [378, 189], [1600, 800]],
    ['width="50%" height="80" viewBox="0 0 40 20"', bar(10, 20, 20), [160, 80], [1600, 800]],
    ['width="100%" height="100%" viewBox="0 0 40 20"', bar(10, 20, 20), [40, 20], [1600, 800]],
    ['width="auto" height="auto" viewBox="0 0 40 20"', bar(10, 20, 20), [40, 20], [1600, 800]],
    ['width="50vw" height="9vh" viewBox="0 0 40 20"', bar(10, 20, 20), [40, 20], [1600, 800]],
    ['style="width:80px;height:40px"', bar(20, 40, 40), [80, 40], [1600, 800]],
    ['width="80" height="40"', `<style>svg{width:9px}</style>${bar(20, 40, 40)}`, [80, 40], [1600, 800]],
    ['width="210mm" height="297mm"', bar(198.425, 396.85, 1123), [794, 1123], [1131, 1600]],
  ] as const) {
    test(attributes, async () => {
      const picture = await large(attributes, content)
      assert.deepEqual(picture.size, size)
      assert.deepEqual(picture.drawn, drawn)
      const [width, height] = picture.drawn
      assert.deepEqual(across(picture, height! >> 1), [
        Math.round(width! / 4),
        Math.round((width! * 3) / 4) - 1,
      ])
      assert.deepEqual(down(picture, width! >> 1), [0, height! - 1])
    })
  }

  test('a document without any size is drawn up to the extent of its content', async () => {
    for (const attributes of ['', 'width="100%" height="100%"', 'width="auto"', 'width="50vw"']) {
      const picture = await large(attributes, '<rect x="200" y="100" width="600" height="300"/>')
      // The tolerance is a few thousandths.
      assert.ok(
        Math.abs(picture.size[0]! - 800) <= 8 && Math.abs(picture.size[1]! - 400) <= 8,
        `${picture.size}`,
      )
      assert.ok(Math.abs(across(picture, picture.drawn[1]! - 50)[0]! - 400) <= 5)
    }
  })

  test('a document without any size whose content fills it has the size of browsers', async () => {
    for (const attributes of ['', 'width="50vw" height="20vw"']) {
      const picture = await large(attributes, '<rect width="100%" height="100%"/>')
      assert.deepEqual(
        [picture.size, picture.drawn],
        [
          [300, 150],
          [1600, 800],
        ],
      )
    }
  })

  test('a document with a viewBox of other proportions is centered, or stretched if the document requests that', async () => {
    const content = '<rect width="10" height="10"/>'
    const centered = await large('width="100mm" height="50mm" viewBox="0 0 10 10"', content)
    assert.deepEqual(across(centered, 400), [400, 1199])
    const left = await large(
      'width="200" height="100" viewBox="0 0 10 10" preserveAspectRatio="xMinYMin"',
      content,
    )
    assert.deepEqual(across(left, 400), [0, 799])
    const stretched = await large(
      'width="200" height="100" viewBox="0 0 10 10" preserveAspectRatio="none"',
      content,
    )
    assert.deepEqual(across(stretched, 400), [0, 1599])
  })
})

describe('lengths inside of a document do not grow with the scale:', () => {
  for (const [what, attributes, content, height] of [
    [
      'a stroke in mm',
      'width="400" height="200"',
      '<path stroke="#000" stroke-width="10mm" d="M0 100h400"/>',
      151,
    ],
    [
      'a stroke in pt',
      'viewBox="0 0 400 200"',
      '<path stroke="#000" stroke-width="30pt" d="M0 100h400"/>',
      160,
    ],
    ['a box in inches', 'width="400px" height="200"', '<rect width="400" height=".5in"/>', 192],
    ['a box in percent', 'width="100mm" height="50mm"', '<rect width="100%" height="25%"/>', 200],
    ['a box in em', 'width="400" height="200"', '<rect width="400" height="2em" font-size="20pt"/>', 213],
  ] as const) {
    test(what, async () => {
      const [top, bottom] = down(await large(attributes, content), 800)
      assert.ok(Math.abs(bottom! - top! + 1 - height) <= 1, `${bottom! - top! + 1}`)
    })
  }

  test('a font in points does not grow with the scale', async () => {
    const heightOf = async (size: string) => {
      const picture = await large(
        'width="400" height="200"',
        `<text y="150" font-size="${size}">HHHHHHHH</text>`,
      )
      const rows = Array.from({ length: 800 }, (_, y) => y)
      return rows.filter((y) => across(picture, y)[0] !== undefined).length
    }
    assert.equal(await heightOf('72pt'), await heightOf('96px'))
  })
})

test('a document of any size is drawn', async () => {
  const centimetre = 96 / 2.54
  for (const [attributes, size, drawn] of [
    ['viewBox="0 0 216958 116416"', [216_958, 116_416], [1600, 859]],
    [
      'width="1000cm" height="300cm"',
      [Math.round(1000 * centimetre), Math.round(300 * centimetre)],
      [1600, 480],
    ],
    ['viewBox="0 0 1e10 5e9"', [2_147_483_647, 1_073_741_824], [1600, 800]],
    ['viewBox="0 0 1.5 1"', [2, 1], [1600, 1067]],
    ['width=".1" height=".05"', [1, 1], [1600, 800]],
  ] as const) {
    const picture = await large(attributes, '<rect width="100%" height="100%"/>')
    assert.deepEqual([picture.size, picture.drawn], [size, drawn], attributes)
    assert.deepEqual(across(picture, 400), [0, 1599])
    assert.deepEqual(down(picture, 400), [0, drawn[1] - 1])
  }
})
