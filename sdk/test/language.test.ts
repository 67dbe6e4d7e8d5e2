// Engines: postgres in CI
// The language of texts in responses.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { Atelier } from '../src/index.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

/** Adds the header that a browser adds if a program does not set it. */
const inBrowser: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  if (!headers.has('accept-language')) headers.set('accept-language', 'de')
  return fetch(input, { ...init, headers })
}
const atelier = new Atelier({ url: service.url, token: acme.token, fetch: inBrowser })

test('calls ask for the original texts, unless they name a language', async () => {
  const translations = { de: { name: 'Leuchtturm' }, id: { name: 'Mercusuar' } }
  const { asset } = await atelier.assets.upload(await picture(), { name: 'Lighthouse', translations })
  assert.deepEqual([asset.name, asset.translations], ['Lighthouse', translations])
  const { id } = asset
  assert.equal((await atelier.assets.get(id)).name, 'Lighthouse')
  assert.equal((await atelier.assets.get(id, { language: 'de-AT' })).name, 'Leuchtturm')
  const namesIn = async (language?: string) =>
    (await atelier.assets.list({}, { language }).toArray()).map(({ name }) => name)
  assert.deepEqual(await namesIn(), ['Lighthouse'])
  assert.deepEqual(await namesIn('fr, id;q=0.5'), ['Mercusuar'])
  const changed = await atelier.assets.update(id, { translations: { de: null } })
  assert.deepEqual([changed.name, changed.translations], ['Lighthouse', { id: translations.id }])
})
