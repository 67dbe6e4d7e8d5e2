// Engines: embedded, postgres
// Equality of names, and search for names (contract R-CHANGE-8, R-LIST-11).
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { fold, nameKey } from '../src/db/search-terms.ts'
import { comparableName, foldCase, isSameName } from '../src/names.ts'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

/** The names of a group are all different. */
const different = [
  ['バス', 'パス', 'ハス'],
  ['कमल', 'कमला'],
  ['ป่า', 'ป้า', 'ปา'],
  ['мой', 'мои'],
  ['かき', 'がき', 'かぎ'],
  ['Año', 'Ano'],
  ['①', '1'],
  ['ﬁle', 'file'],
  ['Straße', 'Strasse'],
  ['２０２６', '2026'],
  ['Ilik', 'Ilık'],
  ['x-y', 'x y', 'x_y'],
]

/** The names of a group are all the same. */
const same = [
  ['Été', 'ÉTÉ', 'été', 'e\u0301te\u0301'],
  ['A b', 'A  b', 'a\u00a0B', 'A\u3000b', 'A\u2028b'],
  ['Poster', 'Pos\u00adter', 'Post\u200ber', '\u200ePoster\u200f', 'Poster\ufe0f'],
  ['ΟΔΟΣ', 'οδος', 'οδοσ'],
  ['GROẞ', 'groß'],
  ['한글', '한글'.normalize('NFD')],
  ['\u212bngstrom', 'ångström'.replace('ö', 'o')],
  ['ſingle', 'Single'],
]

describe('two names', () => {
  test('two names that look or sound different are different', () => {
    for (const group of different)
      for (const one of group)
        for (const other of group) assert.equal(isSameName(one, other), one === other, `${one} ${other}`)
  })

  test('two names that differ only in case, blanks, invisible characters or their encoding are the same', () => {
    for (const group of same)
      for (const one of group) for (const other of group) assert.ok(isSameName(one, other), `${one} ${other}`)
  })

  test('two names are compared by the simple case folding of Unicode, as in patterns that ignore case', () => {
    const cased: string[] = []
    for (let code = 0; code <= 0x10ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue
      const character = String.fromCodePoint(code).normalize('NFC')
      if (/^[\p{Cased}\p{Changes_When_Casefolded}]$/u.test(character)) cased.push(character)
      else if (/^.$/su.test(character)) assert.equal(foldCase(character), character, `U+${code.toString(16)}`)
    }
    const all = [...new Set(cased)].join('')
    for (const character of all) {
      const like = all.match(new RegExp(`\\u{${character.codePointAt(0)!.toString(16)}}`, 'giu'))!
      for (const other of like) assert.equal(foldCase(other), foldCase(character), `${character} ${other}`)
      const back = new RegExp(`^\\u{${foldCase(character).codePointAt(0)!.toString(16)}}$`, 'iu')
      assert.match(character, back)
    }
  })

  test('two names have equal keys exactly if they are the same', () => {
    const names = [...different, ...same].flat()
    for (const one of names)
      for (const other of names)
        assert.equal(nameKey(one) === nameKey(other), comparableName(one) === comparableName(other))
  })
})

for (const [what, path] of Object.entries({
  'folders in one folder': '/api/folders',
  'asset tags': '/api/asset-tags',
  'template tags': '/api/tags',
  'brand kits': '/api/brand-kit',
})) {
  // Holds R-CHANGE-8.
  test(`${what} have different names, and different names are taken`, async () => {
    for (const group of different)
      for (const name of group) {
        const { status, text, body } = await acme.post(path, { name })
        assert.equal(status, 201, `${name}: ${text}`)
        assert.equal(body.data.name, name)
      }
    for (const group of same) {
      const [first, ...others] = group as [string, ...string[]]
      assert.equal((await acme.post(path, { name: first })).status, 201, first)
      for (const name of others)
        assert.equal((await acme.post(path, { name })).status, 422, `${first} ${name}`)
    }
  })
}

// Holds R-CHANGE-8.
test('successive blanks in a name are stored as one space', async () => {
  for (const path of ['/api/folders', '/api/asset-tags', '/api/tags', '/api/brand-kit', '/api/collections']) {
    const made = await acme.post(path, { name: ' Old \u00a0 \u3000posters ' })
    assert.equal(made.body.data.name, 'Old posters', path)
    const renamed = await acme.patch(`${path}/${made.body.data.id}`, { name: 'New  posters' })
    assert.equal(renamed.body.data.name, 'New posters', path)
  }
})

test('names are sorted without case and accents, and names that differ only in accents are sorted by them', async () => {
  const parent_id = (await acme.post('/api/folders', { name: 'Sorted' })).body.data.id
  for (const name of ['Zebra', 'été', 'Eta', 'ete', 'Été', 'apfel', 'Äpfel', 'バス', 'ハス', 'etf'])
    await acme.post('/api/folders', { name, parent_id })
  const { body } = await acme.get(`/api/folders?parent_id=${parent_id}&sort=name&per_page=100`)
  const names = body.data.map(({ name }: { name: string }) => name)
  assert.deepEqual(names, ['apfel', 'Äpfel', 'Eta', 'ete', 'été', 'etf', 'Zebra', 'ハス', 'バス'])
})

// Holds R-LIST-11.
test('search ignores accents, but not marks that make a different letter', async () => {
  const parent_id = (await acme.post('/api/folders', { name: 'Searched' })).body.data.id
  const names = [
    'バスツアー',
    'ハスの花',
    'कमलादेवी',
    'มอป่าไม้',
    'мойка',
    'Crème',
    'مَدْرَسَة',
    'שָׁלוֹם',
    'Ёлка',
    'за́мок',
    'Ἀθήνα',
  ]
  for (const name of names) assert.equal((await acme.post('/api/folders', { name, parent_id })).status, 201)
  const found = async (search: string) =>
    (
      await acme.get(`/api/folders?parent_id=${parent_id}&search=${encodeURIComponent(search)}`)
    ).body.data.map(({ name }: { name: string }) => name)
  for (const [search, expected] of [
    ['バス', ['バスツアー']],
    ['ﾊﾞｽ', ['バスツアー']],
    ['ハス', ['ハスの花']],
    ['パス', []],
    ['कमला', ['कमलादेवी']],
    ['कमली', []],
    ['мой', ['мойка']],
    ['мои', []],
    ['creme', ['Crème']],
    ['CRÈME', ['Crème']],
    ['مدرسة', ['مَدْرَسَة']],
    ['שלום', ['שָׁלוֹם']],
    ['замок', ['за́мок']],
    ['ёлк', ['Ёлка']],
    ['αθηνα', ['Ἀθήνα']],
  ] as const)
    assert.deepEqual(await found(search), expected, search)
})

test('folding a text twice changes nothing', () => {
  for (const text of [...different, ...same].flat()) assert.equal(fold(fold(text)), fold(text), text)
})

// Holds R-LIST-7.
test('names sort by the values of their numbers, ignoring case', () => {
  const names = [
    'a',
    'A1',
    'a 2',
    'a2',
    'A2b',
    'a10',
    'a010b',
    'a11',
    'B',
    'Été',
    'f',
    'Page 9',
    'page 10',
    'Page 100',
    'v1.2',
    'v1.10',
    '東2',
    '東10',
  ]
  const shuffled = names.toSorted((one, other) => one.length - other.length || (one < other ? 1 : -1))
  const byKey = (one: string, other: string) => (nameKey(one) < nameKey(other) ? -1 : 1)
  assert.deepEqual(shuffled.sort(byKey), [
    'a',
    'a 2',
    'A1',
    'a2',
    'A2b',
    'a10',
    'a010b',
    'a11',
    'B',
    'Été',
    'f',
    'Page 9',
    'page 10',
    'Page 100',
    'v1.2',
    'v1.10',
    '東2',
    '東10',
  ])
  const long = ['9'.repeat(8), `1${'0'.repeat(8)}`, `2${'0'.repeat(8)}`, '1'.repeat(190)]
  assert.deepEqual(long.toReversed().sort(byKey), long)
  assert.notEqual(nameKey('a1'), nameKey('a01'))
})
