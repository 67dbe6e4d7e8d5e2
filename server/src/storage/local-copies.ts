import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { writeFault } from './file-errors.ts'
import type { Storage } from './storage.ts'

/** Maximum size of unused copies in bytes. Above it, copies are deleted. */
const copiesBytesMax = 512 * 1024 ** 2

export type LocalCopies = {
  /**
   * Copies stored files to the local disk, or finds earlier copies, and keeps them while `work` runs. A key
   * always has the same path, so that decoder processes recognize files that they have read before.
   * @param optional keys whose files can be missing and then have no path.
   * @throws {MissingFileError}
   */
  using<T>(
    keys: readonly string[],
    optional: readonly string[],
    work: (paths: ReadonlyMap<string, string>) => Promise<T>,
  ): Promise<T>
  close(): Promise<void>
}

export class MissingFileError extends Error {
  override name = 'MissingFileError'
  readonly key: string

  constructor(key: string) {
    super(`The file ${key} is missing.`)
    this.key = key
  }
}

type Copy = { path: string; size: number; users: number; ready: Promise<void> }

/** @param directory a directory that only this process uses. It is deleted when the copies are closed. */
export function localCopies(storage: Storage, directory: string, bytesMax = copiesBytesMax): LocalCopies {
  /** The least recently used first. */
  const copies = new Map<string, Copy>()
  let bytes = 0
  let opened: Promise<unknown> | undefined

  function open() {
    opened ??= rm(directory, { recursive: true, force: true }).then(() =>
      mkdir(directory, { recursive: true, mode: 0o700 }),
    )
    return opened
  }

  function take(key: string): Copy {
    const copy = copies.get(key) ?? begin(key)
    copies.delete(key)
    copies.set(key, copy)
    copy.users++
    return copy
  }

  function begin(key: string): Copy {
    const path = join(directory, key.replace('/', '-'))
    const copy: Copy = { path, size: 0, users: 0, ready: Promise.resolve() }
    copy.ready = download(key, path).then(
      (size) => {
        copy.size = size
        bytes += size
      },
      async (error) => {
        if (copies.get(key) === copy) copies.delete(key)
        await rm(path, { force: true })
        throw error
      },
    )
    return copy
  }

  async function download(key: string, path: string): Promise<number> {
    await open()
    const file = await storage.find(key)
    if (!file) throw new MissingFileError(key)
    await pipeline(file.open(), createWriteStream(path, { mode: 0o600 })).catch((error) => {
      throw writeFault(error)
    })
    return (await stat(path)).size
  }

  async function evict() {
    for (const [key, copy] of copies) {
      if (bytes <= bytesMax) return
      if (copy.users > 0) continue
      copies.delete(key)
      bytes -= copy.size
      await rm(copy.path, { force: true })
    }
  }

  return {
    async using(keys, optional, work) {
      const needed = new Set(keys)
      const taken = [...new Set([...keys, ...optional])].map((key) => [key, take(key)] as const)
      try {
        const ready = await Promise.allSettled(taken.map(([, copy]) => copy.ready))
        const paths = new Map<string, string>()
        for (const [at, [key, { path }]] of taken.entries()) {
          const copied = ready[at]!
          if (copied.status === 'fulfilled') paths.set(key, path)
          else if (needed.has(key) || !(copied.reason instanceof MissingFileError)) throw copied.reason
        }
        return await work(paths)
      } finally {
        for (const [, copy] of taken) copy.users--
        await evict()
      }
    },
    async close() {
      copies.clear()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
