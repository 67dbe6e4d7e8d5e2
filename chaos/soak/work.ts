import { randomInt, randomUUID } from 'node:crypto'
import { send } from '../../server/test/support/companies.ts'
import { browser } from '../../server/test/support/people.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'
import { asked } from '../load/kinds.ts'
import { openFileWork } from './files.ts'
import type { SoakTarget, Work } from './weighted-request.ts'

type Served = { target: SoakTarget; owner: { email: string; password: string } }

const foldersCount = 50
/** Number of sessions. Each has a budget of ten requests per second. */
const windowsCount = 8
const words = ['spring', 'summer', 'autumn', 'winter', 'launch', 'poster']

/**
 * Prepares all operations and the data that they need. Created resources are deleted again, so the library
 * keeps its size.
 */
export async function openWork({ target, owner }: Served): Promise<Work[]> {
  const call = (method: string, path: string, json?: unknown) =>
    asked(target, target.token, method, path, json)
  const folders: string[] = []
  for (let n = 0; n < foldersCount; n++) {
    const { body } = await call('POST', '/api/folders', { name: `${words[n % words.length]} ${n}` })
    folders.push(body.data.id)
  }
  const windows = await Promise.all(Array.from({ length: windowsCount }, () => signedIn(target, owner)))
  const { body } = await windows[0]!.get('/portal/api/me')
  const company = { 'atelier-company': body.data.companies[0].id }
  await call('POST', '/api/brand-kit', { name: 'Brand' })
  const credentials = { client_id: target.clientId, client_secret: target.clientSecret }
  const oauth = (path: string, json: object) => send(target, 'POST', path, { json })
  const some = <T>(all: readonly T[]) => all[randomInt(all.length)]!

  return [
    // Templates never change here, so the response comes from the cache.
    { name: 'warm page', part: 0.23, expected: 200, ask: () => call('GET', '/api/templates?per_page=20') },
    {
      name: 'cold page',
      part: 0.15,
      expected: 200,
      ask: () => call('GET', `/api/folders?per_page=${randomInt(1, 51)}`),
    },
    {
      name: 'single folder',
      part: 0.1,
      expected: 200,
      ask: () => call('GET', `/api/folders/${some(folders)}`),
    },
    {
      name: 'search',
      part: 0.1,
      expected: 200,
      ask: () => call('GET', `/api/folders?search=${some(words)}`),
    },
    {
      name: 'write',
      part: 0.12,
      expected: 200,
      ask: () => call('PATCH', `/api/folders/${some(folders)}`, { name: `${some(words)} ${randomUUID()}` }),
    },
    {
      name: 'upload',
      part: 0.02,
      expected: 204,
      // The renditions of this asset are created or canceled in the background.
      async ask() {
        const made = await upload(target, target, { bytes: await picture(), name: 'picture.png' })
        return made.status === 201 ? call('DELETE', `/api/assets/${made.body.data.id}`) : made
      },
    },
    {
      name: 'token',
      part: 0.04,
      expected: 200,
      async ask() {
        const issued = await oauth('/oauth/access-token', credentials)
        const token = issued.body?.token?.access_token
        return token ? oauth('/oauth/revoke', { token }) : issued
      },
    },
    {
      name: 'introspection',
      part: 0.1,
      expected: 200,
      ask: () => oauth('/oauth/introspect', { ...credentials, token: target.token }),
    },
    {
      name: 'portal',
      part: 0.05,
      expected: 200,
      ask: () => some(windows).get('/portal/api/folders?per_page=20', company),
    },
    {
      name: 'feed',
      part: 0.02,
      expected: 200,
      waits: true,
      ask: () => call('GET', '/api/changes?since=latest&wait=2'),
    },
    ...(await openFileWork(target)),
  ]
}

async function signedIn(target: Served['target'], { email, password }: Served['owner']) {
  const portal = browser(target)
  await portal.signIn(email, password)
  return portal
}
