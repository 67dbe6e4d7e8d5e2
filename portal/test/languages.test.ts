// Engines: embedded
// Every text of the portal exists in every language, with the same placeholders.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { errorTable } from '../../server/src/errors.ts'
import { languages as offeredByServer } from '../../server/src/languages.ts'
import { rejections } from '../src/errors.ts'
import { languages } from '../src/language/language.ts'
import { sameInEnglish } from './support/same-in-english.ts'

type Texts = Readonly<Record<string, unknown>>
type Pair = { path: string; english: unknown; other: unknown }

const strings = new URL('../src/strings/', import.meta.url)
const english: Texts = Object.assign(
  {},
  ...(await Promise.all(
    globSync('*.ts', { cwd: strings }).map((file) => import(new URL(file, strings).href)),
  )),
)
const names = Object.keys(english).filter((name) => typeof english[name] === 'object')
/** Names of keys, which are the same on every keyboard that the portal shows. */
const keyNames = /^keysText\.groups\.\d+\.keys\.\d+\.keys/

const others = Object.keys(languages).filter((language) => language !== 'en')
const catalogs = new Map<string, Texts>()
for (const language of others)
  catalogs.set(language, (await import(new URL(`${language}/catalog.ts`, strings).href)).catalog)

test('the script of the first paint offers the same languages as the portal', () => {
  const script = readFileSync(new URL('../src/first-view/color-scheme.js', import.meta.url), 'utf8')
  const [, offered] = /offered = \[(.*)\]/.exec(script)!
  assert.deepEqual(offered!.match(/\w+/g), Object.keys(languages))
})

test('the server offers the same languages as the portal', () => {
  assert.deepEqual(offeredByServer, Object.keys(languages))
})

test('a group of texts has the name by which its translations are found', () => {
  const named = globSync('*.ts', { cwd: strings }).flatMap((file) =>
    [
      ...readFileSync(new URL(file, strings), 'utf8').matchAll(/^export const (\w+) = translated\('(\w+)'/gm),
    ].map(([, name, key]) => [name, key]),
  )
  assert.deepEqual(
    named.filter(([name, key]) => name !== key),
    [],
  )
  assert.deepEqual(named.map(([name]) => name).sort(), names.toSorted())
})

test('messages of the server that the portal translates are messages of the server', () => {
  const messages = new Set<string>(Object.values(errorTable).map(({ message }) => message))
  assert.deepEqual(
    Object.keys(rejections).filter((message) => !messages.has(message)),
    [],
  )
})

test('a label and its value are joined by the colon of the language', () => {
  const pages = new URL('../src/', import.meta.url)
  const joined = globSync('**/*.{ts,tsx}', { cwd: pages, exclude: ['strings/**', 'language/**'] }).flatMap(
    (file) =>
      readFileSync(new URL(file, pages), 'utf8')
        .split('\n')
        // JSX such as `{text.label}: {value}`, and templates such as `${label}: ${value}`.
        .filter((line) =>
          /\{[\w.]+(\([\w.]*\))?\}:( ?[{<]|$)|\$\{[\w.]*([Ll]abel|[Tt]ext\.\w+|[Nn]ame)\}: \$/.test(line),
        )
        .map((line) => `${file}: ${line.trim()}`),
  )
  assert.deepEqual(joined, [])
})

for (const [language, catalog] of catalogs) {
  const pairs = names.flatMap((name) => pairsIn(name, english[name], catalog[name]))

  test(`no text is missing in ${language}`, () => {
    const missing = pairs.filter(
      ({ english, other }) => typeof english !== typeof other || (english && !other),
    )
    assert.deepEqual(
      missing.map(({ path }) => path),
      [],
    )
    for (const name of names) assert.deepEqual(keysOf(catalog[name]), keysOf(english[name]), name)
  })

  test(`every text is translated into ${language}`, () => {
    const same = pairs.filter(
      ({ path, english, other }) =>
        typeof english === 'string' &&
        english === other &&
        /[a-z]{2}/i.test(english) &&
        !keyNames.test(path) &&
        !sameInEnglish(language, english),
    )
    assert.deepEqual(
      same.map(({ path, english }) => `${path}: ${english}`),
      [],
    )
  })

  test(`every placeholder is used in ${language}`, () => {
    const unused = pairs.flatMap(({ path, english, other }) =>
      typeof english === 'function' && typeof other === 'function'
        ? unusedIn(english as Text, other as Text).map((mark) => `${path}: ${mark}`)
        : [],
    )
    assert.deepEqual(unused, [])
  })
}

function pairsIn(path: string, english: unknown, other: unknown): Pair[] {
  if (typeof english !== 'object' || english === null) return [{ path, english, other }]
  return Object.entries(english).flatMap(([key, value]) =>
    pairsIn(`${path}.${key}`, value, (other as Texts | undefined)?.[key]),
  )
}

function keysOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([key, inner]) => [key, keysOf(inner)]),
  )
}

type Text = (...values: unknown[]) => string

/** Values for one parameter, in the order in which they are tried. */
const candidates = (place: number) => [
  1201 + place * 102,
  `mark${place}`,
  [`mark${place}`],
  { x: 1201, y: 1303, width: 1405, height: 1507 },
  [
    { kind: 'assets', count: 1201 },
    { kind: 'folders', count: 1303 },
  ],
  'png',
]

/** The marks that the English text contains and the other text does not. */
function unusedIn(english: Text, other: Text): string[] {
  const values = valuesFor(english, other)
  const [expected, actual] = [english(...values), other(...values)].map((text) => marksIn(String(text)))
  return expected!.filter((mark) => !actual!.includes(mark))
}

/** The first values with which both texts are complete. */
function valuesFor(english: Text, other: Text): unknown[] {
  for (const values of combinations(Math.max(english.length, other.length)))
    if ([english, other].every((text) => isComplete(text, values))) return values
  throw new Error(`No values fit ${english}`)
}

function isComplete(text: Text, values: unknown[]): boolean {
  try {
    return !/NaN|undefined|null|\[object/.test(text(...values))
  } catch {
    return false
  }
}

function combinations(length: number, place = 0): unknown[][] {
  if (place === length) return [[]]
  const rest = combinations(length, place + 1)
  return candidates(place).flatMap((value) => rest.map((values) => [value, ...values]))
}

/** Numbers without separators, and marks. Decimal and thousands separators differ between languages. */
const marksIn = (text: string) => [
  ...(text.match(/mark\d/g) ?? []),
  ...(text.replace(/(?<=\d)[.,\s\u00a0\u202f](?=\d)/g, '').match(/1[2-7]0\d|1711/g) ?? []),
]
