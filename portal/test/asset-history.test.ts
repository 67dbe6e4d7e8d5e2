// Engines: postgres in CI
// The history of an asset in its details.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { faultsOf } from './support/axe.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')

test('the details show who changed an asset, and new changes without a reload', options, async () => {
  const { body } = await upload(service, acme, { bytes: await picture(), name: 'Boat.png' }, { name: 'Boat' })
  const { id } = await settled(acme, body.data.id)
  const path = `/portal/api/assets/${id}`
  await editor.patch(path, { alt_text: 'A boat', expires_at: '2040-01-01T00:00:00Z' })
  const { page, context, complaints } = await viewer.open(`/assets?asset=${id}`)
  await page.getByRole('button', { name: 'Show history' }).click()
  const history = page.getByRole('list', { name: 'History' })
  await history.getByText('Edda changed: alt text and end of the rights').waitFor()
  await history.getByText(/added the asset$/).waitFor()
  assert.equal(await history.getByText('The server').count(), 0)
  await acme.post('/api/asset-batches', { action: 'tag', ids: [id], tags: [{ name: 'Sea' }] })
  await history
    .getByRole('listitem')
    .first()
    .getByText(/changed: tags$/)
    .waitFor()
  assert.deepEqual(await faultsOf(page), [])
  assert.deepEqual(complaints, [])
  await context.close()
})
