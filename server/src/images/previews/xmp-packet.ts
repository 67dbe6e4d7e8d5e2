import { type FileHandle, open } from 'node:fs/promises'
import { checkBudgets } from '../budget.ts'
import type { Preview } from '../source.ts'

/** `xmpGImg:image` (XMP specification, part 2): a JPEG in base64, as an element or as an attribute. */
const starts = ['xmpGImg:image>', 'xmpGImg:image="', 'xapGImg:image>', 'xapGImg:image="'].map((text) =>
  Buffer.from(text),
)
const textBytesMax = 16 * 1024 ** 2
const scannedBytesMax = 64 * 1024 ** 2

/** The largest thumbnail in the XMP of a file of any format. */
export async function previewInXmp(path: string): Promise<Preview | undefined> {
  const [picture] = (await endsOf(path))
    .flatMap((part) => thumbnailInXmp(part) ?? [])
    .toSorted((one, other) => other.length - one.length)
  return picture && { picture }
}

const packetStart = '<x:xmpmeta'
const packetEnd = '</x:xmpmeta>'

/** The first XMP packet in a file of any format. */
export async function packetIn(path: string): Promise<Buffer | undefined> {
  for (const part of await endsOf(path)) {
    const from = part.indexOf(packetStart)
    const to = from === -1 ? -1 : part.indexOf(packetEnd, from)
    if (to !== -1) return part.subarray(from, to + packetEnd.length)
  }
  return undefined
}

/** The beginning and end of a file, where programs write the packet. */
async function endsOf(path: string): Promise<Buffer[]> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const half = scannedBytesMax / 2
    return size <= scannedBytesMax
      ? [await partOf(file, 0, size)]
      : [await partOf(file, 0, half), await partOf(file, size - half, half)]
  } finally {
    await file.close()
  }
}

async function partOf(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

/** The largest JPEG among the thumbnails in an XMP packet, or in a file that contains a packet. */
export function thumbnailInXmp(bytes: Buffer): Buffer | undefined {
  let best: Buffer | undefined
  for (const start of starts) {
    const textEnd = endsIn(bytes)
    for (let at = bytes.indexOf(start); at !== -1; ) {
      checkBudgets()
      const from = at + start.length
      const end = textEnd(from)
      const length = end - from > textBytesMax ? 0 : end - from
      // Lines end with `&#xA;`.
      const text = bytes.toString('latin1', from, from + length).replace(/&#(?:xA|xD|10|13);/gi, '')
      const picture = Buffer.from(text, 'base64')
      if (isJpeg(picture) && picture.length > (best?.length ?? 0)) best = picture
      at = bytes.indexOf(start, from + length)
    }
  }
  return best
}

/** Finds the end of the text at an offset. Offsets only increase, so that nothing is searched twice. */
function endsIn(bytes: Buffer): (from: number) => number {
  const next = ['<', '"'].map((character) => {
    let found = -1
    return (from: number) => {
      if (found < from) found = bytes.indexOf(character, from)
      if (found === -1) found = Infinity
      return found
    }
  })
  return (from) => {
    const end = Math.min(...next.map((find) => find(from)))
    return end === Infinity ? from : end
  }
}

const isJpeg = (bytes: Buffer) => bytes[0] === 0xff && bytes[1] === 0xd8
