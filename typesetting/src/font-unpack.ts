import decompressWoff2 from 'woff2-encoder/decompress'

/** Maximum size of an unpacked font in bytes. The largest Chinese fonts have 20 MB. */
export const fontBytesMax = 48 * 1024 ** 2
const collectionFacesMax = 32

/** Thrown for a damaged file, or a file that is not a font. */
export class FontError extends Error {}

/** Unpacks WOFF2 and WOFF. @throws {FontError} */
export async function unpackFont(bytes: Uint8Array): Promise<Uint8Array> {
  const signature = signatureOf(bytes)
  if (signature === 'wOF2') return unpackWoff2(bytes)
  if (signature === 'wOFF') return unpackWoff(bytes)
  if (!plain.has(signature)) throw new FontError('The file is not a font.')
  if (bytes.length > fontBytesMax) throw tooLarge()
  return bytes
}

const plain = new Set(['\0\u0001\0\0', 'OTTO', 'true', 'ttcf'])

const signatureOf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 4))

const tooLarge = () => new FontError(`A font must not be larger than ${fontBytesMax / 1024 ** 2} MB.`)

/** The number of faces in an unpacked file, which is more than one in a collection. */
export function facesIn(bytes: Uint8Array): number {
  if (signatureOf(bytes) !== 'ttcf' || bytes.length < 12) return 1
  return Math.min(collectionFacesMax, viewOf(bytes).getUint32(8))
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

async function unpackWoff2(bytes: Uint8Array): Promise<Uint8Array> {
  // The decoder allocates the size that the file states (WOFF2 §4.1).
  if (bytes.length < 48 || viewOf(bytes).getUint32(16) > fontBytesMax) throw tooLarge()
  try {
    const unpacked = await decompressWoff2(bytes)
    if (unpacked.length < 12) throw new FontError('The font is damaged.')
    return unpacked
  } catch {
    throw new FontError('The font is damaged.')
  }
}

/** Unpacks WOFF 1.0 (§3), which is a directory of tables, each possibly deflated. */
async function unpackWoff(bytes: Uint8Array): Promise<Uint8Array> {
  const view = viewOf(bytes)
  const count = bytes.length < 44 ? 0 : view.getUint16(12)
  if (count === 0 || 44 + count * 20 > bytes.length) throw new FontError('The font is damaged.')
  const tables = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const at = 44 + index * 20
      const [offset, packed, length] = [at + 4, at + 8, at + 12].map((place) => view.getUint32(place))
      if (length! > fontBytesMax || offset! + packed! > bytes.length)
        throw new FontError('The font is damaged.')
      const data = bytes.subarray(offset, offset! + packed!)
      return {
        tag: bytes.subarray(at, at + 4),
        checksum: view.getUint32(at + 16),
        data: packed! < length! ? await inflate(data, length!) : data,
      }
    }),
  )
  return fontOf(bytes.subarray(4, 8), tables)
}

type Table = { tag: Uint8Array; checksum: number; data: Uint8Array }

/** Writes the table directory of OpenType. */
function fontOf(version: Uint8Array, tables: Table[]): Uint8Array {
  const padded = (length: number) => (length + 3) & ~3
  let at = 12 + tables.length * 16
  const size = tables.reduce((sum, { data }) => sum + padded(data.length), at)
  if (size > fontBytesMax) throw tooLarge()
  const font = new Uint8Array(size)
  const view = viewOf(font)
  font.set(version, 0)
  view.setUint16(4, tables.length)
  tables.forEach(({ tag, checksum, data }, index) => {
    const entry = 12 + index * 16
    font.set(tag, entry)
    view.setUint32(entry + 4, checksum)
    view.setUint32(entry + 8, at)
    view.setUint32(entry + 12, data.length)
    font.set(data, at)
    at += padded(data.length)
  })
  return font
}

/** @throws {FontError} if its size differs from the stated size. */
async function inflate(data: Uint8Array, length: number): Promise<Uint8Array> {
  const inflated = new Uint8Array(length)
  let filled = 0
  try {
    const stream = new Blob([data as Uint8Array<ArrayBuffer>])
      .stream()
      .pipeThrough(new DecompressionStream('deflate'))
    for (const reader = stream.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done) break
      if (filled + value.length > length) throw new FontError('The font is damaged.')
      inflated.set(value, filled)
      filled += value.length
    }
  } catch {
    throw new FontError('The font is damaged.')
  }
  if (filled !== length) throw new FontError('The font is damaged.')
  return inflated
}
