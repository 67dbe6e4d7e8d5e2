import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { source } from '../../server/test/support/imports.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { asked } from '../load/kinds.ts'
import { openFileWork } from '../soak/files.ts'
import type { SoakTarget, Told, Work } from '../soak/weighted-request.ts'
import type { Asking, Attack, Attacker, Use } from './attack.ts'
import { withText } from './png-text.ts'

/** Number of webhooks of one company that all receive each new folder. */
const webhooksCount = 5
const importsAtFirst = 20
/**
 * The server treats this IP address as a separate machine, because outgoing calls are limited per IP address.
 */
const elsewhere = '127.0.0.2'
const messageMsMax = 60_000
/** 24 million pixels in 70 KB, which is the maximum rendering cost of a small file. */
const large = { width: 6_000, height: 4_000 }
const small = { width: 640, height: 480 }

/**
 * One company fills every queue with the slowest possible jobs: large images, and imports and webhooks that
 * never get a response. The other company uploads, imports and receives changes.
 */
export const floodedQueues: Attack = {
  done: 'flooded the queues of renditions, previews, imports and webhooks',
  env: () => ({ OUTBOUND_LOOPBACK: 'true' }),
  perSecond: 4,
  seconds: 26,
  async open(use, [company]) {
    const call = (method: string, path: string, json: object) =>
      asked(company!, company!.token, method, path, json)
    const bytes = await picture(use === 'hostile' ? large : small)
    const url = await somewhere(use, bytes)
    for (let n = 0; n < webhooksCount; n++)
      await call('POST', '/api/webhooks', { url: `${url}/${n}`, types: ['folder.created'] })
    const importOne = () => call('POST', '/api/assets', { url: `${url}/${randomUUID()}.png` })
    // Fills more than all slots before the measurement.
    await Promise.all(Array.from({ length: importsAtFirst }, importOne))
    return [
      { name: 'upload', part: 0.2, ask: () => send(company!, bytes) },
      { name: 'template', part: 0.1, ask: () => sendTemplate(company!, use) },
      { name: 'import', part: 0.35, ask: importOne },
      { name: 'folder', part: 0.35, ask: () => call('POST', '/api/folders', { name: randomUUID() }) },
    ] satisfies Asking[]
  },
  waits: { perSecond: 4, open: openJobs },
}

const send = (company: Attacker, bytes: Buffer) =>
  upload(company, company, { bytes: withText(bytes, randomUUID()), name: 'picture.png' })

function sendTemplate(company: Attacker, use: Use): Promise<Told> {
  const shapes = use === 'hostile' ? 5_000 : 50
  const drawn = Array.from(
    { length: shapes },
    (_, at) => `<circle cx="${at % 900}" cy="${at % 700}" r="40"/>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="700"><title>${randomUUID()}</title>${drawn.join('')}</svg>`
  const name = { name: `Template ${randomUUID()}` }
  return upload(company, company, { bytes: Buffer.from(svg), name: 'card.svg' }, name, {
    path: '/api/templates',
    field: 'document',
  })
}

/**
 * Creates the target of imports and webhooks. In harmless use it responds immediately; in an attack it
 * accepts requests and never responds.
 */
async function somewhere(use: Use, bytes: Buffer): Promise<string> {
  const answer: RequestListener = (request, response) => {
    request.resume()
    if (use === 'hostile') return
    const isImport = request.method === 'GET'
    response.writeHead(isImport ? 200 : 204).end(isImport ? withText(bytes, randomUUID()) : undefined)
  }
  const server = createServer(answer).listen(0, elsewhere)
  await once(server, 'listening')
  return `http://${elsewhere}:${(server.address() as AddressInfo).port}`
}

async function openJobs(target: SoakTarget): Promise<Work[]> {
  const imports = (await openFileWork(target)).filter(({ name }) => name === 'import')
  return [
    ...imports.map((one) => ({ ...one, part: 1 })),
    { name: 'picture', part: 1, expected: 200, ask: () => drawOne(target) },
    { name: 'webhook', part: 1, expected: 200, ask: await openWebhook(target) },
  ]
}

export async function drawOne(target: SoakTarget): Promise<Told> {
  const get = (path: string) => asked(target, target.token, 'GET', path)
  const made = await upload(target, target, { bytes: await picture(), name: 'picture.png' })
  if (made.status !== 201) return made
  const { status } = await settled({ get }, made.body.data.id)
  return status === 'ready' ? { status: 200, text: '' } : { status: 0, text: `The rendition is ${status}.` }
}

/** @returns a function that creates a folder and waits for the message about it. */
async function openWebhook(target: SoakTarget): Promise<() => Promise<Told>> {
  const told = new Set<string>()
  const waiting = new Map<string, () => void>()
  const { url } = await source(async (request, response) => {
    const { resource_id: id } = JSON.parse(await textOf(request)).data
    response.writeHead(204).end()
    told.add(id)
    waiting.get(id)?.()
  })
  await asked(target, target.token, 'POST', '/api/webhooks', { url, types: ['folder.created'] })
  return async () => {
    const made = await asked(target, target.token, 'POST', '/api/folders', {
      name: `Notified ${randomUUID()}`,
    })
    if (made.status !== 201) return made
    const { id } = made.body.data
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.set(id, resolve)
    if (told.has(id)) resolve()
    const late = setTimeout(resolve, messageMsMax)
    await promise
    clearTimeout(late)
    return told.has(id) ? { status: 200, text: '' } : { status: 0, text: `No message about ${id} arrived.` }
  }
}
