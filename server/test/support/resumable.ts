import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { type DetailedError, type HttpResponse, Upload, type UploadOptions } from 'tus-js-client'
import type { Answer, Caller } from './companies.ts'
import type { Service } from './service.ts'

type At = Pick<Service, 'url'>
type By = Pick<Caller, 'token'>

export const bytesType = 'application/offset+octet-stream'

export async function ask(
  service: At,
  { token }: By,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array,
): Promise<Answer> {
  const response = await fetch(service.url + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      ...(body && { 'content-type': bytesType }),
      ...headers,
    },
    ...(body && { body: body as Uint8Array<ArrayBuffer> }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text && JSON.parse(text) }
}

export const metadataOf = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`)
    .join(',')

/** Creates an upload of this length and returns its path. */
export async function begin(service: At, caller: By, length: number, fields: Record<string, string> = {}) {
  const headers = { 'upload-length': `${length}`, 'upload-metadata': metadataOf(fields) }
  const answer = await ask(service, caller, 'POST', '/api/uploads', headers)
  return { ...answer, path: answer.headers.get('location')! }
}

/** The ID of an upload without bytes. */
export const begunUpload = async (service: At, caller: By) =>
  (await begin(service, caller, 1000)).path.split('/').at(-1)!

export const append = (service: At, caller: By, path: string, offset: number, bytes: Uint8Array) =>
  ask(service, caller, 'PATCH', path, { 'upload-offset': `${offset}` }, bytes)

/** A PATCH that stays open. It has declared its length and sends bytes on demand. */
export async function openPatch(
  service: At,
  { token }: By,
  path: string,
  offset: number,
  bytes: number,
): Promise<ClientRequest> {
  const sent = request(service.url + path, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${token}`,
      'tus-resumable': '1.0.0',
      'content-type': bytesType,
      'content-length': bytes,
      'upload-offset': offset,
    },
  })
  sent.on('error', () => {})
  sent.flushHeaders()
  await once(sent, 'socket')
  return sent
}

/** An upload with the tus client library. `started` lets a test interrupt it. */
export function clientUpload(service: At, { token }: By, bytes: Buffer, options: UploadOptions = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<HttpResponse>()
  const upload = new Upload(bytes, {
    endpoint: `${service.url}/api/uploads`,
    headers: { authorization: `Bearer ${token}` },
    retryDelays: [],
    ...options,
    onError: (error) => reject(error as DetailedError),
    onSuccess: ({ lastResponse }) => resolve(lastResponse),
  })
  promise.catch(() => {})
  return { upload, done: promise }
}
