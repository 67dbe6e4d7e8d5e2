import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { Promised } from './create.ts'

const bytesType = /^application\/offset\+octet-stream *(;|$)/i
const bytesPattern = /^\d{1,15}$/

/**
 * Whether the request contains bytes of an upload. @throws {ApiError} `unsupported_media_type` for other
 * content.
 */
export function bringsBytes({ headers }: FastifyRequest): boolean {
  if (bytesType.test(headers['content-type'] ?? '')) return true
  const isEmpty = headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0
  if (isEmpty) return false
  throw new ApiError('unsupported_media_type')
}

/** Headers of extensions of tus that `Tus-Extension` does not list. */
const unsupported = ['upload-defer-length', 'upload-concat', 'upload-checksum']

/**
 * Rejects headers of unsupported extensions of tus. If they were ignored, a client would rely on a check of its bytes,
 * for example, that does not happen. @throws {ApiError} `invalid`.
 */
export function assertSupported({ headers }: FastifyRequest): void {
  for (const name of unsupported)
    if (headers[name] !== undefined)
      throw invalid(name.replaceAll('-', '_'), `The header ${titled(name)} is not supported.`)
}

/** The declared size and metadata of a new upload. @throws {ApiError} `invalid`. */
export function promisedIn(request: FastifyRequest): Promised {
  return { length: bytesIn(request, 'upload-length'), metadata: textIn(request, 'upload-metadata') }
}

/** @throws {ApiError} `invalid` if the header is not an integer. */
export function bytesIn(request: FastifyRequest, name: 'upload-length' | 'upload-offset'): number {
  const text = textIn(request, name)
  if (bytesPattern.test(text)) return Number(text)
  throw invalid(name.replaceAll('-', '_'), `The ${titled(name)} header must be a number of bytes.`)
}

const textIn = ({ headers }: FastifyRequest, name: string) => `${headers[name] ?? ''}`

const titled = (name: string) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
