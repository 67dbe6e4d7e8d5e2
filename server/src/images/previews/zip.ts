import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { DecodeError } from '../decode-error.ts'
import type { Preview } from '../source.ts'
import { beginsWith } from './begins-with.ts'
import { thumbnailInXmp } from './xmp-packet.ts'

/** The paths at which programs store the preview of a document, the best path first. */
const previews: readonly RegExp[] = [
  // Sketch; Krita and OpenRaster, which have the whole image; Adobe XD; Figma.
  /^previews\/preview\.png$/,
  /^mergedimage\.png$/,
  /^preview\.png$/,
  /^thumbnail\.png$/,
  // Keynote, Pages and Numbers.
  /^preview\.jpg$/,
  /^QuickLook\/Thumbnail\.(?:jpg|png)$/,
  // OpenDocument.
  /^Thumbnails\/thumbnail\.png$/,
  // Office Open XML.
  /^docProps\/thumbnail\.(?:jpe?g|png)$/i,
]
/** InDesign IDML stores the preview in its metadata. */
const metadata = /^META-INF\/metadata\.xml$/

const entriesMax = 20_000
const entryBytesMax = 32 * 1024 ** 2

/** The preview that a program has stored in a document that is a ZIP archive. Undefined if there is none. */
export async function previewInZip(path: string): Promise<Preview | undefined> {
  // Figma also has a different format with the same extension.
  if (!(await beginsWith(path, 'PK'))) return undefined
  try {
    const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
    try {
      const best = await bestEntry(archive)
      if (!best) return undefined
      const bytes = await contentOf(archive, best)
      const picture = metadata.test(best.fileName) ? thumbnailInXmp(bytes) : bytes
      return picture && { picture }
    } finally {
      archive.close()
    }
  } catch (error) {
    throw error instanceof DecodeError ? error : new DecodeError('damaged')
  }
}

async function bestEntry(archive: ZipFile): Promise<Entry | undefined> {
  if (archive.entryCount > entriesMax) throw new DecodeError('too_complex')
  let best: { entry: Entry; rank: number } | undefined
  for await (const entry of archive.eachEntry()) {
    const rank = [...previews, metadata].findIndex((name) => name.test(entry.fileName))
    if (rank !== -1 && (best === undefined || rank < best.rank)) best = { entry, rank }
  }
  return best?.entry
}

async function contentOf(archive: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > entryBytesMax) throw new DecodeError('too_complex')
  const chunks: Buffer[] = []
  // The stream fails if it contains more bytes than the directory states.
  for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
