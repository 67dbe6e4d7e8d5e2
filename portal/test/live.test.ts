// Engines: postgres in CI
// When another user changes clients or members, an open window shows the change automatically.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { parseId } from '../../server/src/ids.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { fillFolder } from '../../server/test/support/large-folder.ts'
import { browser as anybody, behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const options = { skip: withoutBrowser }
const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const owner = await newPerson(service, acme.companyId, 'owner', 'Olga')
const admin = await newPerson(service, acme.companyId, 'admin', 'Adam')

/** Time for a change to appear, which covers the feed, the batching of changes, and the request. */
const soonMs = 2_000

/** Checks the window that was already open, without reloading it. */
async function seenSoon(act: () => Promise<unknown>, isSeen: () => Promise<unknown>) {
  await act()
  const begun = performance.now()
  await isSeen()
  const tookMs = performance.now() - begun
  assert.ok(tookMs < soonMs, `seen after ${Math.round(tookMs)} ms`)
}

const row = (page: Page, name: RegExp) => page.getByRole('row', { name })

test('a client created, renamed and deleted by a colleague changes immediately', options, async () => {
  const here = await owner.open('/clients')
  const there = await admin.open('/clients')
  await seenSoon(
    async () => {
      await there.page.getByRole('button', { name: 'Create client' }).first().click()
      await there.page.getByLabel('Name').fill('Website')
      await there.page.getByRole('dialog').getByRole('button', { name: 'Create client' }).click()
      await there.page.getByLabel('Client secret', { exact: true }).waitFor()
    },
    () => row(here.page, /Website/).waitFor(),
  )
  const { data } = (await owner.get('/portal/api/clients')).body
  const client = data.find(({ name }: { name: string }) => name === 'Website')
  const path = `/portal/api/clients/${client.id}`
  await seenSoon(
    () => admin.patch(path, { name: 'Web shop' }),
    () => row(here.page, /Web shop/).waitFor(),
  )
  await seenSoon(
    () => admin.delete(path),
    () => row(here.page, /Web shop/).waitFor({ state: 'detached' }),
  )
  await Promise.all([here.context.close(), there.context.close()])
})

test(
  "unsaved input about a client survives a colleague's change, and does not overwrite it",
  options,
  async () => {
    const { data } = (await owner.post('/portal/api/clients', { name: 'Kiosk' })).body
    const { page, context } = await owner.open(`/clients/${data.id}`)
    const name = page.getByLabel('Name')
    const [title, save] = [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('button', { name: 'Save changes' }),
    ]
    await name.fill('Kiosk in the lobby')
    await admin.patch(`/portal/api/clients/${data.id}`, { name: 'Kiosk of Adam' })
    await title.filter({ hasText: 'Kiosk of Adam' }).waitFor()
    assert.equal(await name.inputValue(), 'Kiosk in the lobby')
    await save.click()
    await page.getByRole('alert').waitFor()
    assert.equal((await owner.get(`/portal/api/clients/${data.id}`)).body.data.name, 'Kiosk of Adam')
    await context.close()
  },
)

test(
  "an invitation, a join, a role change and a removal appear in a colleague's window",
  options,
  async () => {
    const here = await owner.open('/people')
    const there = await admin.open('/people')
    const invitation = here.page.getByRole('list', { name: 'Invitations' }).getByText('nora@acme.example')
    await seenSoon(
      async () => {
        await there.page.getByRole('button', { name: 'Invite' }).click()
        await there.page.getByLabel('E-mail address').fill('nora@acme.example')
        await there.page.getByLabel('Editor').check()
        await there.page.getByRole('button', { name: 'Send invitation' }).click()
        await there.page.getByRole('textbox', { name: 'Invitation link' }).waitFor()
      },
      () => invitation.waitFor(),
    )
    const link = await there.page.getByRole('textbox', { name: 'Invitation link' }).inputValue()
    const nora = anybody(service, { 'x-forwarded-for': '10.1.2.3' })
    const account = { name: 'Nora Lake', password: 'correct horse battery staple' }
    await seenSoon(
      () => nora.post(`/portal/api/invitations/${link.split('/').at(-1)}/acceptance`, account),
      () => row(here.page, /Nora Lake.*Editor/).waitFor(),
    )
    await invitation.waitFor({ state: 'detached' })
    const { data } = (await owner.get('/portal/api/members')).body
    const { id } = data.find((one: { name: string }) => one.name === 'Nora Lake')
    await seenSoon(
      () => admin.patch(`/portal/api/members/${id}`, { role: 'developer' }),
      () => row(here.page, /Nora Lake.*Developer/).waitFor(),
    )
    await seenSoon(
      () => admin.delete(`/portal/api/members/${id}`),
      () => row(here.page, /Nora Lake/).waitFor({ state: 'detached' }),
    )
    const { data: taken } = (
      await admin.post('/portal/api/invitations', { email: 'taken@acme.example', role: 'viewer' })
    ).body
    const second = here.page.getByRole('list', { name: 'Invitations' }).getByText('taken@acme.example')
    await second.waitFor()
    await seenSoon(
      () => admin.delete(`/portal/api/invitations/${taken.id}`),
      () => second.waitFor({ state: 'detached' }),
    )
    await Promise.all([here.context.close(), there.context.close()])
  },
)

test('the progress of a large change is shown until it is done', options, async () => {
  const { data: folder } = (await owner.post('/portal/api/folders', { name: 'Huge' })).body
  const rows = { folders: 100, assetsEach: 30 }
  const id = parseId('folder', folder.id)!
  await fillFolder(service.db, { companyId: acme.companyId, folder: id, path: '/Huge', ...rows })
  const { page, context } = await owner.open(`/assets?folder=${folder.id}`)
  await page.getByRole('button', { name: 'Folder actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Move to trash' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move to trash' }).click()
  const shown = page.getByText('Deleting the content of the folder')
  await shown.waitFor()
  await page.getByRole('progressbar', { name: 'Progress' }).waitFor()
  await shown.waitFor({ state: 'detached' })
  await context.close()
})

test('a changed role reaches an open window', options, async () => {
  const vera = await newPerson(service, acme.companyId, 'viewer', 'Vera')
  const { page, context } = await vera.open('/assets')
  assert.equal(await page.getByRole('link', { name: 'Clients' }).count(), 0)
  await seenSoon(
    () => owner.patch(`/portal/api/members/${vera.id}`, { role: 'developer' }),
    () => page.getByRole('link', { name: 'Clients' }).waitFor(),
  )
  await context.close()
})
