import type { Readable } from 'node:stream'
import type { DataStore, Locker } from '@tus/server'
import { ApiError } from '../errors.ts'
import type { Uuid } from '../ids.ts'

/**
 * Stores the bytes of resumable uploads until they are complete. Consists of the library's interface and
 * additions. Throws as `Storage` does, and the library's own errors for missing uploads.
 */
export type Unfinished = DataStore & {
  /** Locks by the name of the bytes. Writing or removing bytes requires the lock. */
  readonly locks: Locker
  /** The name of an upload's bytes in the store. */
  nameOf(id: Uuid): string
  read(name: string): Readable | Promise<Readable>
  /** Removes uploads that have not been written to since that time. */
  sweep(before: Date): Promise<void>
}

/**
 * Whether an error means that the bytes do not exist. Such an error comes from the library, with a status, or
 * from the storage.
 */
export function areGone(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'not_found'
  return [404, 410].includes((error as { status_code?: number }).status_code ?? 0)
}

/** The value of `Tus-Extension`, which lists fewer extensions than the library's stores support. */
export const tusExtensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
