import type { FileHandle } from 'node:fs/promises'

/** Size of a write. Chunks of 64 KB are combined, because each write wakes a thread and waits for it. */
const gatheredBytes = 1024 * 1024
/** Number of bytes after which data is synced while more arrives, so that little is left to sync at the end. */
const syncedBytes = 64 * 1024 * 1024

/**
 * Writes chunks in order. The next chunks are collected while the previous chunks are being written.
 * @param start the byte of the file at which the first chunk is written.
 */
export function chunkWriter(file: FileHandle, start = 0) {
  let position = start
  let gathered: Buffer[] = []
  let bytes = 0
  let unsynced = 0
  let writing: Promise<unknown> = Promise.resolve()
  let syncing: Promise<unknown> = Promise.resolve()

  async function flush() {
    const [chunks, length, at] = [gathered, bytes, position]
    gathered = []
    bytes = 0
    position += length
    await writing
    writing = writeAll(file, chunks, at).then(() => chunks.forEach(giveBack))
    // Awaits the write before the next chunks. Until then, a rejection must not count as unhandled.
    writing.catch(() => {})
    unsynced += length
    if (unsynced < syncedBytes) return
    unsynced = 0
    await syncing
    syncing = file.datasync()
    syncing.catch(() => {})
  }

  return {
    async add(chunk: Buffer) {
      gathered.push(chunk)
      bytes += chunk.length
      if (bytes >= gatheredBytes) await flush()
    },
    async end() {
      await flush()
      await writing
      await syncing
    },
    settled: () => Promise.allSettled([writing, syncing]),
  }
}

/** Minimum size of a chunk with its own memory. Smaller chunks may share memory with other chunks. */
const ownMemoryBytesMin = 16 * 1024

/**
 * Frees the memory of a chunk that is no longer read. Otherwise, 60 MB of an upload accumulate before the garbage
 * collector runs and traverses all of it.
 */
function giveBack(chunk: Buffer) {
  const { buffer } = chunk
  const isAlone = chunk.length === buffer.byteLength && chunk.length >= ownMemoryBytesMin
  if (isAlone && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** A write can be partial. */
async function writeAll(file: FileHandle, chunks: Buffer[], start: number) {
  let position = start
  for (let left = chunks; left.length > 0; ) {
    let { bytesWritten } = await file.writev(left, position)
    position += bytesWritten
    while (left.length > 0 && bytesWritten >= left[0]!.length) {
      bytesWritten -= left[0]!.length
      left = left.slice(1)
    }
    if (left.length > 0) left = [left[0]!.subarray(bytesWritten), ...left.slice(1)]
  }
}
