import { open } from 'node:fs/promises'
import type { Embedded } from '../../db/schema.ts'
import { withinBudget } from '../budget.ts'
import { sourceOfFile } from '../byte-source.ts'
import { DecodeError } from '../decode-error.ts'
import { previewFactsSecondsMax } from '../limits.ts'
import { embeddedOf, metadataOf, metadataOfXmp } from '../metadata.ts'
import { documentXmp, openPdf } from '../pdf-objects.ts'
import { isPdf } from './begins-with.ts'
import { previewKind } from './kinds.ts'
import type { PdfFacts } from './pdf.ts'

/** In addition to the format. */
export type PreviewFacts = {
  pageCount?: number | null
  /** Pixels. */
  width?: number
  height?: number
  embedded?: Embedded
}

/**
 * Runs in a decoder process (decoder.ts). A damaged file has no facts. The file is accepted, and its preview
 * fails.
 * @param extension the extension of the stored file.
 */
export async function previewFacts(path: string, extension: string): Promise<PreviewFacts> {
  try {
    return await withinBudget({ cpuSeconds: previewFactsSecondsMax, bytes: Infinity }, () =>
      factsOf(path, extension),
    )
  } catch (error) {
    if (error instanceof DecodeError) return {}
    throw error
  }
}

async function factsOf(path: string, extension: string): Promise<PreviewFacts> {
  switch (previewKind(extension)) {
    case 'pdf':
      return ofPdf(path)
    case 'font':
      return { embedded: { font: await (await import('./font.ts')).factsOfFont(path) } }
    case 'photoshop':
      return ofPhotoshop(path)
    case 'illustrator':
      return (await isPdf(path)) ? ofPdf(path) : ofEps(path)
    case 'eps':
      return ofEps(path)
    case 'indesign':
      return { embedded: await inPacket(path) }
    case 'magick':
      return (await import('./magick.ts')).sizeByMagick(path, extension)
    case 'raw':
      return (await (await import('./raw-photo.ts')).sizeOfRaw(path)) ?? {}
    case 'palette':
      return { embedded: { colors: await (await import('./palette.ts')).colorsOfPalette(path, extension) } }
    default:
      return {}
  }
}

const millimetersPerPoint = 25.4 / 72
const inMillimeters = (points: number) => Math.round(points * millimetersPerPoint * 100) / 100

async function ofPdf(path: string): Promise<PreviewFacts> {
  const { pageCount, page, isEncrypted, info } = await (await import('./pdf.ts')).factsOfPdf(path)
  const packet = isEncrypted ? undefined : await xmpOfPdf(path)
  return {
    pageCount,
    embedded: {
      ...ofInfo(info),
      ...(packet && metadataOfXmp(packet)),
      ...(page && { page: { width: inMillimeters(page.width), height: inMillimeters(page.height) } }),
      encrypted: isEncrypted,
    },
  }
}

async function xmpOfPdf(path: string): Promise<Buffer | undefined> {
  const file = await open(path, 'r')
  try {
    return await documentXmp(await openPdf(await sourceOfFile(file)))
  } catch (error) {
    // The file is damaged, or only PDFium can repair it.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined
    throw error
  } finally {
    await file.close()
  }
}

async function ofPhotoshop(path: string): Promise<PreviewFacts> {
  const { width, height, resources } = await (await import('./psd.ts')).factsOfPsd(path)
  const { profile, density, ...blocks } = resources
  return {
    width,
    height,
    embedded: metadataOf({ ...blocks, ...(profile && { icc: profile }), ...(density && { density }) }),
  }
}

async function ofEps(path: string): Promise<PreviewFacts> {
  const size = await (await import('./eps.ts')).factsOfEps(path)
  const page = size && { width: inMillimeters(size.width), height: inMillimeters(size.height) }
  return { embedded: { ...(await inPacket(path)), ...(page && { page }) } }
}

async function inPacket(path: string): Promise<Embedded> {
  const packet = await (await import('./xmp-packet.ts')).packetIn(path)
  return packet ? metadataOfXmp(packet) : {}
}

function ofInfo({ Title, Author, Subject, Keywords, Creator }: PdfFacts['info']): Embedded {
  return embeddedOf({
    title: Title,
    description: Subject,
    creators: [Author],
    keywords: Keywords.split(/[,;]/),
    software: Creator,
  })
}
