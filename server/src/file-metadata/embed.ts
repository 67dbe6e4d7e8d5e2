import type { ByteSource } from '../images/byte-source.ts'
import type { Fields } from './fields.ts'
import { jpegWith } from './jpeg.ts'
import { ignoreDamage, joined, type Part } from './parts.ts'
import { pdfWith } from './pdf.ts'
import { pngWith } from './png.ts'
import { svgWith } from './svg.ts'
import { tiffWith } from './tiff.ts'
import { webpWith } from './webp.ts'

type Writer = (source: ByteSource, fields: Fields) => Promise<Part[]>

/** By the extension of the stored file. */
const writers = new Map<string, Writer>([
  ['jpg', jpegWith],
  ['png', pngWith],
  ['webp', webpWith],
  ['tiff', tiffWith],
  ['pdf', pdfWith],
  ['svg', svgWith],
])

export const takesMetadata = (extension: string): boolean => writers.has(extension)

/**
 * Returns the file with the fields in it. An encrypted file, or a file that is damaged where the fields belong, is
 * returned unchanged, because it is still the requested file.
 */
export async function withMetadata(source: ByteSource, extension: string, fields: Fields): Promise<Part[]> {
  const parts = await writers.get(extension)?.(source, fields).catch(ignoreDamage)
  return parts ? joined(parts) : [{ from: 0, to: source.size }]
}
