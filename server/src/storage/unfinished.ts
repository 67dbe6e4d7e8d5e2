import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'
import type { Uuid } from '../ids.ts'

/**
 * Where the bytes of resumable uploads gather until all are there: what the library asks of a store, and what we ask
 * beside it. It throws as `Storage` does, and the library's own errors for what is not there.
 */
export type Unfinished = DataStore & {
  /** What the bytes of an upload are called in the store. */
  nameOf(id: Uuid): string
  /** Its bytes, once all are there. */
  read(name: string): Readable | Promise<Readable>
  /** Removes what nobody has written to since. */
  sweep(before: Date): Promise<void>
}

/** What is said of us in `Tus-Extension`: the library's stores could do more. */
export const tusExtensions = ['creation', 'creation-with-upload', 'expiration', 'termination']

/** Opens it at the first call, since reading the library takes a while; and anew where that has failed. */
export function whenNeeded(open: () => Promise<Unfinished>): () => Promise<Unfinished> {
  let opened: Promise<Unfinished> | undefined
  return () => {
    opened ??= open().catch((error) => {
      opened = undefined
      throw error
    })
    return opened
  }
}
