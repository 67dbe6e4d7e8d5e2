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
import { writeFault } from '../../storage/file-errors.ts'
import { transferTimeout } from '../../transfer-timeout.ts'
import { letGo } from '../connections/request-body-timeout.ts'
import { assertPlain } from '../schemas/body-text.ts'
import { documentedAs } from '../schemas/documented-as.ts'
import { refuseContent } from '../schemas/no-content.ts'
import { invalid } from '../schemas/validation.ts'

export type Upload = {
  /** The field of the form, and of the body's schema, with the file. */
  field: string
  /** Whether the file can also be the bare body. */
  bare?: boolean
  /** The size limit in bytes, if lower than the limit of other uploads. */
  bytesMax?: number
}

/** The upload directory and the maximum size in bytes. */
export type UploadLimits = { directory: string; bytesMax: number }

/** A received file on disk. The file is deleted when its request is answered, unless it was moved. */
export class ReceivedFile {
  readonly path: string
  readonly size: number
  /** SHA-256 in hex. */
  readonly checksum: string
  /** The client's file name. Shown to people, and never used in a path. */
  readonly fileName: string | undefined

  constructor(path: string, size: number, checksum: string, fileName: string | undefined) {
    this.path = path
    this.size = size
    this.checksum = checksum
    this.fileName = fileName
  }

  /** Returns the file under the name from a form field, if there is one. */
  named(fileName: string | undefined): ReceivedFile {
    return fileName === undefined ? this : new ReceivedFile(this.path, this.size, this.checksum, fileName)
  }

  /** The identity of the file in a request's fingerprint (idempotency.ts), without its temporary path. */
  toJSON() {
    return [this.fileName, this.checksum]
  }
}

export const uploadedFile = z
  .instanceof(ReceivedFile, {
    error: ({ input }) => (input === undefined ? 'is required.' : 'must be one file.'),
  })
  .meta(documentedAs({ type: 'string', format: 'binary' }))

/**
 * Makes a scope accept forms and, with `bare`, any other body. Only JSON is read into memory, if the endpoint
 * accepts it.
 */
export function readUploads(scope: FastifyInstance, { bare }: Upload, mayBeJson: boolean) {
  if (!mayBeJson) scope.removeAllContentTypeParsers()
  if (bare) scope.addContentTypeParser('*', (_, __, done) => done(null))
  else if (!mayBeJson) scope.addContentTypeParser('*', refuseContent)
  scope.register(multipart)
}

export const fieldBytesMax = 64 * 1024
const fieldsMax = 100
/** Maximum size of a form without the file, which covers its fields and boundaries. */
const formBytesMax = 1024 * 1024
/** Maximum size of all fields together. */
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
 * Reads a request's form or raw body while it arrives. The file is written to disk and hashed at the same
 * time, and is never completely in memory.
 * @returns fields as text, a list for repeated fields, and the file.
 * @throws {ApiError} `body_too_large` above the limit, `request_timeout` when too little arrives,
 * `bad_request` for a malformed or incomplete form, `storage_full`. In all these cases, the file is deleted.
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
    // The client has disconnected, and the form parser would wait forever.
    if (request.raw.destroyed) throw new ApiError('bad_request')
    if (request.isMultipart())
      await Promise.race([readForm(request, field, body, save, bytesMax), pace.tooSlow])
    else if (bare) body[field] = await save(request.raw)
    return body
  } catch (error) {
    await discard(body)
    letGo(request)
    throw pace.signal.aborted ? pace.signal.reason : faultOf(error, request.headers['content-type'])
  } finally {
    pace.stop()
  }
}

/** Deletes received files that were not moved. */
export async function discard(body: Record<string, unknown>): Promise<void> {
  for (const value of Object.values(body).flat())
    if (value instanceof ReceivedFile) await tryToRemove(value.path)
}

/**
 * A file that cannot be deleted now is deleted within two days (storage/incoming.ts). The error must not
 * affect the response.
 */
const tryToRemove = (path: string) => rm(path, { force: true }).catch(() => {})

type Save = (stream: Readable, name?: string) => Promise<ReceivedFile>

async function readForm(
  request: FastifyRequest,
  field: string,
  body: Record<string, unknown>,
  save: Save,
  bytesMax: number,
) {
  // One byte above the limit distinguishes a file of exactly that size from a larger one.
  const limits = { ...formLimits, fileSize: bytesMax + 1 }
  // Keeps the path of a file name, because the parser would treat every backslash as a separator. The code that needs
  // the name removes the path.
  let fieldBytes = 0
  for await (const part of request.parts({ limits, preservePath: true })) {
    if (part.type === 'field') fieldBytes += Buffer.byteLength(String(part.value))
    if (fieldBytes > formFieldsBytesMax) throw new ApiError('body_too_large')
    const name = part.fieldname.replace(/\[\]$/, '')
    const value = await partValue(part, name === field && body[field] === undefined, save)
    body[name] = name in body ? [body[name], value].flat() : value
  }
}

/** An unexpected file is skipped, and its field becomes null, which no schema accepts. */
async function partValue(part: Multipart, isWanted: boolean, save: Save) {
  if (part.type === 'file') {
    if (isWanted) return save(part.file, asNamed(part.filename))
    part.file.resume()
    return null
  }
  if (part.fieldnameTruncated || part.valueTruncated) throw new ApiError('body_too_large')
  // The parser replaces bytes that are not UTF-8, and browsers replace lone surrogates, by this character.
  if (String(part.value).includes('\ufffd'))
    throw invalid(
      part.fieldname,
      `The ${part.fieldname.replaceAll('_', ' ')} field must be encoded in UTF-8.`,
    )
  return part.value
}

/**
 * Decodes file names. Browsers, `fetch` and curl escape quotes and line breaks like this, but not the percent
 * sign (HTML, "Multipart form data").
 */
const asNamed = (fileName: string | undefined) =>
  fileName?.replace(/%(?:22|0D|0A)/gi, (written) => decodeURIComponent(written))

/**
 * Writes a file to disk and hashes it while it arrives.
 * @param start opens the stream once the file on disk is open, because an error of a stream without a reader
 * would be lost.
 * @throws {ApiError} `body_too_large` above the limit; errors of the stream and the file system. The file is
 * then deleted.
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

/**
 * Whether a body has content. For a chunked body, the first chunk shows this (contract R-WIRE-2) and stays
 * unread.
 */
async function hasContent({ raw, headers }: FastifyRequest): Promise<boolean> {
  if (headers['transfer-encoding'] === undefined) return Number(headers['content-length'] ?? 0) > 0
  if (raw.readableEnded) return false
  if (raw.readableLength === 0 && !raw.destroyed) await once(raw, 'readable')
  return raw.readableLength > 0
}

/**
 * Converts an error. Errors of the form parser have a status or are plain errors, and system errors name
 * their call.
 */
function faultOf(error: unknown, type: string | undefined): unknown {
  if (error instanceof ApiError) return error
  const { statusCode, syscall, code = '' } = error as { statusCode?: number; syscall?: string; code?: string }
  if (statusCode === 413) return new ApiError('body_too_large')
  if (syscall !== undefined && !connectionCodes.has(code)) return writeFault(error)
  const isOfForm = syscall === undefined && statusCode === undefined
  return new ApiError('bad_request', { cause: error, ...(isOfForm && { more: { reason: formFault(type) } }) })
}

/** The most frequent mistake is a `Content-Type` that is set by hand (RFC 2046 §5.1.1). */
const formFault = (type = '') =>
  (/boundary/i.test(type)
    ? 'The form is incomplete, or its boundary is not the one in Content-Type.'
    : 'The Content-Type of the form has no boundary.') + ' Let the HTTP client set the Content-Type of forms.'

/** Error codes for a client that disconnected. */
const connectionCodes = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTCONN'])
