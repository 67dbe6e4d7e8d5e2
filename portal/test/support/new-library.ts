import assert from 'node:assert/strict'
import { setupToken } from '../../../server/src/sign-in/setup.ts'
import { browser as person } from '../../../server/test/support/people.ts'
import { startService } from '../../../server/test/support/service.ts'
import { picture } from '../../../server/test/support/uploads.ts'
import { newWindow } from './chromium.ts'

/** A service with one company, signed in to as its owner, whose library is still empty. */
export async function newLibrary() {
  const service = await startService()
  const ada = { name: 'Ada Winter', email: 'ada@acme.example', password: 'correct horse battery' }
  const owner = person(service)
  await owner.post('/portal/api/setup', {
    token: setupToken(service.keys.setup),
    ...ada,
    enterprise: 'Acme Group',
    company: 'Acme',
  })
  const { companies } = (await owner.get('/portal/api/me')).body.data
  const company: string = companies[0].id
  const library = `/c/${company}/assets`

  /** Uploads as a client would, through the portal's API. */
  async function bring(
    name: string,
    fields: Record<string, string> = {},
    file?: { bytes: Buffer; fileName: string },
  ): Promise<string> {
    const bytes = file?.bytes ?? (await picture({ color: colorOf(name) }))
    const form = new FormData()
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new Blob([new Uint8Array(bytes)]), file?.fileName ?? `${name}.png`)
    const answer = await fetch(`${service.url}/portal/api/assets`, {
      method: 'POST',
      headers: { origin: service.url, cookie: cookies(), 'Atelier-Company': company },
      body: form,
    })
    assert.equal(answer.status, 201, await answer.clone().text())
    return ((await answer.json()) as { data: { id: string } }).data.id
  }

  const cookies = () => [...owner.cookies].map((pair) => pair.join('=')).join('; ')
  const colorOf = (name: string) => `#${Buffer.from(name).toString('hex').padEnd(6, '4').slice(0, 6)}`

  async function open(path: string) {
    const window = await newWindow(service.url)
    await window.context.addCookies(
      [...owner.cookies].map(([name, value]) => ({
        name,
        value: decodeURIComponent(value),
        url: service.url,
      })),
    )
    await window.page.goto(path)
    await window.page.getByRole('heading', { level: 1 }).waitFor()
    return window
  }

  return { service, ada, owner, company, library, bring, open, cookies }
}
