import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const raw = { width: 128, height: 130, channels: 3 } as const

/**
 * Creates different images of about 50 kB each in a new directory. They contain noise and are stored as
 * uncompressed PNG.
 */
export async function makePictures(directory: string, count: number): Promise<string[]> {
  mkdirSync(directory)
  const files: string[] = []
  for (let number = 0; number < count; number++) {
    const file = join(directory, `picture-${String(number).padStart(5, '0')}.png`)
    const noise = randomBytes(raw.width * raw.height * raw.channels)
    await sharp(noise, { raw }).png({ compressionLevel: 0 }).toFile(file)
    files.push(file)
  }
  return files
}
