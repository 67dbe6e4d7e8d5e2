// Engines: postgres in CI
// Scripts as text in every field of users and programs. No page runs them or turns them into elements, even
// without the browser's policies.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicId } from '../../server/src/ids.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { newWindow, withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const words = `</script><script>ran=1</script>"'><img src=x onerror=ran=1><svg onload=ran=1>javascript:ran=1`
/** A different prefix for each resource, so that tags and colors have distinct names. */
const named = (name: string) => `${name} ${words}`
/** Folder and file names cannot contain slashes. */
const withoutSlash = (name: string) => named(name).replaceAll('/', '')

const service = await startService({ env: { ...behindProxy, OUTBOUND_LOOPBACK: 'true' } })
const acme = await newCompany(service, 'Acme')
const owner = await newPerson(service, acme.companyId, 'owner', named('Olga'))
await service.db.updateTable('people').set({ is_operator: true }).where('id', '=', owner.personId).execute()

// biome-ignore lint/suspicious/noExplicitAny: tests read the response without declaring its type.
const made = async (path: string, body: object): Promise<any> => {
  const answer = await owner.post(`/portal/api${path}`, body)
  assert.ok(answer.status < 300, `${path}: ${answer.text}`)
  return answer.body.data
}

const texts = Object.fromEntries(
  ['alt_text', 'description', 'copyright'].map((field) => [field, named(field)]),
)
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="parent.ran=1">
  <script>parent.ran=1</script><rect width="40" height="40"/>
  <text id="$headline" x="2" y="20">${words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text></svg>`

/** Evaluated in the page. */
const isShown = `(text) =>
  [document.body.innerText, ...[...document.querySelectorAll('input,textarea')].map(({ value }) => value)]
    .some((one) => one.includes(text))`

async function fill() {
  await owner.patch('/portal/api/company', { name: named('Acme') })
  const folder = await made('/folders', { name: withoutSlash('Folder') })
  const gone = await made('/folders', { name: withoutSlash('Gone') })
  await owner.delete(`/portal/api/folders/${gone.id}`)
  const tag = await made('/asset-tags', { name: named('Tag') })
  await made('/tags', { name: named('Tag') })
  const file = { name: `${withoutSlash('File')}.png`, bytes: await picture() }
  const metadata = JSON.stringify({ [words]: words })
  const shown = { name: named('Picture'), tags: tag.id, metadata, external_id: words, ...texts }
  const asset = (await upload(service, acme, file, shown)).body.data
  const inFolder = { name: named('Drawing'), folder_id: folder.id }
  await upload(service, acme, { name: 'a.svg', bytes: Buffer.from(drawing) }, inFolder)
  await settled(acme, asset.id)
  const variables = JSON.stringify([{ key: 'headline', label: named('Label') }])
  const document = { path: '/api/templates', field: 'document' }
  const described = { name: named('Template'), description: words, variables }
  const template = (await upload(service, acme, { bytes: Buffer.from(drawing) }, described, document)).body
    .data
  assert.ok(template?.id)
  const kit = await made('/brand-kit', { name: named('Kit') })
  const ofKit = { brand_kit_id: kit.id }
  await made('/brand-kit/colors', {
    ...ofKit,
    name: named('Color'),
    hex: '#123456',
    pantone: words.slice(0, 50),
    group: named('Group'),
  })
  await made('/brand-kit/fonts', { ...ofKit, family: named('Font') })
  await made('/brand-kit/logos', { ...ofKit, name: named('Logo'), asset_id: asset.id })
  const client = await made('/clients', { name: named('Client') })
  const url = `http://127.0.0.1:9/${encodeURI(words)}?${words}`
  const webhook = await made('/webhooks', { url, description: named('Webhook') })
  await made(`/webhooks/${webhook.id}/pings`, {})
  const collection = await made('/collections', {
    name: named('Collection'),
    description: words,
    asset_ids: [asset.id],
  })
  const share = await made('/shares', { name: named('Share'), message: words, asset_ids: [asset.id] })
  await made('/enterprises', {
    name: named('Globex'),
    company: named('Globex'),
    owner_email: 'gus@globex.example',
  })
  await made('/invitations', { email: 'vera@acme.example', role: 'viewer' })
  const invitation = (await owner.get('/portal/api/invitations')).body.data[0]
  return { asset, folder, template, client, webhook, collection, share, invitation }
}

test('no page executes user input or renders it as HTML', {
  skip: withoutBrowser,
}, async () => {
  const { asset, folder, template, client, webhook, collection, share, invitation } = await fill()
  const company = `/c/${publicId('company', acme.companyId)}`
  const { page, context, complaints } = await owner.open('/settings')
  const seen: string[] = []
  page.on('dialog', (dialog) => seen.push(`a dialog: ${dialog.message()}`))
  await context.exposeFunction('tell', (what: string) => seen.push(what))
  await page.addInitScript(`addEventListener('securitypolicyviolation', ({ violatedDirective, sourceFile }) =>
    tell(violatedDirective + ' ' + sourceFile))`)
  const query = encodeURIComponent(words)
  const places: [path: string, shown: string | undefined][] = [
    [`${company}/assets`, 'Picture'],
    [`${company}/assets?view=table`, 'Picture'],
    [`${company}/assets?folder=${folder.id}`, 'Drawing'],
    [`${company}/assets?asset=${asset.id}`, 'alt_text'],
    [`${company}/assets?q=${query}`, undefined],
    [`${company}/templates`, 'Template'],
    [`${company}/templates/${template.id}`, 'Template'],
    [`${company}/brand-kit`, 'Color'],
    [`${company}/clients`, 'Client'],
    [`${company}/clients/${client.id}`, 'Client'],
    [`${company}/getting-started?client=${client.id}`, undefined],
    [`${company}/webhooks`, undefined],
    [`${company}/webhooks/${webhook.id}`, 'Webhook'],
    [`${company}/collections`, 'Collection'],
    [`${company}/assets?collection=${collection.id}`, 'Collection'],
    [`${company}/shares`, 'Share'],
    [`${company}/shares/${share.id}`, 'Share'],
    [new URL(share.url).pathname, 'Share'],
    [`${company}/people`, 'Olga'],
    [`${company}/activity`, 'Client'],
    [`${company}/activity?type=${query}&client=${query}&person=${query}`, undefined],
    [`${company}/usage`, undefined],
    [`${company}/trash?of=folders`, 'Gone'],
    [`${company}/settings`, undefined],
    [`${company}/${query}`, undefined],
    [`/c/${query}/assets`, undefined],
    ['/account', undefined],
    [`/account?error=${query}`, undefined],
    ['/installation', 'Globex'],
    [`/reset-password?token=${query}`, undefined],
    [new URL(invitation.link).pathname, 'Acme'],
    [`/invitations/${query}`, undefined],
  ]
  for (const [path, shown] of places) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    if (shown)
      await until(`${shown} at ${path}`, () => page.evaluate(`(${isShown})(${JSON.stringify(`${shown} <`)})`))
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await assertOnlyText(path)
  }
  async function assertOnlyText(path: string) {
    const found = await page.evaluate<string[]>(`[
      ...('ran' in window ? ['a script ran'] : []),
      ...[...document.querySelectorAll('[onerror],[onload],[src=x],a[href^="javascript:" i],form[action^="javascript:" i]')].map((one) => one.outerHTML),
      ...[...document.scripts].filter((one) => one.textContent.includes('ran=1') && one.type !== 'application/json').map((one) => one.outerHTML),
    ]`)
    assert.deepEqual([...found, ...seen], [], path)
  }
  await context.close()
  assert.deepEqual(
    complaints.filter((one) => /Content Security Policy|refused to/i.test(one)),
    [],
  )
})

test('signing in never redirects outside the portal, for any URL', {
  skip: withoutBrowser,
}, async () => {
  for (const then of ['javascript:ran=1', '//evil.example/', '/\\evil.example', '\tjavascript:ran=1']) {
    const { page, context } = await newWindow(service.url)
    const left: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest() && new URL(request.url()).origin !== service.url)
        left.push(request.url())
    })
    await page.goto(`/sign-in?then=${encodeURIComponent(then)}&error=${encodeURIComponent(words)}`)
    await page.getByLabel('E-mail address').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/sign-in')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    assert.equal(new URL(page.url()).origin, service.url, then)
    assert.deepEqual([left, await page.evaluate(`'ran' in window`)], [[], false], then)
    await context.close()
  }
})
