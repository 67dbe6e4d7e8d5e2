import { open, rm } from 'node:fs/promises'
import { chunkWriter } from '../disk/chunk-writer.ts'

/** The receiver deletes the file. */
export type PartFile = { path: string; size: number }

/**
 * Collects a stream in files of one size, with the rest in a smaller file. Does not read, or create a file,
 * before the next file is requested.
 */
export async function* partFiles(
  chunks: AsyncIterable<Buffer>,
  bytes: number,
  newPath: () => Promise<string>,
): AsyncGenerator<PartFile> {
  let growing: GrowingFile | undefined
  try {
    for await (const chunk of chunks) {
      let rest = chunk
      while (rest.length > 0) {
        growing ??= await startFile(await newPath())
        const fitting = rest.subarray(0, bytes - growing.size())
        // The writer may free the memory of the buffers that it receives.
        rest = rest.subarray(fitting.length)
        await growing.add(fitting)
        if (growing.size() < bytes) continue
        const part = await growing.end()
        growing = undefined
        yield part
      }
    }
    const last = await growing?.end()
    growing = undefined
    if (last) yield last
  } finally {
    await growing?.drop()
  }
}

type GrowingFile = Awaited<ReturnType<typeof startFile>>

async function startFile(path: string) {
  const file = await open(path, 'wx', 0o600)
  const writer = chunkWriter(file)
  let size = 0
  return {
    size: () => size,
    async add(chunk: Buffer) {
      size += chunk.length
      await writer.add(chunk)
    },
    async end(): Promise<PartFile> {
      await writer.end()
      await file.close()
      return { path, size }
    },
    async drop() {
      await writer.settled()
      await file.close().catch(() => {})
      await rm(path, { force: true })
    },
  }
}
