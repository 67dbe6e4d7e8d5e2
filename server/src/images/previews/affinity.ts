import { open } from 'node:fs/promises'
import { type ByteSource, sourceOfFile } from '../byte-source.ts'
import type { Preview } from '../source.ts'

const pngHead = Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
/** Size of the signature and of the header, which contains the width and height. */
const headBytes = 33
/** Maximum side of Affinity's previews. Pictures that were placed in the document are usually larger. */
const previewSideMax = 1_024
const searchedBytesMax = 512 * 1024 ** 2
const blockBytes = 1024 ** 2
const previewBytesMax = 8 * 1024 ** 2
const chunksMax = 10_000

/**
 * The PNG that Affinity puts into its documents, whose format is not published. Undefined if there is no PNG.
 */
export async function previewOfAffinity(path: string): Promise<Preview | undefined> {
  const file = await open(path, 'r')
  try {
    const source = await sourceOfFile(file)
    for await (const at of pngsIn(source)) {
      const picture = await previewAt(source, at)
      if (picture) return { picture }
    }
    return undefined
  } finally {
    await file.close()
  }
}

/** Positions of PNG files within another file. */
async function* pngsIn(source: ByteSource): AsyncGenerator<number> {
  const end = Math.min(source.size, searchedBytesMax)
  // Blocks overlap, so that a signature at the end of a block is found in the next.
  for (let at = 0; at < end; at += blockBytes) {
    const block = await source.read(at, blockBytes + pngHead.length - 1)
    for (let found = block.indexOf(pngHead); found !== -1; found = block.indexOf(pngHead, found + 1))
      yield at + found
  }
}

async function previewAt(source: ByteSource, at: number): Promise<Buffer | undefined> {
  const head = await source.read(at, headBytes)
  if (head.length < headBytes) return undefined
  const side = Math.max(head.readUInt32BE(16), head.readUInt32BE(20))
  if (side === 0 || side > previewSideMax) return undefined
  let end = at + headBytes
  for (let count = 0; count < chunksMax; count++) {
    const chunk = await source.read(end, 8)
    if (chunk.length < 8) return undefined
    end += 12 + chunk.readUInt32BE(0)
    if (end > source.size || end - at > previewBytesMax) return undefined
    if (chunk.toString('latin1', 4) === 'IEND') return source.read(at, end - at)
  }
  return undefined
}
