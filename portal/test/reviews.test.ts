// Engines: postgres in CI
// Reviews and comments in the portal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { newTemplate } from '../../server/test/support/renders.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { faultsOf } from './support/axe.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const admin = await newPerson(service, acme.companyId, 'admin', 'Ada')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')

const bring = async (name: string): Promise<string> => {
  const { body } = await upload(service, acme, { bytes: await picture(), name: `${name}.png` }, { name })
  return (await settled(acme, body.data.id)).id
}
const [boat, gull] = [await bring('Boat'), await bring('Gull')]
const reviewOf = async (path: string) => (await acme.get(`/api${path}`)).body.data.review
const becomes = (path: string, state: string) =>
  until(`${path} is ${state}`, async () => (await reviewOf(path)) === state)

test('an administrator turns reviews on, and limits shares to approved assets', options, async () => {
  const { page, context } = await admin.open('/settings')
  const use = page.getByRole('switch', { name: 'Review assets and templates' })
  const only = page.getByRole('switch', { name: 'Show only approved assets in shares' })
  assert.ok(await only.isDisabled())
  // The switch covers its label.
  await use.click()
  await page.getByText('Reviews are on').waitFor()
  await only.click()
  await page.getByText('Shares show only approved assets').waitFor()
  const { reviews, share_approved_only } = (await admin.get('/portal/api/company')).body.data
  assert.deepEqual([reviews, share_approved_only], [true, true])
  assert.deepEqual(await faultsOf(page), [])
  await context.close()
})

test('an editor submits an asset, and an administrator approves and finds it', options, async () => {
  await admin.patch('/portal/api/company', { reviews: true })
  const path = `/assets/${boat}`
  const ofEditor = await editor.open(`/assets?asset=${boat}`)
  await ofEditor.page.getByRole('button', { name: 'Review state: Draft' }).click()
  await ofEditor.page.getByText('Admins and owners approve and reject.').waitFor()
  await ofEditor.page.getByRole('menuitem', { name: 'Submit for review' }).click()
  await becomes(path, 'in_review')
  const { page, context } = await admin.open(`/assets?asset=${boat}`)
  await page.getByRole('button', { name: 'Review state: In review' }).click()
  await page.getByRole('menuitem', { name: 'Approve' }).click()
  await becomes(path, 'approved')
  // The other window shows the decision without a reload.
  await ofEditor.page.getByRole('button', { name: 'Review state: Approved' }).waitFor()
  await page.getByRole('button', { name: 'Review', exact: true }).first().click()
  await page.getByRole('checkbox', { name: /Approved/ }).check()
  await page.getByRole('option', { name: /Gull/ }).waitFor({ state: 'hidden' })
  await page.getByRole('option', { name: /Boat/ }).getByText('Approved').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await Promise.all([context.close(), ofEditor.context.close()])
})

test('selected assets are rejected together with a reason, and the selection stays', options, async () => {
  const { page, context } = await admin.open('/assets')
  await page.getByRole('option', { name: /Gull/ }).waitFor()
  await page.getByRole('listbox', { name: 'Assets' }).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.getByRole('toolbar').getByRole('button', { name: 'Review' }).click()
  await page.getByRole('dialog', { name: 'Review 2 assets' }).getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject 2 assets' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Too dark.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  for (const id of [gull, boat]) {
    await becomes(`/assets/${id}`, 'rejected')
    const { body } = await acme.get(`/api/reviews?asset_id=${id}&state=rejected`)
    assert.equal(body.data[0].note, 'Too dark.')
  }
  const message = page.getByText('Review state of 2 assets changed')
  const bar = page.getByRole('toolbar', { name: '2 selected' })
  await message.waitFor()
  const [above, below] = [(await message.boundingBox())!, (await bar.boundingBox())!]
  assert.ok(above.y + above.height < below.y, 'the message does not cover the actions')
  await context.close()
})

test('the details show who changed the review state, and why an asset was rejected', options, async () => {
  await admin.patch('/portal/api/company', { reviews: true })
  const crab = await bring('Crab')
  const ofEditor = await editor.open(`/assets?asset=${crab}`)
  const seen = ofEditor.page.getByRole('list', { name: 'Review history' })
  await ofEditor.page.getByRole('button', { name: 'Review state: Draft' }).click()
  await ofEditor.page.getByRole('menuitem', { name: 'Submit for review' }).click()
  await seen.getByText('Edda submitted it for review').waitFor()
  const { page, context } = await admin.open(`/assets?asset=${crab}`)
  await page.getByRole('button', { name: 'Review state: In review' }).click()
  await page.getByRole('menuitem', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The horizon is not level.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await becomes(`/assets/${crab}`, 'rejected')
  // The other window shows the decision and its reason without a reload.
  await seen.getByText('Ada rejected it').waitFor()
  await seen.getByText('The horizon is not level.').waitFor()
  for (const state of ['in_review', 'approved'])
    await admin.post('/portal/api/reviews', { asset_id: crab, state })
  const showAll = ofEditor.page.getByRole('button', { name: 'Show all 4 changes' })
  await showAll.waitFor()
  assert.equal(await seen.getByRole('listitem').count(), 3)
  await showAll.click()
  await seen.getByRole('listitem').nth(3).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await Promise.all([context.close(), ofEditor.context.close()])
})

test('a template is reviewed on its page, and the gallery shows templates by state', options, async () => {
  const { id, name } = await newTemplate(service, acme)
  const { page, context } = await admin.open(`/templates/${id}`)
  await page.getByRole('button', { name: 'Review state: Draft' }).click()
  await page.getByRole('menuitem', { name: 'Approve' }).click()
  await becomes(`/templates/${id}`, 'approved')
  await page.goto(page.url().replace(/templates.*/, 'templates?review=approved'))
  await page.getByRole('listitem').filter({ hasText: name }).getByText('Approved').waitFor()
  await page.goto(page.url().replace(/templates.*/, 'templates?review=rejected'))
  await page.getByText('Clear filters').waitFor()
  assert.equal(await page.getByRole('listitem').filter({ hasText: name }).count(), 0)
  await context.close()
})

test('people discuss an asset: comments, replies, mentions, resolving and deleting', options, async () => {
  const { page, context } = await editor.open(`/assets?asset=${boat}`)
  const comments = page.getByRole('region', { name: 'Comments' })
  await comments.getByText('No comments yet.').waitFor()
  await comments.getByRole('textbox', { name: 'Comment' }).fill('The horizon is not level.')
  await comments.getByRole('combobox', { name: 'Mention people' }).click()
  await page.getByRole('option', { name: 'Ada' }).click()
  await comments.getByRole('button', { name: 'Mark a point' }).click()
  await page.keyboard.press('ArrowRight')
  await comments.getByRole('button', { name: 'Add comment' }).click()
  await comments.getByRole('img', { name: 'Point: 52% from the left, 50% from the top' }).waitFor()
  await comments.getByText('For Ada').waitFor()
  const ofAdmin = await admin.open(`/assets?asset=${boat}`)
  const others = ofAdmin.page.getByRole('region', { name: 'Comments' })
  await others.getByText('The horizon is not level.').waitFor()
  await others.getByRole('button', { name: 'Reply' }).click()
  await others.getByRole('textbox', { name: 'Reply to Edda' }).fill('Fixed.')
  await others.getByRole('button', { name: 'Add reply' }).click()
  await comments.getByText('Fixed.').waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await comments.getByRole('button', { name: 'Actions for the comment by Edda' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await comments.getByRole('textbox', { name: 'Comment' }).first().fill('The horizon is tilted.')
  await comments.getByRole('button', { name: 'Save' }).click()
  await others.getByText('The horizon is tilted.').waitFor()
  await comments.getByRole('button', { name: 'Resolve' }).click()
  await comments.getByText('The horizon is tilted.').waitFor({ state: 'hidden' })
  await comments.getByRole('button', { name: 'Show 1 resolved comment' }).click()
  await comments.getByText('Resolved by Edda').waitFor()
  await others.getByRole('button', { name: 'Show 1 resolved comment' }).click()
  await others.getByRole('button', { name: 'Actions for the comment by Edda' }).click()
  await ofAdmin.page.getByRole('menuitem', { name: 'Delete' }).click()
  await ofAdmin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await comments.getByText('No comments yet.').waitFor()
  await Promise.all([context.close(), ofAdmin.context.close()])
})

test('people discuss a render', options, async () => {
  const { id } = await newTemplate(service, acme)
  const made = await editor.post(`/portal/api/templates/${id}/renders`, { format: 'png', variables: {} })
  assert.ok(made.status < 300, made.text)
  const { page, context } = await editor.open(`/templates/${id}`)
  const open = async (page: Page) => {
    await page.getByRole('button', { name: /^Actions for PNG from/ }).click()
    await page.getByRole('menuitem', { name: 'Comments' }).click()
    return page.getByRole('dialog', { name: /^PNG from/ })
  }
  const dialog = await open(page)
  await dialog.getByText('No comments yet.').waitFor()
  await dialog.getByRole('textbox', { name: 'Comment' }).fill('The headline is too small.')
  await dialog.getByRole('button', { name: 'Add comment' }).click()
  const ofAdmin = await admin.open(`/templates/${id}`)
  const others = await open(ofAdmin.page)
  await others.getByText('The headline is too small.').waitFor()
  await others.getByRole('button', { name: 'Resolve' }).click()
  await dialog.getByRole('button', { name: 'Show 1 resolved comment' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await Promise.all([context.close(), ofAdmin.context.close()])
})
