import { type FileHandle, open, readFile } from 'node:fs/promises'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { FileWarning } from '../db/schema.ts'
import { pixelsMax } from './limits.ts'
import { readPng, withProfile } from './png.ts'

/** An image file as it is opened for decoding. */
export type Raster = {
  open(options?: SharpOptions): Sharp
  /** Frames that the library does not count: those of an animated PNG. */
  frames?: number
  warnings: FileWarning[]
}

const truncated: FileWarning = {
  type: 'truncated',
  message: 'The file ends early. It is shown as far as it goes.',
}

/**
 * Prepares an image for decoding. One that ends early is decoded as far as it goes. A PNG that states its colors without a
 * profile gets one.
 */
export async function rasterOf(picture: string | Buffer, extension: string): Promise<Raster> {
  const strict = (input: string | Buffer, failOn: 'error' | 'none'): Raster['open'] => {
    return (options) => sharp(input, { limitInputPixels: pixelsMax, failOn, ...options })
  }
  if (typeof picture !== 'string') return { open: strict(picture, 'error'), warnings: [] }
  const file = await open(picture, 'r')
  try {
    if (extension === 'jpg' && (await endsEarly(file)))
      return { open: strict(picture, 'none'), warnings: [truncated] }
    if (extension !== 'png') return { open: strict(picture, 'error'), warnings: [] }
    const { isWhole, frames, profile } = await readPng(file)
    const input = profile ? withProfile(await readFile(picture), profile) : picture
    return {
      open: strict(input, isWhole ? 'error' : 'none'),
      ...(frames > 1 && { frames }),
      warnings: isWhole ? [] : [truncated],
    }
  } finally {
    await file.close()
  }
}

/** Behind the end of a JPEG, cameras append previews and other data. */
const endBytesMax = 1024 * 1024
const endOfImage = Buffer.from('ffd9', 'hex')

async function endsEarly(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  const length = Math.min(size, endBytesMax)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, size - length)
  return !buffer.subarray(0, bytesRead).includes(endOfImage)
}
