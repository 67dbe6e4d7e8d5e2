import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import type { Answer } from '../../server/test/support/companies.ts'
import { serving } from '../../server/test/support/imports.ts'
import { append, ask as askTus, begin, openPatch } from '../../server/test/support/resumable.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { asked, someSound } from '../load/kinds.ts'
import type { SoakTarget, Told, Work } from './weighted-request.ts'

const originalsCount = 4
const originalBytes = 200_000
const widths = [40, 80, 160, 320]
/** Exceeds socket buffers, so that an aborted download leaves most of the file unsent. */
const largeBytes = 8_000_000
/** Small, because everything created stays in the trash for the whole run. */
const pieceBytes = 2_000
const piecesCount = 3
const importMsMax = 60_000
/** A client that disconnects gets no response. */
const hungUp = { status: 0, text: '' }

/** Prepares file operations: downloads by link, chunked uploads, imports, and aborted transfers. */
export async function openFileWork(target: SoakTarget): Promise<Work[]> {
  const call = (method: string, path: string, json?: object) =>
    asked(target, target.token, method, path, json)
  /** Uses a new signed link each time. */
  const byLink = async (path: string, use: (url: string) => Promise<Told>): Promise<Told> => {
    const answer = await call('GET', path)
    return answer.status === 200 ? use(answer.body.data.url) : answer
  }
  const add = async (file: { bytes: Buffer; name: string }): Promise<string> => {
    const { body } = await upload(target, target, file)
    await settled({ get: (path) => call('GET', path) }, body.data.id)
    return body.data.id
  }
  const many = (make: () => Promise<{ bytes: Buffer; name: string }>) =>
    Promise.all(Array.from({ length: originalsCount }, async () => add(await make())))
  const sounds = await many(async () => someSound(originalBytes))
  const pictures = await many(somePicture)
  const large = await add(someSound(largeBytes))
  const { url: elsewhere } = await serving(await picture())
  const some = <T>(all: readonly T[]) => all[randomInt(all.length)]!
  const part = 0.01

  return [
    { name: 'original', part, expected: 200, ask: () => byLink(`/api/assets/${some(sounds)}`, opened) },
    {
      name: 'rendition',
      part,
      expected: 200,
      ask: () => byLink(`/api/assets/${some(pictures)}/link?w=${some(widths)}`, opened),
    },
    { name: 'chunked upload', part, expected: 204, ask: () => sendPieces(target) },
    {
      name: 'import',
      part,
      expected: 204,
      waits: true,
      ask: () => importFrom(`${elsewhere}/picture.png`, call),
    },
    { name: 'aborted upload', part, expected: 0, ask: () => giveUpUpload(target) },
    { name: 'aborted chunked upload', part, expected: 204, ask: () => giveUpPieces(target) },
    {
      name: 'aborted download',
      part,
      expected: 0,
      ask: () => byLink(`/api/assets/${large}`, giveUpDownload),
    },
  ]
}

const somePicture = async () => ({
  bytes: await picture({ width: 640, height: 480 }),
  name: 'picture.png',
})

async function opened(url: string): Promise<Told> {
  const response = await fetch(url)
  const { byteLength } = await response.arrayBuffer()
  return { status: response.status, text: `${byteLength} bytes` }
}

/** Creates one asset, which is deleted again. */
async function sendPieces(target: SoakTarget): Promise<Told> {
  const { bytes, name: filename } = someSound(pieceBytes * piecesCount)
  const begun = await begin(target, target, bytes.length, { filename })
  if (begun.status !== 201) return begun
  let last: Answer = begun
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    last = await append(target, target, begun.path, at, bytes.subarray(at, at + pieceBytes))
    if (last.status !== 204) return last
  }
  return asked(target, target.token, 'DELETE', `/api/assets/${last.headers.get('upload-asset')}`)
}

type Call = (method: string, path: string, json?: object) => ReturnType<typeof asked>

async function importFrom(url: string, call: Call): Promise<Told> {
  const begun = await call('POST', '/api/assets', { url })
  if (begun.status !== 202) return begun
  const { id } = begun.body.data
  const ended = await until(
    `The import ${id} is finished`,
    async () => {
      const job = await call('GET', `/api/jobs/${id}`)
      return job.status !== 200 || job.body.data.ended_at !== null ? job : undefined
    },
    importMsMax,
  )
  const assetId = ended.body?.data?.asset_id
  return assetId ? call('DELETE', `/api/assets/${assetId}`) : { ...ended, status: 0 }
}

const formHead = `--soak\r\nContent-Disposition: form-data; name="file"; filename="sound.wav"\r\n\r\n`

/** Sends half of a file, then disconnects. */
async function giveUpUpload({ url, token }: SoakTarget): Promise<Told> {
  const { bytes } = someSound(originalBytes)
  const sent = request(`${url}/api/assets`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=soak',
      'content-length': bytes.length,
    },
  })
  const half = Buffer.concat([Buffer.from(formHead), bytes.subarray(0, bytes.length / 2)])
  return hangUp(sent, half)
}

/** The unfinished upload could be resumed, but is deleted, because a company can have at most a hundred. */
async function giveUpPieces(target: SoakTarget): Promise<Told> {
  const { bytes } = someSound(originalBytes)
  const begun = await begin(target, target, bytes.length, { filename: 'sound.wav' })
  if (begun.status !== 201) return begun
  await hangUp(
    await openPatch(target, target, begun.path, 0, bytes.length),
    bytes.subarray(0, bytes.length / 2),
  )
  return askTus(target, target, 'DELETE', begun.path)
}

async function hangUp(sent: ReturnType<typeof request>, half: Uint8Array): Promise<Told> {
  let answer: Told = hungUp
  sent
    .on('error', () => {})
    .on('response', ({ statusCode }) => {
      answer = { status: statusCode!, text: 'The response arrived before the request was complete.' }
    })
  const closed = new Promise((resolve) => sent.once('close', resolve))
  sent.write(half, () => sent.destroy())
  await closed
  return answer
}

async function giveUpDownload(url: string): Promise<Told> {
  const sent = get(url)
  sent.on('error', () => {})
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.on('error', () => {})
  const { statusCode } = answer
  await once(answer, 'data')
  const closed = new Promise((resolve) => sent.once('close', resolve))
  sent.destroy()
  await closed
  return statusCode === 200 ? hungUp : { status: statusCode!, text: '' }
}
