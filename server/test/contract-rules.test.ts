// Engines: embedded
// docs/contract.md states what goes over the wire, in numbered rules. Code and documentation cite them:
// `R-LIST-4`. The test that checks a rule names it in a comment directly above it, or above its group of
// tests: `// Holds R-LIST-4, R-LIST-5.`
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const filesOf = (pattern: string) =>
  globSync(pattern, {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|data|coverage)$/.test(name),
  })

const contractPage = 'docs/contract.md'
const rulePattern = /\bR-[A-Z]+-\d+\b/g
/** A rule is stated at the beginning of a list item, or in the first column of a table. */
const statedPattern = /^(?:- \*\*|\| )(R-[A-Z]+-\d+)\b/gm
const holdsPattern = /^ *\/\/ Holds (R-[A-Z]+-\d+(?:, R-[A-Z]+-\d+)*)\.$/
const testPattern = /^ *(?:test\w*|it|describe)\(/

const rules = [...read(contractPage).matchAll(statedPattern)].map(([, rule]) => rule!)
const testFiles = filesOf(
  '{svg,typesetting,filling,server,portal,sdk,cli,bench,deploy}/test/**/*.test.ts',
).filter((file) => !file.endsWith('contract-rules.test.ts'))

const citing = [
  ...filesOf(
    '{svg,typesetting,filling,server,portal,sdk,cli,docs,scripts,bench,chaos,deploy}/**/*.{ts,tsx,mjs,js,md,sh,yaml,yml}',
  ),
  ...filesOf('*.md'),
].filter((file) => !file.endsWith('contract-rules.test.ts'))

test('every rule is stated once', () => {
  assert.ok(rules.length > 100)
  assert.deepEqual(
    rules.filter((rule, at) => rules.indexOf(rule) !== at),
    [],
  )
})

test('every cited rule exists', () => {
  const unknown = citing.flatMap((file) =>
    [...read(file).matchAll(rulePattern)]
      .filter(([rule]) => !rules.includes(rule))
      .map(([rule]) => `${file}: ${rule}`),
  )
  assert.deepEqual(unknown, [])
})

// The sections of other documents are unknown here.
test('the contract is cited by rules, not by sections', () => {
  const sections = citing.flatMap((file) =>
    [...read(file).matchAll(/\b(?:specification|contract)(?:['’]s)? (?:§|C\d)\S*|\bCHECKLIST \d+/g)].map(
      ([section]) => `${file}: ${section}`,
    ),
  )
  assert.deepEqual(sections, [])
})

test('a comment that names the checked rules is directly above a test', () => {
  const misplaced = testFiles.flatMap((file) =>
    holdsOf(read(file))
      .filter(({ isAboveTest }) => !isAboveTest)
      .map(({ line }) => `${file}:${line}`),
  )
  assert.deepEqual(misplaced, [])
})

test('every rule is checked by a test', () => {
  const held = new Set(testFiles.flatMap((file) => holdsOf(read(file)).flatMap(({ rules }) => rules)))
  assert.deepEqual(
    rules.filter((rule) => !held.has(rule)),
    [],
  )
})

test('a comment above anything but a test, or above a skipped test, does not count', () => {
  const found = holdsOf(`
// Holds R-A-1, R-A-2.
// More about it.
test('named', () => {})
// Holds R-A-3.
const answer = 42
  // Holds R-A-4.
  test.skip('skipped', () => {})
// This one holds R-A-5.
describe('a group', () => {})
`)
  assert.deepEqual(found, [
    { line: 2, rules: ['R-A-1', 'R-A-2'], isAboveTest: true },
    { line: 5, rules: ['R-A-3'], isAboveTest: false },
    { line: 7, rules: ['R-A-4'], isAboveTest: false },
  ])
})

function holdsOf(source: string) {
  const lines = source.split('\n')
  return lines.flatMap((text, at) => {
    const found = holdsPattern.exec(text)
    if (!found) return []
    const next = lines.slice(at + 1).find((line) => !/^ *\/\//.test(line)) ?? ''
    return [{ line: at + 1, rules: found[1]!.split(', '), isAboveTest: testPattern.test(next) }]
  })
}
