import type { Readable } from 'node:stream'
import type { Storage } from '../../src/storage/storage.ts'

/**
 * A store that records the files that are found and opened. @param until delays the result of finding a file.
 */
export function recordedStorage(storage: Storage, until: Promise<unknown> = Promise.resolve()) {
  const found: string[] = []
  const opened: Readable[] = []
  const recorded: Storage = {
    ...storage,
    async find(key) {
      found.push(key)
      await until
      const file = await storage.find(key)
      const open = () => {
        const body = file!.open()
        opened.push(body)
        return body
      }
      return file && { size: file.size, open }
    },
  }
  return { storage: recorded, found, opened }
}
