import type { Pixels } from './blend.ts'
import { keptBytesMax } from './limits.ts'

/** Cached pixels by the key of their input, the least recently used first. */
const kept = new Map<string, Pixels>()
let bytes = 0

/** Returns pixels that this process has drawn before from the same input. Do not change them. */
export async function keptPixels(key: string, draw: () => Promise<Pixels>): Promise<Pixels> {
  const known = kept.get(key)
  if (known) {
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const pixels = await draw()
  if (pixels.data.length > keptBytesMax / 2) return pixels
  kept.set(key, pixels)
  bytes += pixels.data.length
  for (const [oldest, { data }] of kept) {
    if (bytes <= keptBytesMax) break
    kept.delete(oldest)
    bytes -= data.length
  }
  return pixels
}
