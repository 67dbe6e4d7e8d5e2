// Engines: postgres in CI
// Brand pages from the command line.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { ended, newDirectory, signedIn, start } from './support/command.ts'

const service = await startService({ env: { RATE_LIMIT_PER_MINUTE: '1000' } })
const acme = await newCompany(service, 'Acme')
const env = signedIn(service, acme)
const folder = await newDirectory()
const pages = (args: string[], more = {}) =>
  ended(start(['brand-pages', ...args], { ...env, ...more }, folder))

test('the page of a brand kit is published, changed and closed', async () => {
  const kit = (await acme.post('/api/brand-kit', { name: 'Acme' })).body.data.id
  const unnamed = await pages(['publish', kit])
  assert.deepEqual([unnamed.code, /--slug/.test(unnamed.err)], [2, true])
  const made = await pages(['publish', kit, '--slug', 'cli-brand', '--intro', 'Hello', '--json'])
  assert.equal(made.code, 0, made.err)
  const { id, url, intro } = JSON.parse(made.out)
  assert.deepEqual([intro, (await fetch(url)).status], ['Hello', 200])
  const changed = await pages(['publish', kit, '--title', 'Ours'], {
    ATELIER_BRAND_PAGE_PASSWORD: 'lagoon-7',
  })
  assert.match(changed.out, new RegExp(`^id +${id}\nurl +${url}\npassword +yes\n$`))
  const { title, intro: kept } = (await acme.get(`/api/brand-pages/${id}`)).body.data
  assert.deepEqual([title, kept, (await fetch(url)).status], ['Ours', 'Hello', 401])
  assert.equal((await pages(['unpublish', id])).out, `Unpublished ${id}.\n`)
  assert.equal((await fetch(url)).status, 404)
})
