import type { FileHandle } from 'node:fs/promises'

/** What arrives in chunks of 64 KB is written a megabyte at a time: each call wakes a thread, and waits for it. */
const gatheredBytes = 1024 * 1024
/** The disk is set to work meanwhile, so that little is left to do when the file has to be safe. */
const syncedBytes = 64 * 1024 * 1024

/**
 * Writes what comes, in order: the next chunks are gathered while the last ones are being written.
 * @param start the byte of the file at which the first one goes.
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
    // It is awaited before the next chunks; until then a failure is nobody's.
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

/** Below this a chunk may be of memory that it shares with others. */
const ownMemoryBytesMin = 16 * 1024

/**
 * Frees the memory of a chunk that nobody reads any more. Left to the garbage collector, 60 MB of an upload pile up
 * before it looks, and then it looks through everything.
 */
function giveBack(chunk: Buffer) {
  const { buffer } = chunk
  const isAlone = chunk.length === buffer.byteLength && chunk.length >= ownMemoryBytesMin
  if (isAlone && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** A file system may take less than it is given. */
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
