import { UnsafeSvgError } from './svg-errors.ts'

/**
 * Maximum number of pixels of all images in a document. The limit is higher than any screen or page needs,
 * but low enough to be drawn.
 */
export const embeddedPixelsMax = 100_000_000

export const tooManyPixels = () =>
  new UnsafeSvgError(`Images in an SVG must not have more than ${embeddedPixelsMax} pixels.`)

export const embeddedFormats = ['png', 'jpeg', 'gif', 'webp', 'avif', 'svg+xml'] as const

export type Embedded = {
  format: (typeof embeddedFormats)[number]
  bytes: Buffer
  /** Taken from the header. 0 for AVIF, which is measured when it is converted, and for SVG. */
  pixels: number
}

/**
 * Reads an image from a `data:` URL. The bytes determine the format, because design tools write all kinds of
 * labels. Undefined for any other URL, and for bytes that are not an image.
 */
export function readEmbedded(href: string): Embedded | undefined {
  const [head, label] = /^data:([^,]{0,200}),/i.exec(href) ?? []
  if (head === undefined) return undefined
  const text = href.slice(head.length)
  const bytes = /;\s*base64\s*$/i.test(label!) ? Buffer.from(unescaped(text), 'base64') : textBytes(text)
  for (const format of ['png', 'jpeg', 'gif', 'webp'] as const) {
    const size = sizes[format](bytes)
    if (size) return { format, bytes, pixels: size[0] * size[1] }
  }
  if (/^ftypavi[fs]$/.test(bytes.toString('latin1', 4, 12))) return { format: 'avif', bytes, pixels: 0 }
  return beginsAsSvg(bytes) ? { format: 'svg+xml', bytes, pixels: 0 } : undefined
}

/** Encodes an image as a data URL, without line breaks and other characters that tools insert. */
export const dataUrl = (format: Embedded['format'], bytes: Buffer) =>
  `data:image/${format};base64,${bytes.toString('base64')}`

const prologueLength = 4_096

const beginsAsSvg = (bytes: Buffer) =>
  /<(?:[A-Za-z_][\w.-]*:)?svg[\s/>]/.test(bytes.toString('latin1', 0, prologueLength))

const unescaped = (text: string) =>
  text.includes('%')
    ? text.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text

/** Data that is not in base64: escaped bytes, or plain characters. */
const textBytes = (text: string) => Buffer.from(unescaped(Buffer.from(text).toString('latin1')), 'latin1')

type Size = [width: number, height: number] | undefined

/** Reads the size from its place in each format. A file that is too short is invalid. */
const sizes = {
  png(bytes: Buffer): Size {
    if (bytes.length < 24 || bytes.toString('latin1', 0, 8) !== '\x89PNG\r\n\x1a\n') return undefined
    return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  },

  gif(bytes: Buffer): Size {
    if (bytes.length < 10 || !/^GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return undefined
    return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)]
  },

  /** The size is in the frame header, which is the first segment SOF0–SOF15 that is not a table. */
  jpeg(bytes: Buffer): Size {
    if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
    for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; ) {
      const marker = bytes[at + 1]!
      const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
      if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
      // 0xff can be repeated as padding.
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
