import { AtelierError, ConflictError, ServerError } from '../errors.ts'
import type { Api } from '../http/api.ts'
import { assertIds } from '../http/ids.ts'
import { isLost, pauseMs } from '../http/retry.ts'
import { patience } from '../http/wait.ts'
import type { CallOptions } from '../options.ts'
import type { Source } from './source.ts'

/** Resumable uploads with tus 1.0 (https://tus.io/protocols/resumable-upload). */

const speaking = { 'tus-resumable': '1.0.0' }
const bytesType = 'application/offset+octet-stream'

export type Place = {
  /** Number of bytes that the server has received. */
  offset: number
  /** ID of the new asset. Null until the upload is finished. */
  assetId: string | null
  /** ID of an existing asset with the same file, or null. */
  duplicateOf: string | null
}

/** @param fields the form fields of `POST /api/assets`, as strings. @returns the URL of the upload. */
export async function createUpload(
  api: Api,
  size: number,
  fields: Record<string, string>,
  options: CallOptions,
): Promise<string> {
  const metadata = Object.entries(fields).map(([name, text]) => `${name} ${base64(text)}`)
  const headers = { ...speaking, 'upload-length': `${size}`, 'upload-metadata': metadata.join(',') }
  const answer = await api.send({ method: 'POST', path: '/api/uploads', headers }, options)
  return answer.headers.get('location')!
}

/**
 * @throws {NotFoundError} if the upload has expired.
 * @throws {TypeError} if the file has a different size from the upload.
 */
export async function findPlace(api: Api, path: string, size: number, options: CallOptions): Promise<Place> {
  const { headers } = await api.send({ method: 'HEAD', path, headers: speaking }, options)
  const length = Number(headers.get('upload-length'))
  if (length !== size) throw new TypeError(`The upload has ${length} bytes, but the file has ${size}.`)
  return placeIn(headers)
}

export type Sending = CallOptions & {
  chunkBytes: number
  /** Called after each request with the number of bytes that the server has received. */
  moved(offset: number): void
}

/** Sends the rest of the file in chunks. After a temporary error, gets the offset from the server and resumes there. */
export async function sendRest(
  api: Api,
  path: string,
  source: Source,
  from: Place,
  sending: Sending,
): Promise<Place> {
  const { chunkBytes, moved, ...options } = sending
  const { maxRetries = api.limits.maxRetries, maxWaitMs = api.limits.maxWaitMs } = options
  let place = from
  let failures = 0
  let waiting = patience(maxWaitMs, options.signal)
  moved(place.offset)
  while (place.assetId === null) {
    try {
      place = await sendPiece(api, path, source, place.offset, chunkBytes, options)
      failures = 0
      waiting = patience(maxWaitMs, options.signal)
    } catch (error) {
      if (failures >= maxRetries || !mayGoOn(error)) throw error
      if (!(await waiting.wait(pauseMs(error, failures)))) throw error
      failures += 1
      place = await findPlace(api, path, source.size, options)
    }
    moved(place.offset)
  }
  return place
}

async function sendPiece(
  api: Api,
  path: string,
  source: Source,
  offset: number,
  length: number,
  options: CallOptions,
): Promise<Place> {
  const body = await source.read(offset, length)
  const headers = { ...speaking, 'content-type': bytesType, 'upload-offset': `${offset}` }
  // Only the server knows whether the chunk arrived, so the chunk is never sent again without requesting the
  // offset.
  const request = { method: 'PATCH', path, headers, body, isRepeatable: false, timeoutMs: 0 } as const
  return placeIn((await api.send(request, options)).headers)
}

/** Whether the upload can be resumed: no response, wrong offset, locked, too slow, or too many uploads in progress. */
export function mayGoOn(error: unknown): boolean {
  if (isLost(error) || error instanceof ConflictError) return true
  if (error instanceof ServerError) return error.status !== 507
  return error instanceof AtelierError && (error.status === 408 || error.status === 423)
}

function placeIn(headers: Headers): Place {
  const offset = Number(headers.get('upload-offset'))
  return { offset, assetId: idIn(headers, 'upload-asset'), duplicateOf: idIn(headers, 'x-duplicate-of') }
}

/** An ID in a header, checked like the IDs in bodies. */
export function idIn(headers: Headers, name: string): string | null {
  const id = headers.get(name)
  assertIds('An upload', 200, { id })
  return id
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)))
