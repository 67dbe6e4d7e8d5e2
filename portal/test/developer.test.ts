// Engines: postgres in CI
// Developer pages of the portal, against a real server in a real browser.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { changeTypes } from '../../server/src/changes/present.ts'
import { scopes } from '../../server/src/http/caller.ts'
import { publicId } from '../../server/src/ids.ts'
import { newCompany, send } from '../../server/test/support/companies.ts'
import { sendForm } from '../../server/test/support/forms.ts'
import { assertedBy, newKeys } from '../../server/test/support/keys.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { allScopes } from '../src/pages/clients/scopes.ts'
import { changeTypes as offeredTypes } from '../src/pages/webhooks/types.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const service = await startService({ env: { ...behindProxy, OUTBOUND_LOOPBACK: 'true' } })
const acme = await newCompany(service, 'Acme')
const developer = await newPerson(service, acme.companyId, 'developer', 'Dora')
const viewer = await newPerson(service, acme.companyId, 'viewer', 'Vera')

const tokenFor = (client_id: string, client_secret: string) =>
  send(service, 'POST', '/oauth/access-token', { json: { client_id, client_secret } })

const options = { skip: withoutBrowser }

test('the forms of clients and webhooks offer every scope and every event type', () => {
  assert.deepEqual(allScopes.toSorted(), [...scopes].sort())
  const offered = offeredTypes.flatMap(({ resource, verbs }) => verbs.map((verb) => `${resource}.${verb}`))
  assert.deepEqual(offered.toSorted(), changeTypes.toSorted())
})

test('a new client works with the secret shown once, and its first call is detected', options, async () => {
  const { page, context, complaints } = await developer.open('/clients')
  await page.getByRole('button', { name: 'Create client' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Web shop')
  await page.getByLabel('Allowed IP addresses').fill('nowhere')
  await page.getByRole('dialog').getByRole('button', { name: 'Create client' }).click()
  await page.getByText('must contain IP addresses such as').waitFor()
  await page.getByLabel('Allowed IP addresses').fill('127.0.0.0/8\n::1')
  await page.getByLabel('Write assets').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Create client' }).click()
  const id = await page.getByLabel('Client ID', { exact: true }).inputValue()
  const secret = await page.getByLabel('Client secret', { exact: true }).inputValue()
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download atelier.env' }).click()
  assert.equal((await download).suggestedFilename(), 'atelier.env')
  await page.getByRole('button', { name: 'I’ve saved it' }).click()

  await page.getByRole('link', { name: 'Getting started' }).click()
  await page.getByLabel('Client', { exact: true }).selectOption({ label: 'Web shop' })
  await page.getByText('Waiting for the first call').waitFor()
  for (const language of ['curl', 'TypeScript', 'TypeScript SDK', 'Python', 'PHP']) {
    await page.getByRole('tab', { name: language, exact: true }).click()
    const code = await page.getByRole('region', { name: `Code in ${language}`, exact: true }).innerText()
    assert.ok(code.includes(id) && code.includes(service.url) && !code.includes(secret), language)
  }
  const { body } = await tokenFor(id, secret)
  await send(service, 'GET', '/api/templates', {
    headers: { authorization: `Bearer ${body.token.access_token}` },
  })
  await page.getByText('The call succeeded').waitFor()
  assert.deepEqual(
    complaints.filter((text) => !text.includes('422')),
    [],
  )
  await context.close()
})

test(
  'samples for a client created in Getting started contain its secret and work when pasted, and the page shows the result of the call',
  options,
  async () => {
    const { page, context, complaints } = await developer.open('/getting-started')
    await page.getByRole('button', { name: 'Create client' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Kiosk')
    await page.getByRole('dialog').getByRole('button', { name: 'Create client' }).click()
    const secret = await page.getByLabel('Client secret', { exact: true }).inputValue()
    const codeIn = async (language: string) => {
      await page.getByRole('tab', { name: language, exact: true }).click()
      return page.getByRole('region', { name: `Code in ${language}`, exact: true }).innerText()
    }
    for (const language of ['curl', 'TypeScript', 'TypeScript SDK', 'Python', 'PHP'])
      assert.ok((await codeIn(language)).includes(secret), language)
    await page.getByText('Waiting for the first call').waitFor()

    const curl = await codeIn('curl')
    const wrong = curl.replace(
      secret,
      secret.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
    )
    await run('bash', ['-c', wrong])
    await page.getByText('The call failed').waitFor()
    await page.getByText('The client ID or the secret is wrong.').waitFor()
    assert.match(await run('bash', ['-c', curl]), /"data":/)
    await page.getByText('The call succeeded').waitFor()
    await page.getByText('GET /api/templates: 200').waitFor()
    const program = ['--input-type=module-typescript', '--eval', await codeIn('TypeScript')]
    assert.match(await run(process.execPath, program), /^\[/)
    const python = await codeIn('Python')
    if (await has('python3')) assert.match(await run('python3', ['-c', python]), /^\[/)
    const php = await codeIn('PHP')
    if (await has('php')) assert.match(await run('php', ['-r', php.replace('<?php', '')]), /^Array/)

    await page.reload()
    await page.getByText('The call succeeded').waitFor()
    assert.ok(!(await codeIn('curl')).includes(secret), 'the secret is shown once')
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

test('a client is limited to one folder on its page, and reads only the assets in it', options, async () => {
  const folderOf = async (name: string) => (await acme.post('/api/folders', { name })).body.data.id as string
  const [partners] = [await folderOf('Partners'), await folderOf('Internal')]
  const { data } = (await developer.post('/portal/api/clients', { name: 'Agency' })).body
  const { body } = await tokenFor(data.id, data.client_secret)
  const headers = { authorization: `Bearer ${body.token.access_token}` }
  const folders = async () => {
    const answer = await send(service, 'GET', '/api/folders', { headers })
    return (answer.body.data as { id: string }[]).map(({ id }) => id)
  }
  const limitOf = async () => (await developer.get(`/portal/api/clients/${data.id}`)).body.data.read_limit
  const { page, context, complaints } = await developer.open(`/clients/${data.id}`)
  const reading = page.getByRole('radiogroup', { name: 'Read access' })
  const chosen = page
    .getByRole('combobox', { name: 'Folders to read' })
    .or(page.getByRole('textbox', { name: 'Folders to read' }))
  const save = () => page.getByRole('button', { name: 'Save changes' }).click()
  await reading.getByLabel('Only these folders and their subfolders').check()
  await save()
  await page.getByText('Choose at least one folder.').waitFor()
  await chosen.fill('part')
  await page.getByRole('option', { name: '/Partners' }).click()
  await save()
  await page.getByText('Changes saved').waitFor()
  assert.deepEqual(await limitOf(), { folder_ids: [partners] })
  assert.deepEqual(await folders(), [partners])

  // Another change of the client does not discard the folders that are being chosen.
  await chosen.fill('int')
  await page.getByRole('option', { name: '/Internal' }).click()
  const renamed = await developer.patch(`/portal/api/clients/${data.id}`, { name: 'Agency 2' })
  assert.equal(renamed.status, 200)
  await page.getByRole('heading', { name: 'Agency 2' }).waitFor()
  await page.locator('form').getByText('/Internal', { exact: true }).waitFor()

  await page.reload()
  await page.locator('form').getByText('/Partners', { exact: true }).waitFor()
  await reading.getByLabel('All folders').check()
  await save()
  await page.getByText('Changes saved').waitFor()
  assert.equal(await limitOf(), null)
  assert.equal((await folders()).length, 2)
  assert.deepEqual(complaints, [])
  await context.close()
})

test('the folders that limit a client are listed by their paths', options, async () => {
  const north = (await acme.post('/api/folders', { name: 'North' })).body.data.id
  await acme.post('/api/folders', { name: 'Atlas', parent_id: north })
  const { data } = (await developer.post('/portal/api/clients', { name: 'Printer' })).body
  const { page, context } = await developer.open(`/clients/${data.id}`)
  const reading = page.getByRole('radiogroup', { name: 'Read access' })
  await reading.getByLabel('Only these folders and their subfolders').check()
  await page.getByPlaceholder('Choose folders').click()
  await page.getByRole('option', { name: '/North/Atlas' }).waitFor()
  const paths = await page.getByRole('option', { name: /^\// }).allTextContents()
  assert.deepEqual(paths, paths.toSorted())
  await context.close()
})

test('the request log shows the calls of clients as they arrive, and can be filtered', options, async () => {
  const { data } = (await developer.post('/portal/api/clients', { name: 'Printer' })).body
  const { body } = await tokenFor(data.id, data.client_secret)
  const headers = { authorization: `Bearer ${body.token.access_token}` }
  const { page, context, complaints } = await developer.open(`/requests?client=${data.id}`)
  await page.getByText('No request matches the filters').waitFor()
  await send(service, 'GET', '/api/assets', { headers })
  await send(service, 'POST', '/api/tags', { headers, json: { name: 'Later' } })
  await page.getByRole('cell', { name: 'GET /api/assets' }).waitFor()
  const rejected = page.getByRole('row').filter({ hasText: 'POST' })
  await rejected.getByText('The client lacks a scope that this route requires').waitFor()
  await page.getByLabel('Result').selectOption({ label: 'Failed (4xx and 5xx)' })
  await page.getByRole('cell', { name: 'GET /api/assets' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '/api/tags' }).click()
  await page.waitForURL(/route=/)
  await rejected.waitFor()
  await page.getByLabel('Method').selectOption('GET')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('cell', { name: 'GET /api/assets' }).first().waitFor()

  await page.goto(page.url().replace(/requests.*/, `clients/${data.id}`))
  await page.getByRole('cell', { name: 'GET /api/assets' }).waitFor()
  await page.getByRole('link', { name: 'Open the request log' }).click()
  await page.waitForURL(new RegExp(`requests.client=${data.id}`))
  assert.deepEqual(complaints, [])
  await context.close()
})

test(
  'the page of a client shows its requests, its tokens and its last use without a reload',
  options,
  async () => {
    const { data } = (await developer.post('/portal/api/clients', { name: 'Kiosk' })).body
    const { page, context, complaints } = await developer.open(`/clients/${data.id}`)
    await page.getByText('Last used: Never').waitFor()
    await page.getByText('No active tokens.').waitFor()
    await page.getByText('No requests in this period.').first().waitFor()
    const { body } = await tokenFor(data.id, data.client_secret)
    const headers = { authorization: `Bearer ${body.token.access_token}` }
    await send(service, 'GET', '/api/assets', { headers })
    await send(service, 'POST', '/api/tags', { headers, json: { name: 'Later' } })
    await page.getByText(/^\d served, 1 rejected$/).waitFor()
    await page.getByRole('button', { name: /^Revoke token/ }).waitFor()
    await page.getByText('Last used: just now').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  },
)

/** The standard output of a program, even if the program fails. */
const run = (program: string, parameters: string[]) =>
  new Promise<string>((resolve) => execFile(program, parameters, (_, output) => resolve(output)))

const has = async (program: string) => (await run(program, ['--version'])) !== ''

test(
  'a secret can be rotated, tokens revoked, and a client deleted after typing its name',
  options,
  async () => {
    const { data } = (await developer.post('/portal/api/clients', { name: 'Newsletter' })).body
    const { body } = await tokenFor(data.id, data.client_secret)
    const { page, context } = await developer.open(`/clients/${data.id}`)
    await page.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByLabel('Keep the old secret for').selectOption({ label: '1 hour' })
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    const fresh = await page.getByLabel('Client secret', { exact: true }).inputValue()
    await page.getByRole('button', { name: 'I’ve saved it' }).click()
    for (const secret of [data.client_secret, fresh])
      assert.equal((await tokenFor(data.id, secret)).status, 200)

    await page.getByRole('button', { name: 'Revoke all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke all' }).click()
    await page.getByText('No active tokens').waitFor()
    const refused = await send(service, 'GET', '/api/user', {
      headers: { authorization: `Bearer ${body.token.access_token}` },
    })
    assert.equal(refused.status, 401)

    await page.getByRole('button', { name: 'Delete client' }).click()
    const really = page.getByRole('dialog').getByRole('button', { name: 'Delete client' })
    assert.ok(await really.isDisabled())
    await page.getByLabel('Type “Newsletter” to confirm').fill('Newsletter')
    await really.click()
    await page.waitForURL(/\/clients$/)
    await page.getByText('Client deleted').waitFor()
    assert.equal((await tokenFor(data.id, fresh)).status, 401)
    await context.close()
  },
)

test('a client with a public key authenticates with it until the key is deleted', options, async () => {
  const { data } = (await developer.post('/portal/api/clients', { name: 'Warehouse' })).body
  const keys = await newKeys('ES256', { kid: 'warehouse-1' })
  const ask = async () =>
    sendForm(service, '/oauth/token', {
      grant_type: 'client_credentials',
      ...(await assertedBy(keys, data.id, service.url)),
    })
  const { page, context } = await developer.open(`/clients/${data.id}`)
  await page.getByRole('button', { name: 'Add public keys' }).click()
  const field = page.getByLabel('Key set')
  const save = page.getByRole('button', { name: 'Save keys' })
  await field.fill('-----BEGIN PUBLIC KEY-----')
  await save.click()
  await page.getByText('Not a valid JWKS').waitFor()
  await field.fill(JSON.stringify({ ...keys.publicKey, d: keys.publicKey.x }))
  await save.click()
  await page.getByText('must not contain a private or secret key').waitFor()
  await field.fill(JSON.stringify(keys.publicKey))
  await save.click()
  await page.getByRole('list', { name: 'Public keys' }).getByText('warehouse-1').waitFor()
  assert.equal((await ask()).status, 200)

  await page.getByRole('button', { name: 'Remove keys' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove keys' }).click()
  await page.getByText('No public keys. The client authenticates with its secret').waitFor()
  assert.equal((await ask()).status, 401)
  await context.close()
})

test('a new webhook sends signed messages and shows their deliveries', options, async () => {
  const came: { headers: Record<string, string>; body: string }[] = []
  const hook = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      came.push({ headers: request.headers as Record<string, string>, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve))
  after(() => {
    hook.closeAllConnections()
    hook.close()
  })
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`

  const { page, context } = await developer.open('/webhooks')
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByLabel('URL').fill(url)
  await page.getByLabel('Description').fill('Web shop cache')
  await page.getByLabel('Selected events').check()
  await page.getByLabel('Folders: created').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Create webhook' }).click()
  const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  await page.getByRole('button', { name: 'I’ve saved it' }).click()
  await page.getByRole('link', { name: url }).click()
  await page.getByRole('button', { name: 'Send test message' }).click()
  const delivery = page.getByRole('button', { name: /Delivered.*webhook\.ping/ })
  await delivery.click()
  new Webhook(secret).verify(came[0]!.body, came[0]!.headers)
  await page.getByRole('cell', { name: '204' }).waitFor()
  await page.getByRole('button', { name: /^Resend message/ }).click()
  await until('it is sent again', () => came.length === 2)

  await page.getByLabel('Send messages').click({ force: true })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Turn on the webhook to send a test message').waitFor()
  await context.close()
})

test('the reference sends requests as the current user, for the current company', options, async () => {
  const { page, context } = await developer.open('/reference')
  const reference = page.frameLocator('iframe')
  await reference.getByRole('button', { name: 'Folders' }).first().click()
  await reference.getByRole('link', { name: /^List folders/ }).click()
  await reference.getByRole('button', { name: /^Test Request .get .api.folders.$/ }).click()
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/portal/api/folders',
  )
  await reference.locator('[data-addressbar-action=send]').filter({ visible: true }).click()
  const response = await answered
  assert.equal(new URL(response.url()).search, '', 'no filter is sent by default')
  const headers = await response.request().allHeaders()
  assert.deepEqual(
    [response.status(), headers['atelier-company'], headers.authorization],
    [200, publicId('company', acme.companyId), undefined],
  )
  await context.close()
})

test('a missing client or webhook is reported, with a link back', options, async () => {
  const { data } = (await developer.post('/portal/api/clients', { name: 'Short-lived' })).body
  const { page, context } = await developer.open(`/clients/${data.id}`)
  await page.getByRole('heading', { level: 1, name: 'Short-lived' }).waitFor()
  await developer.delete(`/portal/api/clients/${data.id}`)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Client not found' }).waitFor()
  await page.getByRole('link', { name: 'All clients' }).click()
  await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor()
  await page.goto(page.url().replace(/clients.*/, 'webhooks/any'))
  await page.getByRole('heading', { level: 1, name: 'Webhook not found' }).waitFor()
  await page.getByRole('link', { name: 'All webhooks' }).click()
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  await context.close()
})

test('every client can be selected from a very long list', options, async () => {
  const globex = await newCompany(service, 'Globex')
  const gil = await newPerson(service, globex.companyId, 'admin', 'Gil')
  for (let n = 1; n <= 101; n++) await gil.post('/portal/api/clients', { name: `Shop ${n}` })
  const { page, context } = await gil.open('/getting-started')
  for (const path of ['getting-started', 'activity']) {
    await page.goto(page.url().replace(/[a-z-]+$/, path))
    const choice = page.getByLabel('Client', { exact: true })
    await choice.locator('option').filter({ hasText: 'Shop 101' }).waitFor({ state: 'attached' })
    await choice.selectOption({ label: 'Shop 1' })
    await page.waitForURL(/client=cli_/)
    await page.goto(page.url().replace(/\?.*/, ''))
  }
  await context.close()
})

test(
  'a user without access to clients sees no link to them, and can still read how to call the API',
  options,
  async () => {
    const { page, context } = await viewer.open('/getting-started')
    await page.getByText('Ask a developer or an admin').waitFor()
    assert.equal(await page.getByRole('link', { name: 'Clients' }).count(), 0)
    assert.equal(await page.getByRole('link', { name: 'Webhooks' }).count(), 0)
    await context.close()
  },
)
