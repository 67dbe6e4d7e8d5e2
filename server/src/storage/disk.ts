import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Storage } from './storage.ts'

/** What keys look like: nothing in one can lead out of the directory. */
const keyPattern = /^[0-9a-f-]{36}\/[A-Za-z0-9_-]+\.[a-z0-9]+$/

export function diskStorage(directory: string): Storage {
  return {
    async find(key) {
      if (!keyPattern.test(key)) return undefined
      const path = join(directory, key)
      const found = await stat(path).catch(() => undefined)
      if (!found?.isFile()) return undefined
      return { size: found.size, open: (range) => createReadStream(path, range) }
    },

    /** Written beside its place, synced and then renamed: a file is there whole or not at all. */
    async put(key, bytes) {
      if (!keyPattern.test(key)) throw new Error(`Not a storage key: ${key}`)
      const path = join(directory, key)
      await mkdir(dirname(path), { recursive: true })
      const unfinished = `${path}.${randomUUID()}`
      const file = await open(unfinished, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(unfinished, path)
      await syncDirectory(dirname(path))
    },
  }
}

/** The name must survive a power cut as the bytes do. */
async function syncDirectory(path: string) {
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}
