// Engines: embedded
// SVG texts beyond straight lines of one color: emoji, gradients, paths and effects.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { descendants, type SvgElement } from '@atelier/svg/tree'
import sharp from 'sharp'
import { pathsIn, setTexts, svg, wordsOf } from './support/setting.ts'

const named = (root: SvgElement, name: string) => [...descendants(root)].filter((one) => one.name === name)

describe('emoji', () => {
  test('emoji are drawn as colored vectors, and their gradients are defined once', async () => {
    const { root, text, findings } = await setTexts(
      svg('<text y="50" font-size="40">😀😀 👍🏽 🇧🇷 👩🏿‍🚀</text>'),
    )
    assert.deepEqual(findings, [])
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length)
    const used = [...text.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id!)
    assert.ok(used.every((id) => ids.includes(id)))
    assert.equal(named(root, 'image').length, 0)
    assert.ok(pathsIn(root).length > 100)
  })

  test('a flag of two letters is one glyph', async () => {
    const { glyphRuns } = await setTexts(svg('<text y="50">🇧🇷</text>'))
    assert.deepEqual(
      glyphRuns.map(({ glyphs }) => glyphs.length),
      [1],
    )
  })

  test('a character with a text presentation is drawn in the color of the text', async () => {
    const { root } = await setTexts(svg('<text y="50" fill="#123456">❤︎ ★</text>'))
    assert.ok(pathsIn(root).every(({ attributes }) => attributes.get('fill') === '#123456'))
  })

  test('emoji are drawn by the renderer', async () => {
    const { text } = await setTexts(svg('<text y="50" font-size="50">❤️</text>', '60 60'))
    const pixels = await sharp(Buffer.from(text)).flatten({ background: '#fff' }).raw().toBuffer()
    const [r, g, b] = pixels.subarray((30 * 60 + 28) * 3)
    assert.ok(r! > 200 && g! < 120 && b! < 120, `${r} ${g} ${b}`)
  })
})

describe('gradients', () => {
  const gradient =
    '<linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient>'

  test('a gradient spans the whole text, not each run', async () => {
    const { root, glyphRuns } = await setTexts(
      svg(
        `${gradient}<text x="10" y="50" font-size="40" fill="url(#g)">One <tspan font-weight="bold">two</tspan></text>`,
      ),
    )
    const [first, second] = pathsIn(root)
    assert.equal(first!.attributes.get('fill'), second!.attributes.get('fill'))
    const copy = named(root, 'linearGradient')[1]!
    const end = glyphRuns[1]!.glyphs.at(-1)!
    const [width] = copy.attributes.get('gradientTransform')!.slice(7).split(' ').map(Number)
    assert.equal(copy.attributes.get('gradientUnits'), 'userSpaceOnUse')
    assert.ok(Math.abs(width! - (end.x + end.advance - 10)) < 0.01)
    assert.equal(copy.children.length, 2)
  })

  test('gradients in user units stay unchanged', async () => {
    const own = gradient.replace('id="g"', 'id="g" gradientUnits="userSpaceOnUse"')
    const { root } = await setTexts(svg(`${own}<text y="50" fill="url(#g)">a</text>`))
    assert.equal(pathsIn(root)[0]!.attributes.get('fill'), 'url(#g)')
  })
})

describe('on a path', () => {
  const curve = '<path id="p" d="M0 100H100V300" fill="none"/>'
  const placed = async (attributes: string, text = 'ABCDEFGHIJ') => {
    const document = svg(
      `${curve}<text font-size="20"><textPath href="#p" ${attributes}>${text}</textPath></text>`,
    )
    return (await setTexts(document)).glyphRuns.flatMap(({ glyphs }) => glyphs)
  }

  test('glyphs are placed and rotated along the path', async () => {
    const glyphs = await placed('')
    assert.equal(glyphs[0]!.rotation, 0)
    assert.equal(glyphs[0]!.y, 100)
    assert.equal(Math.round(glyphs.at(-1)!.rotation), 90)
  })

  test('startOffset moves glyphs along the path, and glyphs beyond its end are left out', async () => {
    const [first] = await placed('startOffset="50"')
    assert.ok(Math.abs(first!.x - 50) < 0.01)
    assert.ok((await placed('startOffset="95%"')).length < 3)
  })
})

describe('textLength', () => {
  const widthOf = async (attributes: string) => {
    const { glyphRuns } = await setTexts(svg(`<text y="50" font-size="20" ${attributes}>Stretched</text>`))
    const last = glyphRuns[0]!.glyphs.at(-1)!
    return last.x + last.advance
  }

  test('textLength widens the gaps, and optionally the glyphs', async () => {
    assert.ok(Math.abs((await widthOf('textLength="300"')) - 300) < 0.1)
    assert.ok(Math.abs((await widthOf('textLength="300" lengthAdjust="spacingAndGlyphs"')) - 300) < 0.1)
  })
})

describe('vertical text', () => {
  test('vertical text runs down, with rotated Latin letters', async () => {
    const { glyphRuns } = await setTexts(
      svg('<text x="50" y="20" font-size="20" writing-mode="vertical-rl">縦書A</text>'),
    )
    const glyphs = glyphRuns.flatMap((run) => run.glyphs)
    assert.ok(glyphs[0]!.y < glyphs[1]!.y && glyphs[1]!.y < glyphs[2]!.y)
    assert.deepEqual(
      glyphs.map(({ rotation }) => Math.round(rotation)),
      [0, 0, 90],
    )
  })

  test('vertical text uses vertical forms of punctuation', async () => {
    const idsOf = async (mode: string) =>
      (await setTexts(svg(`<text y="50" writing-mode="${mode}">「」</text>`))).glyphRuns.flatMap(
        ({ glyphs }) => glyphs.map(({ id }) => id),
      )
    assert.notDeepEqual(await idsOf('vertical-rl'), await idsOf('horizontal-tb'))
  })
})

test('small capitals are synthesized if the font has none, and the text content is unchanged', async () => {
  const { glyphRuns } = await setTexts(
    svg('<text y="50" font-size="20" style="font-variant:small-caps">Abc</text>'),
  )
  assert.deepEqual(
    glyphRuns.map(({ size }) => size),
    [20, 14],
  )
  assert.deepEqual(wordsOf({ glyphRuns }), ['A', 'bc'])
})

describe('effects of a text', () => {
  test('a filter region covers the text with its line height, not only its ink', async () => {
    const filter = '<filter id="f" x="0" y="0" width="1" height="1"><feFlood flood-color="red"/></filter>'
    const { text } = await setTexts(
      svg(`${filter}<text x="10" y="60" font-size="50" filter="url(#f)">xx</text>`, '100 100'),
    )
    const { data, info } = await sharp(Buffer.from(text)).raw().toBuffer({ resolveWithObject: true })
    const isRed = (x: number, y: number) => data[(y * info.width + x) * info.channels + 3]! > 200
    assert.ok(isRed(20, 15) && isRed(20, 70), 'above and below the letters')
    assert.ok(!isRed(20, 5) && !isRed(20, 80))
  })

  test('rules of a style sheet for texts still apply', async () => {
    const { text } = await setTexts(svg('<style>text{opacity:.5;display:none}</style><text y="50">a</text>'))
    assert.match(text, /<g style="opacity:\.?0?\.5;display:none"/)
  })
})
