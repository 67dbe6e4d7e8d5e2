// Engines: embedded
// SVG texts as design tools write them, set in the shipped fonts.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { childElements } from '@atelier/svg/tree'
import { pathsIn, setTexts, svg, wordsOf } from './support/setting.ts'

const near = (found: number, expected: number, within = 0.05) =>
  assert.ok(Math.abs(found - expected) <= within, `${found} is not ${expected}`)

/** The first glyph of each run. */
const starts = async (content: string) =>
  (await setTexts(svg(content))).glyphRuns.map(({ glyphs: [glyph] }) => glyph!)

test('a text becomes a group of outlines with its id, class, transform and effects', async () => {
  const { root } = await setTexts(
    svg('<text id="a" class="b" transform="rotate(9)" opacity=".5" x="9" y="9" font-size="12">Hi</text>'),
  )
  const [group] = childElements(root)
  assert.equal(group!.name, 'g')
  assert.deepEqual([...group!.attributes.keys()], ['id', 'class', 'transform', 'opacity'])
  assert.equal(pathsIn(root).length, 1)
})

test('no text is left, and each run has its outlines', async () => {
  const { text, glyphRuns, root } = await setTexts(
    svg('<text y="20">One <tspan fill="red">two</tspan> three</text>'),
  )
  assert.doesNotMatch(text, /<text|<tspan/)
  assert.deepEqual(wordsOf({ glyphRuns }), ['One ', 'two', ' three'])
  assert.deepEqual(
    pathsIn(root).map(({ attributes }) => [attributes.get('data-run'), attributes.get('fill')]),
    [
      ['0', 'black'],
      ['1', 'red'],
      ['2', 'black'],
    ],
  )
})

describe('positions', () => {
  test('x and y of a character start a new chunk, and dx and dy move the characters that follow', async () => {
    const [first, second] = await starts('<text x="10" y="50">A<tspan x="40" dy="5">B</tspan></text>')
    near(first!.x, 10)
    near(second!.x, 40)
    near(second!.y, 55)
  })

  test('lists place each character, and the rest follows the last position', async () => {
    const { glyphRuns } = await setTexts(svg('<text x="10 30 70" y="50" font-size="20">ABCD</text>'))
    const glyphs = glyphRuns.flatMap((run) => run.glyphs)
    assert.deepEqual(
      glyphs.slice(0, 3).map(({ x }) => x),
      [10, 30, 70],
    )
    near(glyphs[3]!.x, 70 + glyphs[2]!.advance)
  })

  test('text-anchor aligns each chunk', async () => {
    for (const [anchor, part] of [
      ['start', 0],
      ['middle', 0.5],
      ['end', 1],
    ] as const) {
      const { glyphRuns } = await setTexts(
        svg(`<text x="300" y="50" text-anchor="${anchor}">Anchored</text>`),
      )
      const width = glyphRuns[0]!.glyphs.reduce((sum, { advance }) => sum + advance, 0)
      near(glyphRuns[0]!.glyphs[0]!.x, 300 - width * part)
    }
  })

  test('rotate turns characters, and its last number applies to the rest', async () => {
    const { glyphRuns } = await setTexts(svg('<text y="50" rotate="10 20">ABC</text>'))
    assert.deepEqual(
      glyphRuns[0]!.glyphs.map(({ rotation }) => Math.round(rotation)),
      [10, 20, 20],
    )
  })

  test('letter-spacing and word-spacing widen a text, and letter-spacing prevents ligatures', async () => {
    const widthOf = async (attributes: string, text = 'a a') => {
      const { glyphRuns } = await setTexts(svg(`<text y="50" font-size="20" ${attributes}>${text}</text>`))
      return glyphRuns[0]!.glyphs.reduce((sum, { advance }) => sum + advance, 0)
    }
    const plain = await widthOf('')
    near(await widthOf('letter-spacing="2"'), plain + 6)
    near(await widthOf('letter-spacing=".1em"'), plain + 6)
    near(await widthOf('word-spacing="5"'), plain + 5)
    const { glyphRuns } = await setTexts(
      svg(
        '<text font-family="Noto Serif" y="50">ffi</text><text font-family="Noto Serif" y="90" letter-spacing="1">ffi</text>',
      ),
    )
    assert.ok(glyphRuns[0]!.glyphs.length < 3)
    assert.equal(glyphRuns[1]!.glyphs.length, 3)
  })
})

describe('styles', () => {
  test('styles come from attributes, sheets with any selector, and style attributes, in this order', async () => {
    const content =
      '<style>text{fill:#111}.a{fill:#222}g>.a.b{fill:#333}</style><g><text class="a b" fill="#000" y="9">1</text></g><text class="a" y="9">2</text><text y="9" style="fill:#444" class="a">3</text>'
    const { root } = await setTexts(svg(content))
    assert.deepEqual(
      pathsIn(root).map(({ attributes }) => /fill:(#\d+)/.exec(attributes.get('style') ?? '')?.[1]),
      ['#333', '#222', '#444'],
    )
  })

  test('the font shorthand is read', async () => {
    const { glyphRuns } = await setTexts(
      svg('<text y="50" style="font: italic 700 24px/1.2 \'Noto Serif\', serif">a</text>'),
    )
    const [{ font, size }] = glyphRuns as [(typeof glyphRuns)[0]]
    assert.equal(size, 24)
    assert.equal(font.axes.wght, 700)
    assert.match(font.key, /noto-serif.*italic/)
  })

  test('white space collapses across elements, unless it is preserved', async () => {
    const { glyphRuns } = await setTexts(svg('<text y="9">\n  a <tspan> b</tspan>\n  c  </text>'))
    assert.equal(wordsOf({ glyphRuns }).join(''), 'a b c')
    const preserved = await setTexts(svg('<text y="9" xml:space="preserve"> a  b </text>'))
    assert.equal(wordsOf(preserved).join(''), ' a  b ')
  })

  test('text-decoration draws lines in the color of the element that sets it', async () => {
    const { root } = await setTexts(
      svg('<text y="50" fill="red" text-decoration="underline">a <tspan fill="blue">b</tspan></text>'),
    )
    const lines = pathsIn(root).filter(({ attributes }) => !attributes.has('data-run'))
    assert.deepEqual(
      lines.map(({ attributes }) => attributes.get('fill')),
      ['red'],
    )
  })

  test('a hidden text is not drawn, but takes up space', async () => {
    const { root, glyphRuns } = await setTexts(
      svg('<text y="50">a<tspan visibility="hidden">b</tspan>c</text>'),
    )
    assert.equal(pathsIn(root).length, 2)
    assert.equal(wordsOf({ glyphRuns }).join(''), 'abc')
  })

  test('a text in a clip path becomes a path', async () => {
    const { root } = await setTexts(
      svg('<clipPath id="c"><text y="50">ab<tspan fill="red">c</tspan></text></clipPath>'),
    )
    const [clip] = childElements(root)
    assert.deepEqual(
      childElements(clip!).map(({ name }) => name),
      ['path'],
    )
  })

  test('a sheet for paths does not change the color of outlines', async () => {
    const { text } = await setTexts(svg('<style>path{fill:red}</style><text y="50">a</text>'))
    assert.match(text, /style="fill:black/)
  })
})

describe('scripts', () => {
  test('fourteen scripts are set without a missing character', async () => {
    const texts =
      'Latin Ελληνικά Кириллица Việt مرحبا שלום नमस्ते বাংলা தமிழ் ไทย ລາວ ខ្មែរ မြန်မာ ქართული հայերեն አማርኛ 日本語 한국어 简体 繁體 తెలుగు ಕನ್ನಡ മലയാളം ગુજરાતી ਪੰਜਾਬੀ සිංහල ଓଡ଼ିଆ བོད ✓ → ★ ∑'
    const { findings, glyphRuns } = await setTexts(svg(`<text y="50">${texts}</text>`))
    assert.deepEqual(findings, [])
    assert.equal([...wordsOf({ glyphRuns }).join('')].length, [...texts].length)
    assert.ok(glyphRuns.every(({ glyphs }) => glyphs.every(({ id }) => id !== 0)))
  })

  test('Arabic letters join and run from right to left', async () => {
    const { glyphRuns } = await setTexts(svg('<text y="50" x="100">سلام 12</text>'))
    const arabic = glyphRuns.find(({ isRightToLeft }) => isRightToLeft)!
    const letters = arabic.glyphs.map(({ text }) => text).filter((text) => text !== '')
    assert.equal(letters.toReversed().join('').trim(), 'سلام')
    const alone = await setTexts(svg('<text y="50" x="100">س ل ا م</text>'))
    const idsOf = (glyphs: { id: number }[]) => new Set(glyphs.map(({ id }) => id))
    assert.notDeepEqual(idsOf(arabic.glyphs), idsOf(alone.glyphRuns.flatMap(({ glyphs }) => glyphs)))
  })

  test('Chinese characters have the forms of the language of the text', async () => {
    const keyOf = async (language: string, text = '骨') =>
      (await setTexts(svg(`<text y="50" xml:lang="${language}">${text}</text>`))).glyphRuns[0]!.font.key
    assert.match(await keyOf('ja'), /noto-sans-jp/)
    assert.match(await keyOf('zh-TW'), /noto-sans-tc/)
    assert.match(await keyOf('zh'), /noto-sans-sc/)
    assert.match(await keyOf('ko'), /noto-sans-kr/)
    assert.match(await keyOf('en', '骨です'), /noto-sans-jp/)
  })

  test('a character that no font contains produces a finding with its code point, and is not drawn as a box', async () => {
    const { findings, root } = await setTexts(svg('<text y="50">a\u{1FFF0}</text>'))
    assert.deepEqual(
      findings.map(({ type, data }) => [type, data.code_points]),
      [['glyph_missing', ['U+1FFF0']]],
    )
    assert.equal(pathsIn(root).length, 1)
  })
})
