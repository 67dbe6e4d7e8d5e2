// Engines: embedded
// The texts of pages for visitors exist in every language.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '../src/languages.ts'
import { pageTexts } from '../src/public-pages/catalogs.ts'

type Text = { path: string; text: string }

/** Every text, with sample values in place of parameters. */
function textsIn(value: unknown, path = ''): Text[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value === 'function') {
    const samples = ['«one»', '«two»', '«three»'].slice(0, value.length)
    const text = String(value(...samples))
    for (const sample of samples)
      if (path !== 'share.files') assert.ok(text.includes(sample), `${path}: ${text}`)
    return [{ path, text }]
  }
  return Object.entries(value as object).flatMap(([name, part]) =>
    textsIn(part, path === '' ? name : `${path}.${name}`),
  )
}

/** Words that are the same in English. */
const same = new Set([
  '«one», version «two»',
  'Logos',
  'Version',
  'Design tokens',
  'Design tokens (W3C)',
  'Documents',
  'Images',
  'No',
  'Monochrome',
])
const english = new Map(textsIn(pageTexts([]).texts).map(({ path, text }) => [path, text]))
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()

for (const language of languages.filter((one) => one !== 'en'))
  test(`the texts of pages are translated into ${language}, with the same placeholders`, () => {
    for (const { path, text } of textsIn(pageTexts([language]).texts)) {
      const source = english.get(path)!
      assert.ok(text.trim().length > 0, path)
      if (/[a-z]{4}/.test(source) && !same.has(source) && !/^(images|documents)$/.test(source))
        assert.notEqual(text, source, path)
      // French writes the number in the singular, too, because it counts 0 as singular.
      if (!path.endsWith('.one')) assert.deepEqual(placeholders(text), placeholders(source), path)
    }
  })

test('a page has the first language of the visitor that it is translated into', () => {
  assert.equal(pageTexts(['nl', 'de-AT', 'de', 'fr']).language, 'de')
  assert.equal(pageTexts(['nl']).language, 'en')
  assert.equal(pageTexts([]).language, 'en')
})
