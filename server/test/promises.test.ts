// Engines: embedded
// Pages with promises name the tests that check them: `| No. | Promise | File | Test |`. A row without a number is
// another test of the promise above. An interpolation `${…}` in a test's name is `…` on the page. The name of the
// describe is needed only if the file has several tests of the same name.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

type Row = { number: string; promise: string; file: string; name: string }

const pages = globSync('docs/**/*.md', { cwd: root })
  .map((page) => ({ page, rows: rowsOf(read(page)) }))
  .filter(({ rows }) => rows.length > 0)

test('docs/security-model.md has promises', () => {
  assert.ok(pages.some(({ page }) => page === 'docs/security-model.md'))
})

for (const { page, rows } of pages) {
  // Numbers must have no gaps and match the total on the page, so that no row disappears unnoticed.
  test(`${page}: promises are numbered consecutively, and the page states their number`, () => {
    const numbers = rows.map(({ number }) => number).filter(Boolean)
    const letter = numbers[0]![0]!
    const [, count] = /\b(\d+) promises\b/.exec(read(page)) ?? []
    assert.equal(numbers.length, Number(count), 'as many rows as the page says')
    const expected = numbers.map((_, at) => `${letter}${at + 1}`)
    assert.deepEqual(numbers.toSorted(byNumber), expected)
    for (const { number, promise } of rows)
      assert.equal(promise !== '', number !== '', `${number} ${promise}`)
  })

  test(`${page}: every test that it names exists and is run`, () => {
    const wrong = rows.filter(({ file, name }) => !isRun(file, name))
    assert.deepEqual(
      wrong.map(({ file, name }) => `${file}: ${name}`),
      [],
    )
  })
}

test('a row names one test: by its own name, or with its describe if the file has several of the name', () => {
  const names = ['a client › that waits', 'a client › has a name', 'a server › has a name']
  assert.ok(isNamed(names, 'that waits'))
  assert.ok(isNamed(names, 'a server › has a name'))
  assert.ok(!isNamed(names, 'has a name'))
  assert.ok(!isNamed(names, 'waits'))
})

test('the names of tests include their describes, but not tests that are skipped', () => {
  const names = namesIn(`
describe('a client', () => {
  describe('that waits', { timeout: 1 }, () => {
    test(\`gets \${answer[\`\${0}\`]} soon\`, async () => {})
    for (const what of all) test(what, () => {})
  })
  it("isn't held", {
    skip: withoutRedis,
  }, () => {})
  describe('that has no tests', () => {})
})
if (engine === 'postgres') {
  test(
    'over lines',
    () => {},
  )
}
test(
  'skipped over lines',
  { skip: true },
  () => {},
)
test.skip('never', () => {})
test('nor this', { skip: 'broken' }, () => {})
test.todo('nor that')
// test('said only', () => {})
describe.skip('all of it', () => {
  test('is left out', () => {})
})
describe('by a loop', () => {
  for (const what of all)
    test(what, () => {})
})
`)
  assert.deepEqual(names, [
    'a client › that waits',
    'a client › that waits › gets … soon',
    'a client',
    "a client › isn't held",
    'over lines',
    'by a loop',
  ])
})

function byNumber(one: string, other: string) {
  return Number(one.slice(1)) - Number(other.slice(1))
}

/** The rows of the promise tables. Markdown requires `\|` for a bar in a name. */
function rowsOf(text: string): Row[] {
  const rows: Row[] = []
  let isTable = false
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) isTable = false
    else if (/^\| No\. \| Promise \| File \| Test \|$/.test(line)) isTable = true
    else if (isTable && !line.startsWith('|-')) {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'))
      const [, number = '', promise = '', file = '', name = ''] = cells
      rows.push({ number, promise, file: bare(file), name: bare(name) })
    }
  }
  return rows
}

function bare(code: string) {
  return code.replace(/^`+ ?| ?`+$/g, '')
}

/** Whether a test file of the suite contains a test or describe of this name. */
function isRun(file: string, name: string) {
  if (!/^(server|portal|sdk|cli|bench|deploy)\/test\/.+\.test\.ts$/.test(file)) return false
  if (!globSync(file, { cwd: root }).length) return false
  return isNamed(namesIn(read(file)), name)
}

function isNamed(names: string[], name: string) {
  return names.includes(name) || names.filter((full) => full.endsWith(` › ${name}`)).length === 1
}

type Group = { indent: number; name: string; isSkipped: boolean }

const landmark = /^( *)(?:(test|it|describe)(\.\w+)?\(\s*|\}?\)$)/gm
const skipped = /^[^=]*?\{[^}=]*\b(?:skip|todo): (?:true|['"`])/

/**
 * The full names of the tests and describes in a source, except tests that are always skipped. A describe
 * counts if it contains tests, whose names a loop may generate. Relies on the formatter's indentation to find
 * the end of a describe.
 */
function namesIn(source: string): string[] {
  const groups: Group[] = []
  const names = new Set<string>()
  for (const found of source.matchAll(landmark)) {
    const [start, spaces, kind, modifier = ''] = found
    const indent = spaces!.length
    while (groups.length > 0 && groups.at(-1)!.indent >= indent) groups.pop()
    if (!kind) continue
    const { name, end } = literalAt(source, found.index + start.length)
    const isSkipped =
      ['.skip', '.todo'].includes(modifier) || skipped.test(source.slice(end)) || !!groups.at(-1)?.isSkipped
    const path = [...groups.map((group) => group.name), name].join(' › ')
    if (kind === 'describe') groups.push({ indent, name, isSkipped })
    else if (!isSkipped) {
      if (groups.length > 0) names.add(groups.map((group) => group.name).join(' › '))
      if (name !== '') names.add(path)
    }
  }
  return [...names]
}

/** A quoted literal, with `…` for each `${…}` of a template. Empty if there is none. */
function literalAt(source: string, start: number): { name: string; end: number } {
  const quote = source[start]!
  if (!`'"\``.includes(quote)) return { name: '', end: start }
  let name = ''
  let at = start + 1
  while (source[at] !== quote) {
    if (quote === '`' && source.startsWith('${', at)) {
      at = endOfHole(source, at + 2)
      name += '…'
    } else {
      if (source[at] === '\\') at++
      name += source[at++]
    }
  }
  return { name, end: at + 1 }
}

/** The index after the `}` that closes a `${`. */
function endOfHole(source: string, start: number): number {
  let at = start
  for (let depth = 1; depth > 0; ) {
    const sign = source[at]!
    if (`'"\``.includes(sign)) at = literalAt(source, at).end
    else {
      if (sign === '{') depth++
      if (sign === '}') depth--
      at++
    }
  }
  return at
}
