// Engines: postgres
// Texts of assets and templates in several languages: how they are set, and which language a response has.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { languagesAsked } from '../src/http/responses/accept-language.ts'
import { type Caller, newCompany, send } from './support/companies.ts'
import type { Shown } from './support/library.ts'
import { behindProxy } from './support/people.ts'
import { newTemplate } from './support/renders.ts'
import { startService } from './support/service.ts'
import { picture, settled, upload } from './support/uploads.ts'

const service = await startService({
  env: { ...behindProxy, RATE_LIMIT_PER_MINUTE: '0', OPEN_RATE_LIMIT_PER_MINUTE: '0' },
})
const acme = await newCompany(service, 'Acme')

const words = {
  de: { name: 'Leuchtturm', description: 'Am Morgen', alt_text: 'Ein Leuchtturm' },
  'de-AT': { name: 'Leuchtturm in Österreich' },
  fr: { name: 'Phare' },
}
const original = { name: 'Lighthouse', description: 'At dawn', alt_text: 'A lighthouse' }

async function addAsset(fields: Record<string, string> = {}, as: Caller = acme): Promise<Shown> {
  const answer = await upload(
    service,
    as,
    { bytes: await picture(), name: 'photo.png' },
    { ...original, ...fields },
  )
  assert.equal(answer.status, 201, answer.text)
  return answer.body.data
}
const withWords = (as: Caller = acme) => addAsset({ translations: JSON.stringify(words) }, as)

const read = (path: string, language?: string, more: Record<string, string> = {}, as: Caller = acme) =>
  send(service, 'GET', path, {
    headers: {
      authorization: `Bearer ${as.token}`,
      ...(language !== undefined && { 'accept-language': language }),
      ...more,
    },
  })
const textsOf = ({ name, description, alt_text }: Shown) => ({ name, description, alt_text })
const set = (path: string, translations: unknown) => acme.patch(path, { translations })

describe('setting translations', () => {
  // Holds R-TRANSLATION-1.
  test('a resource has an object of translations, with canonical language tags', async () => {
    assert.deepEqual((await addAsset()).translations, {})
    const template = await newTemplate(service, acme)
    assert.deepEqual(template.translations, {})
    const sent = { DE: { name: 'Turm' }, 'pt-br': { alt_text: 'Um farol' }, iw: { description: 'מגדלור' } }
    const asset = await addAsset({ translations: JSON.stringify(sent) })
    assert.deepEqual(asset.translations, {
      de: { name: 'Turm' },
      'pt-BR': { alt_text: 'Um farol' },
      he: { description: 'מגדלור' },
    })
    const labels = { de: { name: 'Karte', variables: { headline: { label: 'Überschrift' } } } }
    const translated = await newTemplate(service, acme, undefined, { translations: JSON.stringify(labels) })
    assert.deepEqual(translated.translations, labels)
  })

  // Holds R-TRANSLATION-2.
  test('PATCH changes the texts that it names, and null removes a text or a language', async () => {
    const { id } = await withWords()
    const path = `/api/assets/${id}`
    const steps: [given: object, expected: object][] = [
      [{ fr: { description: 'À l’aube' } }, { ...words, fr: { name: 'Phare', description: 'À l’aube' } }],
      [{ fr: { name: null } }, { ...words, fr: { description: 'À l’aube' } }],
      [
        { fr: { description: '' }, 'de-AT': null },
        { de: words.de, fr: {} },
      ],
      [{ fr: null, xx: null }, { de: words.de }],
      [{}, { de: words.de }],
    ]
    for (const [given, expected] of steps) {
      const { status, body, text } = await set(path, given)
      assert.equal(status, 200, text)
      assert.deepEqual(body.data.translations, expected)
    }
    const template = await newTemplate(service, acme)
    const labels = { headline: { label: 'Überschrift' }, accent: { label: 'Akzent' } }
    await set(`/api/templates/${template.id}`, { de: { name: 'Karte', variables: labels } })
    const { body } = await set(`/api/templates/${template.id}`, { de: { variables: { accent: null } } })
    assert.deepEqual(body.data.translations, {
      de: { name: 'Karte', variables: { headline: labels.headline } },
    })
    const emptied = await set(`/api/templates/${template.id}`, {
      de: { variables: { headline: { label: null } } },
    })
    assert.deepEqual(emptied.body.data.translations, { de: { name: 'Karte' } })
  })

  test('a change of translations emits an event that names them', async () => {
    const { id } = await addAsset()
    const since = (await acme.get('/api/changes?per_page=1000')).body.meta.next
    await set(`/api/assets/${id}`, { de: { name: 'Turm' } })
    const changes = (await acme.get(`/api/changes?since=${since}`)).body.data
    const own = changes.find(
      (one: Shown) => one.resource_id === id && one.type === 'asset.updated' && one.data.fields,
    )
    assert.deepEqual(own.data.fields, ['translations'])
  })

  // Holds R-TRANSLATION-3.
  test('translations have the limits of the original texts, up to 50 languages and 64 kB', async () => {
    const { id } = await addAsset()
    const path = `/api/assets/${id}`
    const refused = async (translations: unknown, expected: Record<string, RegExp>, at = path) => {
      const { status, body, text } = await set(at, translations)
      assert.equal(status, 422, text)
      assert.deepEqual(Object.keys(body), Object.keys(expected))
      for (const [field, message] of Object.entries(expected)) assert.match(body[field][0], message)
    }
    await refused([], { translations: /must be an object/ })
    await refused({ 'not a tag': {} }, { translations: /must have language tags such as de or pt-BR/ })
    const file = { bytes: await picture(), name: 'photo.png' }
    const inForm = await upload(service, acme, file, { translations: '{"__proto__": {"name": "x"}}' })
    assert.deepEqual([inForm.status, Object.keys(inForm.body)], [422, ['translations']])
    await refused({ de: {}, DE: {} }, { translations: /must not name the language de twice/ })
    await refused(
      { de: 'Turm' },
      { 'translations.de': /must be an object of name, description and alt_text/ },
    )
    await refused(
      { de: { nmae: 'Turm' } },
      { 'translations.de.nmae': /not known here\. Did you mean name\?/ },
    )
    await refused({ de: { name: 'x'.repeat(201) } }, { 'translations.de.name': /longer than 200 characters/ })
    await refused({ de: { name: 'two\nlines' } }, { 'translations.de.name': /./ })
    await refused({ de: { alt_text: 'x'.repeat(1_001) } }, { 'translations.de.alt_text': /longer than 1000/ })
    await refused({ de: { description: 'x'.repeat(10_001) } }, { 'translations.de.description': /10000/ })
    const many = Array.from({ length: 51 }, (_, at) => [
      `x${String.fromCharCode(97 + (at % 26))}${at < 26 ? 'a' : 'b'}`,
      {},
    ])
    await refused(Object.fromEntries(many), { translations: /more than 50 languages/ })
    assert.equal((await set(path, Object.fromEntries(many.slice(0, 50)))).status, 200)
    await refused(Object.fromEntries(many.slice(50)), { translations: /more than 50 languages/ })
    const long = { description: 'x'.repeat(10_000) }
    await refused(
      { xaa: long, xba: long, xca: long, xda: long, xea: long, xfa: long, xga: long },
      { translations: /64 kB/ },
    )

    const template = await newTemplate(service, acme)
    const variables = (key: string) => ({ de: { variables: { [key]: { label: 'Text' } } } })
    await refused(
      variables('hedline'),
      { 'translations.de.variables.hedline': /has no variable "hedline"\. Did you mean headline\?/ },
      `/api/templates/${template.id}`,
    )
    await refused(
      { de: { variables: { headline: { lable: 'x' } } } },
      { 'translations.de.variables.headline.lable': /Did you mean label\?/ },
      `/api/templates/${template.id}`,
    )
  })

  test('texts of a variable are kept while a new document lacks it', async () => {
    const { id } = await newTemplate(service, acme)
    const path = `/api/templates/${id}`
    const labels = { de: { variables: { headline: { label: 'Überschrift' } } } }
    await set(path, labels)
    const bytes = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text id="$other">A</text></svg>',
    )
    const next = { method: 'PUT', path: `${path}/document`, field: 'document' }
    const replaced = await upload(service, acme, { bytes, name: 'next.svg' }, {}, next)
    assert.deepEqual(replaced.body.data.translations, labels, replaced.text)
    assert.equal((await set(path, labels)).status, 200)
  })

  test('a copy of an edited image has the translations of the asset', async () => {
    const { id } = await withWords()
    const { status, body, text } = await acme.post(`/api/assets/${id}/edits`, { rotate: 90, as: 'copy' })
    assert.equal(status, 201, text)
    assert.deepEqual(body.data.translations, words)
  })
})

describe('reading a language', () => {
  // Holds R-TRANSLATION-4.
  test('Accept-Language selects the texts of a resource, with fallback to shorter tags and the original', async () => {
    const { id } = await withWords()
    const cases: [header: string | undefined, expected: object, language: string | null][] = [
      [undefined, original, null],
      ['*', original, null],
      ['it', original, null],
      ['de', words.de, 'de'],
      ['DE-ch-1996', words.de, 'de'],
      ['de-AT', { ...words.de, name: words['de-AT'].name }, 'de-AT'],
      ['fr-CA, de;q=0.9', { ...original, name: 'Phare' }, 'fr'],
      ['fr;q=0.5, de;q=0.9', words.de, 'de'],
      ['it, *;q=0.8, de;q=0.5', original, null],
      ['de;q=0, fr', { ...original, name: 'Phare' }, 'fr'],
      ['???', original, null],
    ]
    for (const [header, expected, language] of cases) {
      const { body, headers } = await read(`/api/assets/${id}`, header)
      const shown = [textsOf(body.data), headers.get('content-language')]
      assert.deepEqual(shown, [expected, language], String(header))
      assert.match(headers.get('vary')!, /\bAccept-Language\b/)
      assert.equal(body.data.filename, 'photo.png')
      assert.deepEqual(body.data.translations, words)
    }
  })

  // Holds R-TRANSLATION-4.
  test('lists and collections have the language of each resource, and so do labels of variables', async () => {
    const company = await newCompany(service, 'Lists')
    const asset = await withWords(company)
    const plain = await addAsset({ name: 'Plain' }, company)
    const names = async (path: string, header?: string) => {
      const { body, headers } = await read(path, header, {}, company)
      return [body.data.map(({ name }: Shown) => name), headers.get('content-language')]
    }
    assert.deepEqual(await names('/api/assets?sort=name', 'fr'), [['Phare', 'Plain'], 'fr'])
    assert.deepEqual(await names('/api/assets?sort=name', '*'), [['Lighthouse', 'Plain'], null])
    const { body } = await company.post('/api/collections', {
      name: 'Boats',
      asset_ids: [asset.id, plain.id],
    })
    assert.deepEqual(await names(`/api/collections/${body.data.id}/items`, 'de'), [
      ['Leuchtturm', 'Plain'],
      'de',
    ])
    await company.patch(`/api/assets/${plain.id}`, { translations: { it: { name: 'Semplice' } } })
    assert.deepEqual(await names('/api/assets?sort=name', 'de, it'), [['Leuchtturm', 'Semplice'], 'de, it'])
    assert.deepEqual(await names('/api/assets?sort=name&fields=name', 'de'), [['Leuchtturm', 'Plain'], 'de'])

    const template = await newTemplate(service, company)
    const labels = { headline: { label: 'Überschrift' } }
    await company.patch(`/api/templates/${template.id}`, {
      translations: { de: { name: 'Karte', variables: labels } },
    })
    const { data } = (await read(`/api/templates/${template.id}`, 'de-AT', {}, company)).body
    assert.equal(data.name, 'Karte')
    const label = (key: string, { variables }: Shown) => variables.find((one: Shown) => one.key === key).label
    assert.equal(label('headline', data), 'Überschrift')
    assert.equal(label('accent', data), label('accent', template))
  })

  // Holds R-TRANSLATION-5.
  test('a language without texts selects the original texts', async () => {
    const { id } = await withWords()
    await set(`/api/assets/${id}`, { en: {} })
    const { body, headers } = await read(`/api/assets/${id}`, 'en-GB, de;q=0.8')
    assert.deepEqual(textsOf(body.data), original)
    assert.equal(headers.get('content-language'), 'en')
  })

  // Holds R-TRANSLATION-6.
  test('responses to changes have the original texts', async () => {
    const { id } = await withWords()
    const changed = await send(service, 'PATCH', `/api/assets/${id}`, {
      headers: { authorization: `Bearer ${acme.token}`, 'accept-language': 'de' },
      json: { copyright: '© Acme' },
    })
    assert.deepEqual(textsOf(changed.body.data), original)
    assert.equal(changed.headers.get('content-language'), null)
  })

  // Holds R-TRANSLATION-7.
  test('each language has its own ETag and its own cached page', async () => {
    const company = await newCompany(service, 'Cached')
    // The end of rendering changes the ETag.
    await settled(company, (await withWords(company)).id)
    // Breton has the tag `br`, as the Brotli encoding does.
    const { body } = await read('/api/assets', undefined, {}, company)
    await company.patch(`/api/assets/${body.data[0].id}`, { translations: { br: { name: 'Tour-tan' } } })
    const expected = new Map([
      ['*', 'Lighthouse'],
      ['de', 'Leuchtturm'],
      ['fr', 'Phare'],
      ['br', 'Tour-tan'],
    ])
    const tags = new Map<string, string>()
    for (const encoding of ['identity', 'br', 'identity', 'br'])
      for (const [language, name] of expected) {
        const { body, headers } = await read(
          '/api/assets',
          language,
          { 'accept-encoding': encoding },
          company,
        )
        assert.equal(body.data[0].name, name, `${language} ${encoding}`)
        tags.set(language, headers.get('etag')!)
      }
    assert.equal(new Set(tags.values()).size, expected.size)
    for (const [language, tag] of tags) {
      const known = { 'accept-encoding': 'br', 'if-none-match': tag }
      const same = await read('/api/assets', language, known, company)
      assert.equal(same.status, 304)
      assert.match(same.headers.get('vary')!, /\bAccept-Language\b/)
      const other = await read('/api/assets', language === 'de' ? 'fr' : 'de', known, company)
      assert.equal(other.status, 200)
    }
    const asset = `/api/assets/${body.data[0].id}`
    const german = (await read(asset, 'de', {}, company)).headers.get('etag')!
    assert.equal((await read(asset, 'de-CH', { 'if-none-match': german }, company)).status, 304)
    assert.equal((await read(asset, 'fr', { 'if-none-match': german }, company)).status, 200)
  })

  // Holds R-TRANSLATION-7.
  test('a page without translations is the same in every language, until it has one', async () => {
    const company = await newCompany(service, 'Plain')
    const { id } = await addAsset({}, company)
    await settled(company, id)
    const first = await read('/api/assets', 'de', {}, company)
    const second = await read('/api/assets', undefined, {}, company)
    assert.equal(first.text, second.text)
    assert.equal(first.headers.get('etag'), second.headers.get('etag'))
    await company.patch(`/api/assets/${id}`, { translations: { de: { name: 'Leuchtturm' } } })
    assert.equal((await read('/api/assets', 'de', {}, company)).body.data[0].name, 'Leuchtturm')
    assert.equal((await read('/api/assets', undefined, {}, company)).body.data[0].name, 'Lighthouse')
  })
})

// Holds R-TRANSLATION-8.
test('search finds the words of all languages, and the original name sorts', async () => {
  const company = await newCompany(service, 'Search')
  const zebra = await addAsset(
    { name: 'Zebra', translations: JSON.stringify({ de: { name: 'Aal', description: 'Wassertier' } }) },
    company,
  )
  await addAsset({ name: 'Middle' }, company)
  const found = async (query: string, header = '*', path = '/api/assets') =>
    (await read(`${path}?${query}`, header, {}, company)).body.data.map(({ id }: Shown) => id)
  assert.deepEqual(await found('search=aal'), [zebra.id])
  assert.deepEqual(await found('search=wassertier', 'fr'), [zebra.id])
  assert.equal((await found('sort=name', 'de')).at(-1), zebra.id)
  await company.patch(`/api/assets/${zebra.id}`, { translations: { de: null } })
  assert.deepEqual(await found('search=aal'), [])
  const template = await newTemplate(service, company)
  await company.patch(`/api/templates/${template.id}`, { translations: { ja: { name: '招待状' } } })
  assert.deepEqual(await found(`search=${encodeURIComponent('招待')}`, '*', '/api/templates'), [template.id])
})

test('headers with the same meaning have the same languages', () => {
  const expected = ['de-AT', 'de', 'fr']
  for (const header of [
    'de-AT,de;q=0.9,fr;q=0.8',
    'fr;q=0.1 , de-at',
    'DE-AT, FR ;q=0.5, *;q=0.1',
    'de-AT, fr, , x_y',
  ])
    assert.deepEqual(languagesAsked(header), expected, header)
  assert.deepEqual(languagesAsked('zh-Hant-TW'), ['zh-Hant-TW', 'zh-Hant', 'zh'])
  assert.deepEqual(languagesAsked('de-u-co-phonebk'), ['de-u-co-phonebk', 'de-u-co', 'de'])
  for (const none of [undefined, '', '*', '*, de', 'de;q=0', ';;;,,,'])
    assert.deepEqual(languagesAsked(none), [])
  assert.ok(languagesAsked('aa-'.repeat(5_000)).length <= 60)
  assert.ok(languagesAsked('de,'.repeat(5_000)).length <= 60)
})
