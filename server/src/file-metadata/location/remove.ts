import type { ByteSource } from '../../images/byte-source.ts'
import { ignoreDamage, joined, type Part } from '../parts.ts'
import { type EditAt, editorOf, patched } from './edits.ts'
import { filmLocations } from './film.ts'
import { heifLocations } from './heif.ts'
import { jpegLocations } from './jpeg.ts'
import { pdfLocations } from './pdf.ts'
import { pngWithoutLocation } from './png.ts'
import { photoshopLocations } from './psd.ts'
import { fujifilmLocations } from './raf.ts'
import { tiffLocations } from './tiff.ts'
import { webpLocations } from './webp.ts'

type Remover = (source: ByteSource) => Promise<Part[] | undefined>

/** Removes locations without moving bytes. In a damaged file, only locations before the damage are removed. */
const inPlace =
  (locations: (source: ByteSource, edit: EditAt) => Promise<void>): Remover =>
  async (source) => {
    const { patches, edit } = editorOf(source)
    await locations(source, edit).catch(ignoreDamage)
    return patches.length === 0 ? undefined : patched(source.size, patches)
  }

/**
 * Functions by the extension of the stored file. Many raw photos are TIFF files. Stored SVG documents have no
 * metadata.
 */
const removers = new Map<string, Remover>([
  ['jpg', inPlace(jpegLocations)],
  ['png', pngWithoutLocation],
  ['webp', inPlace(webpLocations)],
  ...['tiff', 'dng', 'cr2', 'nef', 'arw', 'pef', '3fr', 'iiq', 'orf', 'rw2'].map(
    (extension): [string, Remover] => [extension, inPlace(tiffLocations)],
  ),
  ...['heic', 'avif'].map((extension): [string, Remover] => [extension, inPlace(heifLocations)]),
  ['raf', inPlace(fujifilmLocations)],
  ...['mp4', 'mov', 'm4a', 'cr3'].map((extension): [string, Remover] => [extension, inPlace(filmLocations)]),
  ['pdf', inPlace(pdfLocations)],
  ...['psd', 'psb'].map((extension): [string, Remover] => [extension, inPlace(photoshopLocations)]),
])

export const mayHaveLocation = (extension: string): boolean => removers.has(extension)

/**
 * Returns the file without GPS coordinates and place names. Nothing else changes, and all formats except PNG keep their
 * length. Undefined if the file has no location or is too damaged to find its metadata.
 */
export async function withoutLocation(source: ByteSource, extension: string): Promise<Part[] | undefined> {
  const parts = await removers.get(extension)?.(source).catch(ignoreDamage)
  return parts && joined(parts)
}
