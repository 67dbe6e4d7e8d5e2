import type { Preview } from '../source.ts'
import { previewKind } from './kinds.ts'

/**
 * Runs in a decoder process (decoder.ts).
 * @param extension under which the file is stored.
 * @returns undefined when there is nothing to show.
 * @throws {DecodeError} when the file is damaged.
 */
export async function previewOf(path: string, extension: string): Promise<Preview | undefined> {
  switch (previewKind(extension)) {
    case 'pdf':
      return (await import('./pdf.ts')).previewOfPdf(path)
    case 'font':
      return (await import('./font.ts')).previewOfFont(path)
    case 'heic':
      return (await import('./heic.ts')).previewOfHeic(path)
    case 'wav':
      return (await import('./waveform.ts')).previewOfWav(path)
    default:
      return undefined
  }
}
