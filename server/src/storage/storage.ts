import type { Readable } from 'node:stream'
import type { CompanyId } from '../ids.ts'
import type { Unfinished } from './unfinished.ts'

/** Inclusive, as in HTTP. */
export type ByteRange = { start: number; end: number }

export type StoredFile = { size: number; open(range?: ByteRange): Readable }

/** Bytes. */
export type ListedFile = { key: string; size: number; modifiedAt: Date }

/**
 * The interface to an object store. A key is `<company id>/<name>.<extension>`, and its content never
 * changes. Every write throws `ApiError` `storage_full` if there is no space and `unavailable` if the store
 * cannot be reached. Then nothing is stored, and `take` leaves the file in place.
 */
export type Storage = {
  /** @returns undefined if the file does not exist. */
  find(key: string): Promise<StoredFile | undefined>
  /** Resolves once the bytes are durable. */
  put(key: string, bytes: Buffer): Promise<void>
  /**
   * Stores many small files, which are all durable when it resolves. After an error, some of them may be
   * stored.
   */
  putMany(files: readonly { key: string; bytes: Uint8Array }[]): Promise<void>
  /**
   * Moves a complete file from `incomingDirectory` into the store. The file is durable when this resolves.
   */
  take(key: string, path: string): Promise<void>
  /** Removes files. A missing file is not an error. */
  remove(keys: readonly string[]): Promise<void>
  /** Every file of a company, unordered, for the orphan reaper, the export and the tests. */
  list(company: CompanyId): AsyncIterable<ListedFile>
  /**
   * The companies that have files, from the first part of their keys. They can include companies that are not
   * in the database.
   */
  companies(): AsyncIterable<CompanyId>
  /**
   * Removes incomplete files that are older than the given time and that no list shows, if the store keeps
   * such data.
   */
  sweep?(before: Date): Promise<void>
  /**
   * The directory in which uploads are received before they become files. For storage on disk, it is on the
   * same file system. The directory exists. Files directly in it that were not written to for a day are
   * deleted (incoming.ts), and its subdirectories are cleaned by their creators.
   */
  incomingDirectory: string
  /** Opened on first use. */
  unfinished(): Promise<Unfinished>
  /**
   * A URL that the store itself serves for a limited time, if it can. If it cannot, the server sends the
   * file.
   */
  link?(key: string, wanted: LinkWanted): Promise<string>
  /** The origin of those URLs. Pages can load files from it and from no other foreign origin. */
  linkOrigin?: string
}

export type LinkWanted = {
  /** The last second, since 1970, at which the link can open. The link can expire earlier. */
  untilSeconds: number
  /** The store sends this as `Content-Type`, regardless of the type that it detects. */
  contentType: string
  disposition?: string | undefined
}

/**
 * Valid keys. A key cannot lead out of a directory, and its name fits where file names are limited to 255
 * bytes.
 */
const keyPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[A-Za-z0-9_-]{1,200}\.[a-z0-9]{1,16}$/

export const isCompany = (name: string): boolean => isKey(`${name}/x.x`)

export const isKey = (key: string): boolean => keyPattern.test(key)

/** @throws {Error} for anything except a key. Only the server creates keys, so an invalid key is a bug. */
export function mustBeKey(key: string): void {
  if (!isKey(key)) throw new Error(`Not a storage key: ${key}`)
}
