import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import multipart, { type Multipart } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { chunkWriter } from '../../disk/chunk-writer.ts'
import { ApiError } from '../../errors.ts'
import { writeFault } from '../../storage/faults.ts'
import { transferTimeout } from '../../transfer-timeout.ts'
import { letGo } from '../connections/request-body-timeout.ts'
import { assertPlain } from '../schemas/body-text.ts'
import { refuseContent } from '../schemas/no-content.ts'

/** What an endpoint says of the file that its requests bring. */
export type Upload = {
  /** The field of the form, and of the body's schema, that holds it. */
  field: string
  /** Whether the file may also come as the bare body. */
  bare?: boolean
  /** Bytes of the file, where that is less than of uploads in general. */
  bytesMax?: number
}

/** Bytes. */
export type UploadLimits = { directory: string; bytesMax: number }

/** A file as it came, collected on disk. It is gone when its request is answered, unless somebody took it over. */
export class ReceivedFile {
  readonly path: string
  /** Bytes. */
  readonly size: number
  /** SHA-256 in hex. */
  readonly checksum: string
  /** As the client named it: for people, never for a path. */
  readonly fileName: string | undefined

  constructor(path: string, size: number, checksum: string, fileName: string | undefined) {
    this.path = path
    this.size = size
    this.checksum = checksum
    this.fileName = fileName
  }

  /** As a field of its form names it, if there is one. */
  named(fileName: string | undefined): ReceivedFile {
    return fileName === undefined ? this : new ReceivedFile(this.path, this.size, this.checksum, fileName)
  }

  /** What makes one request differ from another (idempotency.ts): not where the file lies meanwhile. */
  toJSON() {
    return [this.fileName, this.checksum]
  }
}

/** The file as a field of a body's schema. */
export const uploadedFile = z
  .instanceof(ReceivedFile, {
    error: ({ input }) => (input === undefined ? 'is required.' : 'must be one file.'),
  })
  .meta({ override: { type: 'string', format: 'binary' } })

/** Lets a scope read forms and, where `bare`, whatever else there is, and nothing into memory but JSON if it may. */
export function readUploads(scope: FastifyInstance, { bare }: Upload, mayBeJson: boolean) {
  if (!mayBeJson) scope.removeAllContentTypeParsers()
  if (bare) scope.addContentTypeParser('*', (_, __, done) => done(null))
  else if (!mayBeJson) scope.addContentTypeParser('*', refuseContent)
  scope.register(multipart)
}

export const fieldBytesMax = 64 * 1024
const fieldsMax = 100
/** What the fields and the frame of a form may take beside the file. */
const formBytesMax = 1024 * 1024
/** All fields together. */
export const formFieldsBytesMax = 1024 * 1024
const formLimits = {
  fieldNameSize: 100,
  fieldSize: fieldBytesMax,
  fields: fieldsMax,
  files: 2,
  parts: fieldsMax + 2,
  headerPairs: 20,
}

/**
 * Reads a request's form, or its bare body, as it arrives: the file goes to disk and is hashed on the way, and is
 * never in memory as a whole.
 * @returns fields as texts, a list where one came several times, and the file.
 * @throws {ApiError} `body_too_large` past the cap, `request_timeout` when too little arrives, `bad_request` for a
 * form that is broken or breaks off, `storage_full`. Nothing is left on disk then.
 */
export async function receive(
  request: FastifyRequest,
  { field, bare }: Upload,
  { directory, bytesMax }: UploadLimits,
): Promise<Record<string, unknown>> {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax + formBytesMax)
    throw new ApiError('body_too_large')
  assertPlain(request.headers)
  clearTimeout(request.patience)
  const pace = transferTimeout(request.raw)
  const save = (stream: Readable, name?: string) =>
    collect(() => stream, join(directory, randomUUID()), bytesMax, name, pace.signal)
  const body: Record<string, unknown> = Object.create(null)
  try {
    if (!(await Promise.race([hasContent(request), pace.tooSlow]))) return body
    // Its client has gone meanwhile, and the parser of forms would wait for ever.
    if (request.raw.destroyed) throw new ApiError('bad_request')
    if (request.isMultipart())
      await Promise.race([readForm(request, field, body, save, bytesMax), pace.tooSlow])
    else if (bare) body[field] = await save(request.raw)
    return body
  } catch (error) {
    await discard(body)
    letGo(request)
    throw pace.signal.aborted ? pace.signal.reason : faultOf(error)
  } finally {
    pace.stop()
  }
}

/** Removes what was received and not taken over. */
export async function discard(body: Record<string, unknown>): Promise<void> {
  for (const value of Object.values(body).flat())
    if (value instanceof ReceivedFile) await tryToRemove(value.path)
}

/** What can't be removed now is swept within two days (storage/incoming.ts): the answer is about something else. */
const tryToRemove = (path: string) => rm(path, { force: true }).catch(() => {})

type Save = (stream: Readable, name?: string) => Promise<ReceivedFile>

async function readForm(
  request: FastifyRequest,
  field: string,
  body: Record<string, unknown>,
  save: Save,
  bytesMax: number,
) {
  // One byte more than is allowed tells a file of exactly that size from a larger one.
  const limits = { ...formLimits, fileSize: bytesMax + 1 }
  // What is a path is for whoever needs a name to say: the parser takes every backslash for a folder's.
  let fieldBytes = 0
  for await (const part of request.parts({ limits, preservePath: true })) {
    if (part.type === 'field') fieldBytes += Buffer.byteLength(String(part.value))
    if (fieldBytes > formFieldsBytesMax) throw new ApiError('body_too_large')
    const name = part.fieldname.replace(/\[\]$/, '')
    const value = await partValue(part, name === field && body[field] === undefined, save)
    body[name] = name in body ? [body[name], value].flat() : value
  }
}

/** A file that nobody asked for is read past; under its name stands null, which no schema takes. */
async function partValue(part: Multipart, isWanted: boolean, save: Save) {
  if (part.type === 'file') {
    if (isWanted) return save(part.file, asNamed(part.filename))
    part.file.resume()
    return null
  }
  if (part.fieldnameTruncated || part.valueTruncated) throw new ApiError('body_too_large')
  return part.value
}

/** Browsers, `fetch` and curl write quotes and ends of lines like this, and no percent sign (HTML, «Multipart form data»). */
const asNamed = (fileName: string | undefined) =>
  fileName?.replace(/%(?:22|0D|0A)/gi, (written) => decodeURIComponent(written))

/**
 * Writes a file as it arrives, and hashes it on the way.
 * @param start gives its bytes, once there is a file for them: a stream that nobody reads yet fails unheard.
 * @throws {ApiError} `body_too_large` past the cap; what the stream and the file system throw. Nothing is left then.
 */
export async function collect(
  start: () => Readable | Promise<Readable>,
  path: string,
  bytesMax: number,
  fileName: string | undefined,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let size = 0
  let stream: Readable | undefined
  const stop = () => stream?.destroy(signal.reason as Error)
  const file = await open(path, 'wx', 0o600)
  const writer = chunkWriter(file)
  try {
    signal.addEventListener('abort', stop)
    stream = await start()
    if (signal.aborted) stop()
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > bytesMax) throw new ApiError('body_too_large')
      hash.update(chunk)
      await writer.add(chunk)
    }
    await writer.end()
    await file.close()
    return new ReceivedFile(path, size, hash.digest('hex'), fileName)
  } catch (error) {
    await writer.settled()
    await file.close().catch(() => {})
    await tryToRemove(path)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Of a chunked body, the first chunk tells whether there is content (contract R-WIRE-2). It stays to be read. */
async function hasContent({ raw, headers }: FastifyRequest): Promise<boolean> {
  if (headers['transfer-encoding'] === undefined) return Number(headers['content-length'] ?? 0) > 0
  if (raw.readableEnded) return false
  if (raw.readableLength === 0 && !raw.destroyed) await once(raw, 'readable')
  return raw.readableLength > 0
}

/** What the parser of forms says has a status or is a plain error; the system's errors name their call. */
function faultOf(error: unknown): unknown {
  if (error instanceof ApiError) return error
  const { statusCode, syscall, code = '' } = error as { statusCode?: number; syscall?: string; code?: string }
  if (statusCode === 413) return new ApiError('body_too_large')
  const ofDisk = syscall !== undefined && !connectionCodes.has(code)
  return ofDisk ? writeFault(error) : new ApiError('bad_request', { cause: error })
}

/** Of a client that is gone, whose connection is read and written too. */
const connectionCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTCONN'])
