import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { newId } from '../../src/ids.ts'
import type { Decoder } from '../../src/images/decoder.ts'

const company = newId()

/** Sends files to a decoder. */
export function drawingsOf(decoder: Decoder, directory: string) {
  /** The pixels of a rendition. */
  async function drawn(bytes: Buffer, extension: string, side: number, by = decoder) {
    const path = join(directory, newId())
    await writeFile(path, bytes)
    const target = { path: `${path}.png`, width: side, height: side, fit: 'inside', format: 'png' } as const
    await by.render(company, path, extension, [{ ...target, quality: 80 }])
    const { data, info } = await sharp(target.path).raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => {
      const place = (y * info.width + x) * info.channels
      return [...data.subarray(place, place + info.channels)]
    }
    return { width: info.width, height: info.height, at }
  }

  async function inspected(bytes: Buffer, name?: string) {
    const path = join(directory, newId())
    await writeFile(path, bytes)
    return decoder.inspect(company, path, name)
  }

  /** The colors in the middle of the left half and of the right half. */
  async function sides(bytes: Buffer, extension: string, channels = 3) {
    const { width, height, at } = await drawn(bytes, extension, 4_096)
    const y = height >> 1
    const color = (x: number) => {
      const found = at(x, y)
      // Gray has one channel.
      return (found.length < 3 ? [found[0]!, found[0]!, found[0]!] : found).slice(0, channels)
    }
    return { width, height, left: color(width >> 2), right: color(width - (width >> 2) - 1) }
  }

  return { drawn, inspected, sides }
}

/** Files whose bytes are cut off at the end, or replaced. */
export const alteredFiles = (files: readonly (readonly [extension: string, bytes: Buffer])[]) =>
  fc
    .record({
      file: fc.constantFrom(...files),
      kept: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      changes: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), { maxLength: 40 }),
    })
    .map(({ file: [extension, whole], kept, changes }) => {
      const bytes = Buffer.from(whole.subarray(0, Math.ceil(whole.length * kept)))
      for (const [at, byte] of changes) bytes[Math.floor(at * bytes.length)] = byte
      return [extension, bytes] as const
    })
