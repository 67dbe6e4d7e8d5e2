// Engines: embedded
// Values that replace a designer's text.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fitText, svg, wordsOf } from './support/setting.ts'

const box = { x: 50, y: 50, width: 300, height: 200 }
const designed = svg('<text x="50" y="90" font-size="40">Designer</text>', '400 300')
const long = 'A long headline that has many more words than the designer had in mind for this box'

const isWithin = (inner: { x: number; y: number; width: number; height: number }, outer: typeof inner) =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1

describe('without a box', () => {
  test("a text grows up to twice the width of the designer's text, then shrinks", async () => {
    const { box: same, types } = await fitText(designed, 'Longer designer')
    assert.equal(same.fontSize, 40)
    assert.deepEqual(types, [])
    const { box: smaller, types: found } = await fitText(designed, 'An even longer designer')
    assert.ok(smaller.fontSize < 40 && smaller.fontSize > 20)
    assert.deepEqual(found, ['text_shrunk'])
  })

  test('a text never leaves the document', async () => {
    for (const anchor of ['start', 'middle', 'end']) {
      const x = { start: 300, middle: 330, end: 100 }[anchor]
      const document = svg(
        `<text x="${x}" y="90" font-size="40" text-anchor="${anchor}">Design</text>`,
        '400 300',
      )
      const { box, types } = await fitText(document, 'Designers')
      assert.ok(isWithin(box.ink, { x: 0, y: 0, width: 400, height: 300 }), anchor)
      assert.deepEqual(types, ['text_shrunk'])
    }
  })

  test('a text that does not fit at its smallest size produces a finding', async () => {
    const { types } = await fitText(designed, long)
    assert.deepEqual(types, ['text_shrunk', 'text_overflow'])
  })

  test("the designer's line spacing is kept", async () => {
    const document = svg(
      '<text font-size="20"><tspan x="9" y="50">One</tspan><tspan x="9" dy="33">Two</tspan></text>',
    )
    const { glyphRuns, types } = await fitText(document, 'Eins\nZwei')
    assert.deepEqual(types, [])
    assert.deepEqual(
      glyphRuns.map(({ glyphs }) => [glyphs[0]!.x, glyphs[0]!.y]),
      [
        [9, 50],
        [9, 83],
      ],
    )
  })
})

describe('in a box', () => {
  test('wrap breaks lines at the width, at the same size', async () => {
    const {
      box: set,
      types,
      glyphRuns,
    } = await fitText(designed, 'A headline that breaks', { mode: 'wrap', box })
    assert.equal(set.fontSize, 40)
    assert.deepEqual(wordsOf({ glyphRuns }), ['A headline that', 'breaks'])
    assert.deepEqual(types, ['text_wrapped'])
    assert.ok(isWithin(set.ink, box))
  })

  test('shrink_and_wrap finds the largest size that fits without breaking a word', async () => {
    const { box: set, types, glyphRuns } = await fitText(designed, long, { mode: 'shrink_and_wrap', box })
    assert.ok(isWithin(set.ink, box))
    assert.ok(set.fontSize > 28 && set.fontSize <= 40, String(set.fontSize))
    assert.deepEqual(types, set.fontSize < 40 ? ['text_shrunk', 'text_wrapped'] : ['text_wrapped'])
    assert.equal(wordsOf({ glyphRuns }).join(' '), long)
  })

  test('ellipsis truncates after max_lines, at a grapheme boundary', async () => {
    const { glyphRuns, types } = await fitText(designed, 'नमस्ते दुनिया क्षत्रिय नमस्ते', { mode: 'ellipsis', box })
    const words = wordsOf({ glyphRuns }).join('')
    assert.match(words, /…$/)
    assert.deepEqual(types, ['text_truncated'])
    const { box: two } = await fitText(designed, long, { mode: 'ellipsis', box, maxLines: 2 })
    assert.equal(two.lines, 2)
  })

  test('max_lines truncates a text that cannot shrink further', async () => {
    const { box: set, types } = await fitText(designed, long, {
      mode: 'shrink_and_wrap',
      box,
      maxLines: 2,
      minSize: 30,
    })
    assert.equal(set.lines, 2)
    assert.equal(set.fontSize, 30)
    assert.deepEqual(types, ['text_shrunk', 'text_wrapped', 'text_truncated'])
  })

  test('min_size is the smallest size', async () => {
    const { box: set, types } = await fitText(designed, long, { mode: 'shrink', box, minSize: 35 })
    assert.equal(set.fontSize, 35)
    assert.deepEqual(types, ['text_shrunk', 'text_overflow'])
  })

  test('the mode none changes nothing and reports text that is too large', async () => {
    const { box: set, types } = await fitText(designed, long, { mode: 'none', box })
    assert.equal(set.fontSize, 40)
    assert.deepEqual(types, ['text_overflow'])
  })

  test('a text is aligned horizontally and vertically', async () => {
    for (const [align, verticalAlign, x, y] of [
      ['start', 'top', 0, 0],
      ['center', 'middle', 0.5, 0.5],
      ['end', 'bottom', 1, 1],
    ] as const) {
      const { box: set } = await fitText(designed, 'Hxx', { mode: 'wrap', box, align, verticalAlign })
      const free = { x: box.width - set.ink.width, y: box.height - set.ink.height }
      assert.ok(Math.abs(set.ink.x - box.x - free.x * x) < 8, `${align}: ${set.ink.x}`)
      assert.ok(Math.abs(set.ink.y - box.y - free.y * y) < 20, `${verticalAlign}: ${set.ink.y}`)
    }
  })

  test('start aligns Arabic to the right on request', async () => {
    const { box: set } = await fitText(designed, 'مرحبا', { mode: 'wrap', box, align: 'start' })
    assert.ok(Math.abs(set.ink.x + set.ink.width - (box.x + box.width)) < 5)
  })

  test("Arabic in a box starts at the right of the box, and Arabic at a point starts where the designer's text started", async () => {
    const arabic = 'صباح الربيع عند قمة الجبل'
    const { box: boxed } = await fitText(designed, arabic, { mode: 'wrap', box })
    assert.ok(Math.abs(boxed.ink.x + boxed.ink.width - (box.x + box.width)) < 5, `${boxed.ink.x}`)
    const { box: atPoint } = await fitText(designed, 'صباح')
    assert.ok(Math.abs(atPoint.ink.x - 50) < 5, `${atPoint.ink.x}`)
    const ended = svg('<text x="350" y="90" font-size="40" text-anchor="end">Designer</text>', '400 300')
    const { box: kept } = await fitText(ended, 'Ende', { mode: 'wrap', box })
    assert.ok(Math.abs(kept.ink.x + kept.ink.width - 350) < 5)
    const own = svg('<text x="50" y="90" font-size="40">مرحبا</text>', '400 300')
    const { box: same } = await fitText(own, 'صباح', { mode: 'wrap', box })
    assert.ok(Math.abs(same.ink.x - 50) < 5, `${same.ink.x}`)
  })

  test('lines of Arabic, Hindi and Thai do not touch where the design has narrow Latin lines', async () => {
    const narrow = svg(
      '<text font-size="40"><tspan x="50" y="90">Narrow</tspan><tspan x="50" y="122">lines</tspan></text>',
      '400 300',
    )
    const pitchOf = async (text: string) => {
      const { glyphRuns } = await fitText(narrow, text, { mode: 'wrap', box: { ...box, width: 240 } })
      const baselines = glyphRuns.flatMap(({ glyphs }) =>
        glyphs.filter(({ text }) => /^\p{L}/u.test(text)).map(({ y }) => Math.round(y)),
      )
      return Math.max(...baselines) - Math.min(...baselines)
    }
    assert.equal(await pitchOf('One line and another'), 32)
    for (const text of ['الربيع عند\nقمة الجبل', 'पहाड़ की चोटी\nवसंत की सुबह', 'เช้าฤดูใบไม้\nผลิบนยอดเขา'])
      assert.ok((await pitchOf(text)) >= 44, `${text} ${await pitchOf(text)}`)
  })

  test('Thai breaks between words', async () => {
    const { glyphRuns } = await fitText(designed, 'สวัสดีชาวโลกนี่คือข้อความยาว', { mode: 'wrap', box })
    const words = [...new Intl.Segmenter('th', { granularity: 'word' }).segment('สวัสดีชาวโลกนี่คือข้อความยาว')]
    const ends = words.map(({ index, segment }) => index + segment.length)
    let at = 0
    for (const line of wordsOf({ glyphRuns })) {
      at += line.length
      assert.ok(ends.includes(at), line)
    }
  })

  test('inline-size and shape-inside of the document define boxes', async () => {
    const inline = svg(
      '<text x="50" y="90" font-size="40" style="inline-size:200px">Designer</text>',
      '400 300',
    )
    assert.ok((await fitText(inline, 'A headline that wraps', { mode: 'wrap' })).box.ink.width <= 200)
    const shape = svg(
      '<rect id="r" x="50" y="50" width="200" height="200"/><text font-size="40" style="shape-inside:url(#r)">Designer</text>',
      '400 300',
    )
    const { box: set } = await fitText(shape, 'A headline that wraps', { mode: 'wrap' })
    assert.ok(isWithin(set.ink, { x: 50, y: 50, width: 200, height: 200 }))
  })

  test('layouts are in units of the document', async () => {
    const document = svg(
      '<g transform="translate(100 20) scale(2)"><text x="0" y="20" font-size="10">Design</text></g>',
    )
    const { box: set } = await fitText(document, 'Design', {
      mode: 'wrap',
      box: { x: 0, y: 0, width: 50, height: 30 },
    })
    assert.deepEqual(set.box, { x: 100, y: 20, width: 100, height: 60 })
  })
})

describe('hyphenation', () => {
  /** The lines, with the hyphens that are drawn but are not in the text. */
  const lines = async (text: string, fit: object = {}, language = 'en', width = 300) => {
    const { glyphRuns } = await fitText(
      designed,
      text,
      { mode: 'wrap', box: { ...box, width, height: 1000 }, ...fit },
      { language },
    )
    const rows = Map.groupBy(glyphRuns, ({ glyphs }) => glyphs[0]!.y)
    return [...rows.values()].map((runs) => {
      const glyphs = runs.flatMap((run) => run.glyphs)
      const last = glyphs.at(-1)!
      for (const { x, advance } of glyphs) assert.ok(x + advance <= box.x + width + 1, text)
      return `${glyphs.map((glyph) => glyph.text.replace('\u00ad', '')).join('')}${last.text === '' ? '-' : ''}`
    })
  }

  test('a line that ends at a soft hyphen gets a hyphen, and other soft hyphens stay invisible', async () => {
    assert.deepEqual(await lines('Schiff\u00adfahrts\u00adgesell\u00adschaft'), [
      'Schifffahrts-',
      'gesellschaft',
    ])
    assert.deepEqual(await lines('Schiff\u00adfahrt'), ['Schifffahrt'])
    const { glyphRuns } = await fitText(designed, 'Schiff\u00adfahrt', { mode: 'none' })
    const { glyphRuns: plain } = await fitText(designed, 'Schifffahrt', { mode: 'none' })
    const end = (runs: typeof glyphRuns) => {
      const { x, advance } = runs.at(-1)!.glyphs.at(-1)!
      return x + advance
    }
    assert.ok(Math.abs(end(glyphRuns) - end(plain)) < 2)
  })

  test('words are hyphenated only if requested, by the rules of the language', async () => {
    const text = 'Unbelievable internationalization'
    assert.ok(!(await lines(text)).some((line) => line.endsWith('-')))
    assert.deepEqual(await lines(text, { hyphenate: true }), ['Unbelievable', 'international-', 'ization'])
    const german = 'Geschwindigkeitsbegrenzung'
    assert.deepEqual(await lines(german, { hyphenate: true }, 'de'), ['Geschwindig-', 'keitsbegren-', 'zung'])
    assert.deepEqual(
      await lines(german, { hyphenate: true }, 'de-CH'),
      await lines(german, { hyphenate: true }, 'de'),
    )
  })

  test('a language without rules, and a text without a language, are not hyphenated', async () => {
    for (const language of ['', 'xx', 'ar'])
      assert.ok(
        !(await lines('Unbelievable internationalization', { hyphenate: true }, language)).some((line) =>
          line.endsWith('-'),
        ),
      )
  })

  test('a word keeps two letters before a hyphen and three after it, and its own soft hyphens', async () => {
    for (const width of [90, 120, 150, 200])
      for (const line of await lines('ability already oasis', { hyphenate: true }, 'en', width))
        if (line.endsWith('-')) assert.ok(line.split(' ').at(-1)!.length > 2, line)
    const found = await lines('inter\u00adnationalization', { hyphenate: true })
    assert.equal(found[0], 'inter-')
  })

  test('shrink_and_wrap keeps a larger size with hyphenation', async () => {
    const narrow = {
      mode: 'shrink_and_wrap',
      minSize: 8,
      box: { x: 0, y: 0, width: 180, height: 200 },
    } as const
    const word = 'Internationalization'
    const whole = await fitText(designed, word, narrow, { language: 'en' })
    const hyphenated = await fitText(designed, word, { ...narrow, hyphenate: true }, { language: 'en' })
    assert.ok(hyphenated.box.fontSize > whole.box.fontSize * 1.3)
    assert.deepEqual([whole.box.lines, hyphenated.types.includes('text_wrapped')], [1, true])
  })
})

describe('markup', () => {
  test('bold words use the bold face of the family, and bullets are indented', async () => {
    const { glyphRuns, box: set } = await fitText(designed, 'A **bold** word\n\n- one\n- two', {
      mode: 'shrink_and_wrap',
      box,
      markup: true,
    })
    const bold = glyphRuns.find(({ font }) => font.axes.wght === 700)!
    assert.equal(bold.glyphs.map(({ text }) => text).join(''), 'bold')
    assert.deepEqual(wordsOf({ glyphRuns }), ['A ', 'bold', ' word', '•', 'one', '•', 'two'])
    assert.equal(set.lines, 3)
    const [sign, item] = glyphRuns.slice(3)
    assert.ok(item!.glyphs[0]!.x > sign!.glyphs[0]!.x)
  })

  test('without markup, asterisks and dashes are plain characters', async () => {
    const { glyphRuns } = await fitText(designed, '- **a**', { mode: 'wrap', box })
    assert.deepEqual(wordsOf({ glyphRuns }), ['- **a**'])
  })
})
