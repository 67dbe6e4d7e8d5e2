// Engines: postgres in CI
// The image editor.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../server/test/support/until.ts'
import { picture } from '../../server/test/support/uploads.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newLibrary } from './support/new-library.ts'

const { owner, library, bring, open } = await newLibrary()

/** Waits until the asset has its renditions, and returns the asset. */
const drawn = (id: string) =>
  until(`${id} is drawn`, async () => {
    const { body } = await owner.get(`/portal/api/assets/${id}`)
    return body.data.status === 'ready' && body.data
  })

test('an image is cropped and rotated with the keyboard, and saved as a version and as a copy', {
  skip: withoutBrowser,
}, async () => {
  const bytes = await picture({ width: 400, height: 200, color: '#3060a0' })
  const id = await bring('Mole', {}, { bytes, fileName: 'Mole.png' })
  const read = async () => (await owner.get(`/portal/api/assets/${id}`)).body.data
  await drawn(id)
  const { page, context, complaints } = await open(`${library}?asset=${id}&full=true`)
  const full = page.getByRole('dialog', { name: 'Full view of Mole' })
  const editor = page.getByRole('dialog', { name: 'Edit Mole' })
  await full.getByRole('button', { name: 'Edit' }).press('Enter')
  await editor.getByRole('img', { name: 'Preview of Mole' }).waitFor()
  const save = editor.getByRole('button', { name: 'Save version' })
  assert.equal(await save.isDisabled(), true)
  await editor.getByRole('button', { name: 'Rotate right' }).press('Enter')
  await editor.getByText('200 × 400 px, PNG').waitFor()
  await editor.getByRole('combobox', { name: 'Shape' }).press('Enter')
  await page.getByRole('option', { name: '1 : 1' }).click()
  await editor.getByText('200 × 200 px, PNG').waitFor()
  await editor.getByRole('combobox', { name: 'Format' }).press('Enter')
  await page.getByRole('option', { name: 'WebP' }).click()
  await save.press('Enter')
  await editor.waitFor({ state: 'detached' })
  await page.getByText('New version saved').waitFor()
  const { version, width, height, mime_type } = await read()
  assert.deepEqual([version, width, height, mime_type], [2, 200, 200, 'image/webp'])

  await full.getByText('Version 2').waitFor()
  await full.getByRole('button', { name: 'Edit' }).press('Enter')
  await editor.getByRole('img', { name: 'Preview of Mole' }).waitFor()
  await editor.getByRole('button', { name: /^Right edge of the crop/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await editor.getByText(/^1\d\d × 200 px, WebP/).waitFor()
  await editor.getByRole('radio', { name: 'Copy' }).press('Space')
  await editor.getByRole('textbox', { name: 'Name of the copy' }).fill('Mole, cut')
  await editor.getByRole('button', { name: 'Save copy' }).press('Enter')
  await page.getByText('Mole, cut created').waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).press('Enter')
  await page.getByRole('dialog', { name: 'Full view of Mole, cut' }).waitFor()
  assert.equal((await read()).version, 2)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('Escape closes the image editor and keeps the full view behind it open', {
  skip: withoutBrowser,
}, async () => {
  const id = await bring('Newt', { focal_point: '{"x":0.2,"y":0.5}' })
  const read = async () => (await owner.get(`/portal/api/assets/${id}`)).body.data
  await drawn(id)
  const { page, context } = await open(`${library}?asset=${id}&full=true`)
  const editor = page.getByRole('dialog', { name: 'Edit Newt' })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await editor.getByRole('img', { name: 'Preview of Newt' }).waitFor()
  await page.keyboard.press('Escape')
  await editor.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await editor.getByText('Focal point', { exact: true }).click()
  const point = editor.getByRole('button', { name: 'Focal point: 20% from the left, 50% from the top' })
  await point.press('ArrowRight')
  await editor.getByRole('button', { name: 'Save version' }).click()
  await editor.waitFor({ state: 'detached' })
  const { version, focal_point } = await read()
  assert.deepEqual([version, focal_point], [1, { x: 0.22, y: 0.5 }])
  await page.getByRole('dialog', { name: 'Full view of Newt' }).waitFor()
  await context.close()
})
