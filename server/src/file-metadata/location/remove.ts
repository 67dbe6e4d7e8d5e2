import type { ByteSource } from '../../images/byte-source.ts'
import { ignoreDamage, joined, type Part } from '../parts.ts'
import { type EditAt, editorOf, patched } from './edits.ts'
import { filmLocations } from './film.ts'
import { heifLocations } from './heif.ts'
import { jpegLocations } from './jpeg.ts'
import { pdfLocations } from './pdf.ts'
import { pngWithoutLocation } from './png.ts'
import { photoshopLocations } from './psd.ts'
import { tiffLocations } from './tiff.ts'
import { webpLocations } from './webp.ts'

type Remover = (source: ByteSource) => Promise<Part[] | undefined>

/** What was found before damage is removed all the same. */
const inPlace =
  (locations: (source: ByteSource, edit: EditAt) => Promise<void>): Remover =>
  async (source) => {
    const { patches, edit } = editorOf(source)
    await locations(source, edit).catch(ignoreDamage)
    return patches.length === 0 ? undefined : patched(source.size, patches)
  }

/** By the extension of the stored file; many raw photos are TIFF files. Stored SVG documents have no metadata. */
const removers = new Map<string, Remover>([
  ['jpg', inPlace(jpegLocations)],
  ['png', pngWithoutLocation],
  ['webp', inPlace(webpLocations)],
  ...['tiff', 'dng', 'cr2', 'nef', 'arw', 'pef', '3fr', 'iiq'].map((extension): [string, Remover] => [
    extension,
    inPlace(tiffLocations),
  ]),
  ...['heic', 'avif'].map((extension): [string, Remover] => [extension, inPlace(heifLocations)]),
  ...['mp4', 'mov', 'm4a'].map((extension): [string, Remover] => [extension, inPlace(filmLocations)]),
  ['pdf', inPlace(pdfLocations)],
  ...['psd', 'psb'].map((extension): [string, Remover] => [extension, inPlace(photoshopLocations)]),
])

/** Whether location can be removed from files of this extension. */
export const mayHaveLocation = (extension: string): boolean => removers.has(extension)

/**
 * The file without GPS coordinates and names of places. Nothing else changes, and but for PNG it keeps its length.
 * Undefined if it states no location, or is too damaged for its metadata to be found.
 */
export async function withoutLocation(source: ByteSource, extension: string): Promise<Part[] | undefined> {
  const parts = await removers.get(extension)?.(source).catch(ignoreDamage)
  return parts && joined(parts)
}
