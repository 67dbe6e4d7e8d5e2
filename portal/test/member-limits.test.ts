// Engines: postgres in CI
// A member that is limited to folders, in the portal, against a real server in a real browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const admin = await newPerson(service, acme.companyId, 'admin', 'Adam')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')

const folderOf = async (name: string): Promise<string> =>
  (await acme.post('/api/folders', { name })).body.data.id
const partners = await folderOf('Partners')
const internal = await folderOf('Internal')
for (const [name, folder_id] of [
  ['Poster', partners],
  ['Flyer', partners],
  ['Secret', internal],
] as const) {
  const { status, text } = await upload(
    service,
    acme,
    { bytes: await picture(), name: `${name}.png` },
    { name, folder_id },
  )
  assert.equal(status, 201, text)
}

const options = { skip: withoutBrowser }

test(
  'an admin limits a member to a folder, and the portal of the member has only that folder',
  options,
  async () => {
    const { page, context, complaints } = await admin.open('/people')
    await page.getByRole('button', { name: 'Actions for Edda' }).click()
    await page.getByRole('menuitem', { name: 'Limit to folders' }).click()
    const dialog = page.getByRole('dialog', { name: 'Limit the access of Edda' })
    const reading = dialog.getByRole('radiogroup', { name: 'Read access' })
    await reading.getByLabel('Only these folders and their subfolders').check()
    await dialog.getByRole('button', { name: 'Save access' }).click()
    await dialog.getByText('Choose at least one folder.').waitFor()
    const folders = dialog
      .getByRole('combobox', { name: 'Folders to read' })
      .or(dialog.getByRole('textbox', { name: 'Folders to read' }))
    await folders.fill('part')
    await page.getByRole('option', { name: '/Partners' }).click()
    await dialog.getByRole('button', { name: 'Save access' }).click()
    await page.getByRole('row', { name: /Edda.*Limited to folders/ }).waitFor()
    // Admins cannot be limited.
    assert.equal(await page.getByRole('button', { name: 'Actions for Adam' }).count(), 0)
    await context.close()
    assert.deepEqual(complaints, [])

    const theirs = await editor.open('/assets')
    const { page: library } = theirs
    await library.getByText('You have access to some folders only.').filter({ visible: true }).waitFor()
    await library
      .getByRole('option', { name: /Poster/ })
      .or(library.getByText('Poster'))
      .first()
      .waitFor()
    assert.equal(await library.getByText('Secret').count(), 0)
    assert.equal(await library.getByText('Internal').count(), 0)
    for (const name of ['Collections', 'Shares', 'Usage', 'Batch renders', 'Renders'])
      assert.equal(await library.getByRole('link', { name, exact: true }).count(), 0, name)
    for (const name of ['Create tag', 'Share'])
      assert.equal(await library.getByRole('button', { name, exact: true }).count(), 0, name)

    // The details offer only what the limit allows, and an asset can be deleted and restored.
    const { body } = await editor.get('/portal/api/assets?search=poster')
    await library.goto(`${library.url().split('?')[0]}?asset=${body.data[0].id}`)
    await library.getByRole('button', { name: 'Move to trash' }).first().waitFor()
    assert.equal(await library.getByRole('heading', { name: 'Comments' }).count(), 0)
    await library.getByRole('button', { name: 'Move to trash' }).first().click()
    await library.getByRole('button', { name: 'Undo' }).click()
    await library
      .getByText(/restored/)
      .first()
      .waitFor()
    assert.equal((await editor.get(`/portal/api/assets/${body.data[0].id}`)).status, 200)
    // The page asks for collections before it knows the limit, and for the asset while it is deleted.
    const others = theirs.complaints.filter((one) => !/status of 40[34]/.test(one))
    assert.deepEqual(others, [])
    await theirs.context.close()
  },
)

test('the role of admin removes the limit, after a warning', options, async () => {
  const { page, context, complaints } = await admin.open('/people')
  await page.getByRole('button', { name: 'Actions for Edda' }).click()
  await page.getByRole('menuitem', { name: 'Change role' }).click()
  await page.getByLabel('Admin').check()
  await page.getByText('Saving removes the folder limit.').waitFor()
  await page.getByRole('button', { name: 'Save role' }).click()
  await page.getByRole('row', { name: /Edda.*Admin/ }).waitFor()
  assert.equal(await page.getByText('Limited to folders').count(), 0)
  assert.deepEqual(complaints, [])
  await context.close()
})
