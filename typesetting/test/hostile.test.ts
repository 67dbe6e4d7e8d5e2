// Engines: embedded
// Texts that are designed to take long are truncated or take bounded time.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Fit, openFonts, textLengthMax } from '@atelier/typesetting'
import { shippedFonts } from '../../server/src/drawing/shipped-fonts.ts'
import { fitText, setTexts, svg, wordsOf } from './support/setting.ts'

const box = { x: 20, y: 20, width: 300, height: 160 }
const designed = svg('<text x="20" y="60" font-size="40">Designer</text>', '400 300')

/** The CPU seconds of the second run, when fonts are already open. */
async function secondsOf(work: () => Promise<unknown>) {
  await work()
  const started = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1e6
}

/** The limit, with a margin: a busy machine takes a few times as long. */
const secondsMax = 2

const everyKind = Array.from({ length: 5_000 }, (_, index) => String.fromCodePoint(0x20 + index * 13)).join(
  '',
)

const hostile: [name: string, text: string][] = [
  ['100,000 letters without a space', 'a'.repeat(100_000)],
  ['20,000 line breaks', '\n'.repeat(20_000)],
  ['20,000 line breaks between letters', 'a\n'.repeat(20_000)],
  ['50,000 right-to-left overrides', '\u202e'.repeat(50_000)],
  ['right-to-left overrides that nest', '\u202ea'.repeat(10_000)],
  ['isolates that nest', '\u2067a\u2066b'.repeat(5_000)],
  ['emoji joined to one', '👨\u200d'.repeat(5_000)],
  ['marks on one letter', `a${'\u0301'.repeat(20_000)}`],
  ['marks that no font has together', `क${'\u0301\u0e31'.repeat(5_000)}`],
  ['unpaired surrogates', '\ud800\udc00\ud800'.repeat(2_000)],
  ['characters that no font has', '\u{1fff0}'.repeat(3_000)],
  ['Arabic without a space', 'ببب'.repeat(5_000)],
  ['Thai without a space', 'สวัสดีชาวโลก'.repeat(1_000)],
  ['asterisks', '**a'.repeat(5_000)],
  ['bullets', '- a\n'.repeat(5_000)],
  ['zero-width spaces', '\u200b'.repeat(20_000)],
]

for (const mode of ['shrink_and_wrap', 'ellipsis'] as const)
  describe(`${mode} of`, () => {
    for (const [name, text] of hostile)
      test(`${name} takes less than ${secondsMax} s`, { timeout: 60_000 }, async () => {
        const fit: Partial<Fit> = { mode, box, markup: true, maxLines: 5 }
        const seconds = await secondsOf(() => fitText(designed, text, fit))
        assert.ok(seconds < secondsMax, `${seconds} s`)
      })
  })

test('a text with characters of 200 font files opens at most 120 of them', { timeout: 60_000 }, async () => {
  const read: string[] = []
  const fonts = await openFonts([], {
    ...shippedFonts,
    read: (path) => {
      read.push(path)
      return shippedFonts.read(path)
    },
  })
  const started = process.cpuUsage()
  const { types } = await fitText(designed, everyKind, { mode: 'shrink_and_wrap', box }, { fonts })
  const { user, system } = process.cpuUsage(started)
  assert.equal(read.length, 120)
  assert.ok(types.includes('glyph_missing'))
  assert.ok((user + system) / 1e6 < 4, `${(user + system) / 1e6} s`)
})

test("the document's own text is truncated too, with a finding", async () => {
  const { findings, glyphRuns } = await setTexts(svg(`<text y="50">${'ab '.repeat(10_000)}</text>`))
  assert.equal(wordsOf({ glyphRuns }).join('').length, textLengthMax)
  assert.deepEqual(
    findings.map(({ type }) => type),
    ['text_truncated'],
  )
})

test('5,000 characters with individual positions take less than a second', async () => {
  const xs = Array.from({ length: 5_000 }, (_, index) => index).join(' ')
  const document = svg(`<text y="50" x="${xs}">${'abcde'.repeat(1_000)}</text>`)
  assert.ok((await secondsOf(() => setTexts(document))) < secondsMax)
})

test('invalid numbers and zero sizes do not cause errors', async () => {
  for (const attributes of [
    'font-size="0"',
    'font-size="-5"',
    'font-size="1e99"',
    'font-size="NaN"',
    'x="a b" y="" dx="1e400"',
    'textLength="0"',
    'letter-spacing="1e30"',
    'font-weight="99999"',
    'transform="scale(0)"',
    'rotate="x"',
  ]) {
    const { text } = await setTexts(svg(`<text ${attributes}>Text</text>`))
    assert.doesNotMatch(text, /NaN|Infinity/, attributes)
  }
  const { text } = await fitText(svg('<text transform="scale(0)" y="9">a</text>'), 'Text', {
    mode: 'shrink_and_wrap',
  })
  assert.doesNotMatch(text, /NaN|Infinity/)
  const none = await fitText(designed, 'Text', {
    mode: 'shrink_and_wrap',
    box: { x: 0, y: 0, width: 0, height: 0 },
  })
  assert.doesNotMatch(none.text, /NaN|Infinity/)
})

test('markup in a text is treated as text', async () => {
  const { text, glyphRuns } = await fitText(designed, '</text><script>alert(1)</script>', {
    mode: 'wrap',
    box,
  })
  assert.doesNotMatch(text, /<script/)
  assert.match(wordsOf({ glyphRuns }).join(''), /<script>/)
})
