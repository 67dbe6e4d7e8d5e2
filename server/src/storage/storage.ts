import type { Readable } from 'node:stream'

/** An inclusive range of bytes, as HTTP counts them. */
export type ByteRange = { start: number; end: number }

export type StoredFile = { size: number; open(range?: ByteRange): Readable }

/**
 * The few things that we ask of an object store. A key is `<company id>/<name>.<extension>`; what it holds never
 * changes once it is there.
 */
export type Storage = {
  /** Undefined when there is no such file. */
  find(key: string): Promise<StoredFile | undefined>
  /** Returns once the bytes are safe. */
  put(key: string, bytes: Buffer): Promise<void>
}
