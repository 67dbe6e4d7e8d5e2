import type { Readable } from 'node:stream'
import type { DataStore, Locker } from '@tus/server'
import { ApiError } from '../errors.ts'
import type { Uuid } from '../ids.ts'

/**
 * Where the bytes of resumable uploads gather until all are there: what the library asks of a store, and what we ask
 * beside it. It throws as `Storage` does, and the library's own errors for what is not there.
 */
export type Unfinished = DataStore & {
  /** Whoever writes or removes bytes of an upload holds its lock, by the name of the bytes. */
  readonly locks: Locker
  /** What the bytes of an upload are called in the store. */
  nameOf(id: Uuid): string
  /** Its bytes, once all are there. */
  read(name: string): Readable | Promise<Readable>
  /** Removes what nobody has written to since. */
  sweep(before: Date): Promise<void>
}

/** Whether it says that the bytes are not there: as the library's own error, which has a status, or as one of ours. */
export function areGone(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 'not_found'
  return [404, 410].includes((error as { status_code?: number }).status_code ?? 0)
}

/** What is said of us in `Tus-Extension`: the library's stores could do more. */
export const tusExtensions = ['creation', 'creation-with-upload', 'expiration', 'termination']
