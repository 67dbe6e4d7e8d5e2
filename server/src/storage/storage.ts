import type { Readable } from 'node:stream'
import type { CompanyId } from '../ids.ts'
import type { Unfinished } from './unfinished.ts'

/** An inclusive range of bytes, as HTTP counts them. */
export type ByteRange = { start: number; end: number }

export type StoredFile = { size: number; open(range?: ByteRange): Readable }

/** A stored file as a list shows it; `size` in bytes. */
export type ListedFile = { key: string; size: number; modifiedAt: Date }

/**
 * The few things that we ask of an object store. A key is `<company id>/<name>.<extension>`; what it holds never
 * changes once it is there. Whatever writes throws `ApiError` `storage_full` when there is no room and
 * `unavailable` when the store can't be reached; then nothing is kept, and a file to be taken is where it was.
 */
export type Storage = {
  /** Undefined when there is no such file. */
  find(key: string): Promise<StoredFile | undefined>
  /** Returns once the bytes are safe. */
  put(key: string, bytes: Buffer): Promise<void>
  /** The same for many small ones at once: all are safe when it returns. What it throws may leave some of them. */
  putMany(files: readonly { key: string; bytes: Uint8Array }[]): Promise<void>
  /** Takes a finished file of `incomingDirectory` over: it is gone from there once this returns, and it is safe. */
  take(key: string, path: string): Promise<void>
  /** What is not there is no fault. */
  remove(keys: readonly string[]): Promise<void>
  /** Every key of a company, for the reaper of orphans, the export and the tests; in no order. */
  list(company: CompanyId): AsyncIterable<ListedFile>
  /** Whose files there are, by the first part of their keys: also of companies that the database does not have. */
  companies(): AsyncIterable<CompanyId>
  /** Removes what was begun before then, never became a file, and no list shows, where the store keeps such things. */
  sweep?(before: Date): Promise<void>
  /**
   * Where uploads are collected before they become files; on disk it is of the same file system. It exists. Files
   * right in it that nobody has written to for a day are swept up (incoming.ts); a folder in it is its maker's to clean.
   */
  incomingDirectory: string
  /** For files that come in chunks, over several requests. Opened when it is first asked for. */
  unfinished(): Promise<Unfinished>
  /** A URL that the store itself serves for a while, where it can; without it the file is served by us. */
  link?(key: string, wanted: LinkWanted): Promise<string>
  /** Of those URLs: a page may load them, and nothing else that is not ours. */
  linkOrigin?: string
}

export type LinkWanted = {
  /** The last second, since 1970, at which it may open. It may end earlier. */
  untilSeconds: number
  /** Sent as `Content-Type`, whatever the store thinks of the file. */
  contentType: string
}

/** Nothing in a key can lead out of a directory, and its name fits where file names are at most 255 bytes long. */
const keyPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[A-Za-z0-9_-]{1,200}\.[a-z0-9]{1,16}$/

export const isCompany = (name: string): boolean => isKey(`${name}/x.x`)

export const isKey = (key: string): boolean => keyPattern.test(key)

/** @throws {Error} for what is no key: only our own code makes keys, so it is a fault of ours. */
export function mustBeKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not a storage key: ${key}`)
}
