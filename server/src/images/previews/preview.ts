import type { Preview } from '../source.ts'
import { isPdf } from './begins-with.ts'
import { previewKind } from './kinds.ts'

/**
 * Renders the preview of a file. Runs in a decoder process (decoder.ts).
 * @param extension the extension under which the file is stored.
 * @param page of a PDF, from 1.
 * @returns undefined if there is nothing to show.
 * @throws {DecodeError} if the file is damaged.
 */
export async function previewOf(path: string, extension: string, page = 1): Promise<Preview | undefined> {
  switch (previewKind(extension)) {
    case 'pdf':
      return (await import('./pdf.ts')).previewOfPdf(path, page)
    case 'font':
      return (await import('./font.ts')).previewOfFont(path)
    case 'heic':
      return (await import('./heic.ts')).previewOfHeic(path)
    case 'wav':
      return (await import('./waveform.ts')).previewOfWav(path)
    case 'photoshop':
      return (await import('./psd.ts')).previewOfPsd(path)
    case 'illustrator':
      return previewOfIllustrator(path, page)
    case 'eps':
      return (await import('./eps.ts')).previewOfPostScript(path)
    case 'indesign':
      return (await import('./xmp-packet.ts')).previewInXmp(path)
    case 'affinity':
      return (await import('./affinity.ts')).previewOfAffinity(path)
    case 'zip':
      return (await import('./zip.ts')).previewInZip(path)
    case 'magick':
      return (await import('./magick.ts')).previewByMagick(path, extension)
    case 'raw':
      return (await import('./raw-photo.ts')).previewOfRaw(path, extension)
    case 'palette':
      return (await import('./palette.ts')).previewOfPalette(path, extension)
    default:
      return undefined
  }
}

/** Illustrator documents are PDFs since version 9, and PostScript before. */
async function previewOfIllustrator(path: string, page: number): Promise<Preview | undefined> {
  return (await isPdf(path))
    ? (await import('./pdf.ts')).previewOfPdf(path, page)
    : (await import('./eps.ts')).previewOfPostScript(path)
}
