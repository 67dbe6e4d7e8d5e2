/** Pictures in the document itself: all that an `image` may show. */
const beginning = /^data:image\/(png|jpe?g|gif|webp);base64,/i

/** Larger than any screen or page asks for, and small enough to be drawn. Of all pictures of a document together. */
export const embeddedPixelsMax = 100_000_000

export type EmbeddedImage = { href: string; pixels: number }

/**
 * Reads a `data:` URL of a PNG, JPEG, GIF or WebP. Undefined for every other address, and when the bytes are not
 * what the address says.
 */
export function readEmbedded(href: string): EmbeddedImage | undefined {
  const found = beginning.exec(href)
  if (!found) return undefined
  const format = found[1]!.toLowerCase().replace('jpg', 'jpeg') as keyof typeof sizes
  const bytes = Buffer.from(href.slice(found[0].length), 'base64')
  const size = sizes[format](bytes)
  if (!size) return undefined
  // Written anew: without the line ends that tools put in, and without whatever else was among the letters.
  return { href: `data:image/${format};base64,${bytes.toString('base64')}`, pixels: size[0] * size[1] }
}

type Size = [width: number, height: number] | undefined

/** Where each format writes its size. A file too short for that is none. */
const sizes = {
  png(bytes: Buffer): Size {
    if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  },

  gif(bytes: Buffer): Size {
    if (bytes.length < 10 || !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return undefined
    return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  },

  /** The size stands in the frame header: the first segment SOF0–SOF15 that is no table. */
  jpeg(bytes: Buffer): Size {
    if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
    for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
      const marker = bytes[at + 1]!
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
      if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
      // 0xff may be repeated as padding.
      at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
    }
    return undefined
  },

  webp(bytes: Buffer): Size {
    if (bytes.length < 30 || !/^RIFF....WEBP$/s.test(bytes.toString('latin1', 0, 12))) return undefined
    const kind = bytes.toString('latin1', 12, 16)
    if (kind === 'VP8X') return [1 + bytes.readUIntLE(24, 3), 1 + bytes.readUIntLE(27, 3)]
    if (kind === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
    if (kind !== 'VP8L') return undefined
    const bits = bytes.readUInt32LE(21)
    return [1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff)]
  },
}
