import type { PictureColors } from '@atelier/filling'
import sharp from 'sharp'
import type { Pictures } from './drawable.ts'
import { picturePixelsMax } from './limits.ts'

/** Width and height of a sample in pixels. The background of a letter never needs more detail. */
const sampleSide = 48
/** Maximum number of samples, which take 9 KB each. */
const samplesMax = 200

type Sample = { data: Buffer; width: number; height: number }

/** Samples of images by path, the least recently used first. */
const samples = new Map<string, Promise<Sample | undefined>>()

/** Coarse colors of images, to compute the contrast of text on them. */
export async function pictureColors(pictures: Pictures): Promise<PictureColors> {
  const read = await Promise.all(
    [...pictures].map(async ([key, { path }]) => [key, await sampleOf(path)] as const),
  )
  const byKey = new Map(read)
  return (key, x, y) => {
    const sample = byKey.get(key)
    return sample && colorIn(sample, x, y)
  }
}

function sampleOf(path: string): Promise<Sample | undefined> {
  const sample = samples.get(path) ?? readSample(path)
  samples.delete(path)
  samples.set(path, sample)
  if (samples.size > samplesMax) samples.delete(samples.keys().next().value!)
  return sample
}

async function readSample(path: string): Promise<Sample | undefined> {
  try {
    const { data, info } = await sharp(path, { limitInputPixels: picturePixelsMax })
      .autoOrient()
      .resize(sampleSide, sampleSide, { fit: 'fill', kernel: 'linear' })
      .toColorspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch {
    // The file is a vector image or cannot be read, which the rendering reports.
    return undefined
  }
}

function colorIn({ data, width, height }: Sample, x: number, y: number) {
  const at = (share: number, side: number) => Math.min(side - 1, Math.max(0, Math.floor(share * side)))
  const start = (at(y, height) * width + at(x, width)) * 4
  const [r, g, b, alpha] = data.subarray(start, start + 4)
  return { r: r!, g: g!, b: b!, alpha: alpha! / 255 }
}
