// Engines: postgres in CI
// Uploads through a share: set up in the portal, and used by a visitor, in a real browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { picture, sound } from '../../server/test/support/uploads.ts'
import { faultsOf } from './support/axe.ts'
import { newWindow, sizes, withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')
const options = { skip: withoutBrowser }

const newFolder = async (name: string) => (await acme.post('/api/folders', { name })).body.data.id as string
const file = async (name: string) => ({ name, mimeType: 'image/png', buffer: await picture({ width: 300 }) })
const wave = {
  name: 'gulls.png',
  mimeType: 'image/png',
  buffer: sound(Buffer.alloc(800), { rate: 8_000, bits: 8 }),
}

test('an editor lets visitors upload files, sees what arrived, and from whom', options, async () => {
  const folder = await newFolder('Harbour')
  const { page, context } = await editor.open(`/assets?folder=${folder}`)
  await page.getByRole('button', { name: 'Folder actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Harbour' })
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Send us your pictures')
  await dialog.getByLabel('Visitors can', { exact: true }).selectOption({ label: 'Upload files only' })
  await dialog.getByLabel('Files in total').fill('0')
  await dialog.getByLabel('Image', { exact: true }).check()
  await dialog.getByLabel('Ask visitors').check()
  await dialog.getByRole('button', { name: 'Create share' }).click()
  await dialog.getByText('Enter a whole number from 1 to 10,000.').waitFor()
  await dialog.getByLabel('Files in total').fill('3')
  await dialog.getByRole('button', { name: 'Create share' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Page URL' }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const visitor = await newWindow(service.url, sizes.desktop)
  await visitor.page.goto(url)
  await visitor.page.getByLabel('Your name').fill('Ada Lind')
  await visitor.page.getByLabel('Your e-mail address').fill('ada@agency.example')
  await visitor.page.getByRole('button', { name: 'Open' }).click()
  await visitor.page.getByText('Images, up to 1.0 GB each.').waitFor()
  await visitor.page.getByLabel('Choose files').setInputFiles([await file('quay.png'), wave])
  await visitor.page.getByText('1 file sent. 1 file was not sent.').waitFor()
  await visitor.page.getByText('This page accepts only these types of files: image.').waitFor()
  await visitor.context.close()

  await page.getByText('quay').first().waitFor()
  await page.getByRole('link', { name: 'Shares' }).click()
  await page.getByRole('link', { name: 'Send us your pictures' }).click()
  await page.getByText(/^1 of 3 files, /).waitFor()
  await page.getByRole('cell', { name: 'Ada Lind, ada@agency.example' }).first().waitFor()
  await page.getByRole('button', { name: 'Share actions' }).click()
  await page.getByRole('menuitem', { name: 'Change upload limits' }).click()
  const limits = page.getByRole('dialog', { name: 'Upload limits' })
  assert.equal(await limits.getByLabel('Image', { exact: true }).isChecked(), true)
  await limits.getByLabel('Files in total').fill('5')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText(/^1 of 5 files, /).waitFor()
  await page.getByRole('link', { name: 'Uploaded a file' }).click()
  await page.getByText(/by Ada Lind through a share/).waitFor()
  await context.close()
})

for (const size of ['desktop', 'phone'] as const)
  test(`a visitor chooses and drops files, and sends a rejected file again (${size})`, options, async () => {
    const folder_id = await newFolder(`Dropped ${size}`)
    const made = await acme.post('/api/shares', {
      name: 'Send us your pictures',
      uploads: { folder_id, max_files: 4 },
    })
    const { id, url } = made.body.data
    const { page, context } = await newWindow(service.url, sizes[size])
    await page.goto(url)
    assert.deepEqual(await faultsOf(page), [])
    await page.getByLabel('Choose files').setInputFiles([await file('one.png'), await file('two.png')])
    await page.getByRole('status').getByText('2 files sent.', { exact: true }).waitFor()
    const { buffer } = await file('three.png')
    await page.evaluate(
      `(() => {
        const files = new DataTransfer()
        const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (letter) => letter.charCodeAt(0))
        files.items.add(new File([bytes], 'three.png'))
        document.querySelector('.uploads form').dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }))
      })()`,
    )
    await page.getByRole('status').getByText('3 files sent.', { exact: true }).waitFor()
    await acme.patch(`/api/shares/${id}`, { uploads: { folder_id, max_files: 3 } })
    await page.getByLabel('Choose files').setInputFiles([await file('four.png')])
    await page.getByText('This page accepts no more files.').waitFor()
    assert.deepEqual(await faultsOf(page), [])
    const width = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')
    assert.ok(width <= 0, `scrolls sideways by ${width} px`)
    await acme.patch(`/api/shares/${id}`, { uploads: { folder_id, max_files: 4 } })
    await page.getByRole('button', { name: 'Try again: four.png' }).click()
    await page.getByRole('status').getByText('4 files sent.', { exact: true }).waitFor()
    const { data } = (await acme.get(`/api/assets?folder_id=${folder_id}&sort=name`)).body
    assert.deepEqual(
      data.map(({ name }: { name: string }) => name),
      ['four', 'one', 'three', 'two'],
    )
    await context.close()
  })

test('the area for files speaks the language of the visitor', options, async () => {
  const folder_id = await newFolder('Deutsch')
  const made = await acme.post('/api/shares', {
    name: 'Bilder',
    uploads: { folder_id, max_file_bytes: 40_000 },
  })
  const { page, context } = await newWindow(service.url, { ...sizes.desktop, locale: 'de-DE' })
  await page.goto(made.body.data.url)
  await page.getByLabel('Dateien auswählen').setInputFiles(await file('eins.png'))
  await page.getByRole('status').getByText('1 Datei gesendet.', { exact: true }).waitFor()
  await page.getByText('Gesendet', { exact: true }).waitFor()
  await context.close()
})

test('without JavaScript, a visitor sends one file with the form', options, async () => {
  const folder_id = await newFolder('Plain')
  const made = await acme.post('/api/shares', { name: 'Send us your pictures', uploads: { folder_id } })
  const { page, context } = await newWindow(service.url, { ...sizes.desktop, javaScriptEnabled: false })
  await page.goto(made.body.data.url)
  await page.getByLabel('Choose files').setInputFiles(await file('plain.png'))
  await page.getByRole('button', { name: 'Send file' }).click()
  await page.getByRole('heading', { name: 'File sent' }).waitFor()
  await page.getByRole('link', { name: 'Back to the page' }).click()
  await page.getByRole('heading', { name: 'Send us your pictures' }).waitFor()
  assert.equal((await acme.get(`/api/assets?folder_id=${folder_id}`)).body.data.length, 1)
  await context.close()
})
