import type { Matrix, Rectangle } from '@atelier/svg/transforms'
import { inverse } from './matrix.ts'

/** 4 bytes per pixel: red, green, blue and opacity, not premultiplied. */
export type Pixels = Rectangle & { data: Uint8Array }

/** Opacity only, 0 to 255. */
export type Mask = Rectangle & { data: Uint8Array }

export function newPixels(rect: Rectangle, color = 0): Pixels {
  const data = new Uint8Array(rect.width * rect.height * 4)
  if (color !== 0) wordsOf(data).fill(color)
  return { ...rect, data }
}

/**
 * Frees memory immediately. Otherwise, millions of bytes outside the heap would cause a garbage collection for each
 * rendering, and two large renderings would be in memory at the same time.
 */
export function release({ data }: { data: Uint8Array }): void {
  if (data.buffer instanceof ArrayBuffer && data.length === data.buffer.byteLength) data.buffer.transfer(0)
}

const wordsOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new Uint32Array(buffer, byteOffset, byteLength / 4)

/** Divides by 255 and rounds. Exact for all products of two bytes. */
const by255 = (value: number) => (value + 128 + ((value + 128) >> 8)) >> 8

/** @param part the part of the pixels to draw. */
export function blendOver(canvas: Pixels, top: Pixels, mask?: Mask, part: Rectangle = top): void {
  const [under, over] = [wordsOf(canvas.data), wordsOf(top.data)]
  const left = Math.max(canvas.x, part.x)
  const right = Math.min(canvas.x + canvas.width, part.x + part.width)
  const last = Math.min(canvas.y + canvas.height, part.y + part.height)
  for (let y = Math.max(canvas.y, part.y); y < last; y++) {
    let to = (y - canvas.y) * canvas.width + left - canvas.x
    let from = (y - top.y) * top.width + left - top.x
    for (let x = left; x < right; x++, to++, from++) {
      const word = over[from]!
      let alpha = word >>> 24
      if (alpha === 0) continue
      if (mask) {
        alpha = by255(alpha * mask.data[from]!)
        if (alpha === 0) continue
      }
      if (alpha === 255) under[to] = word
      else under[to] = mixed(under[to]!, word & 255, (word >>> 8) & 255, (word >>> 16) & 255, alpha)
    }
  }
}

/** Blends a color with "source over" (Compositing 1 §9.1.4). */
function mixed(under: number, red: number, green: number, blue: number, alpha: number): number {
  const below = under >>> 24
  if (below === 255) {
    const rest = 255 - alpha
    const r = by255(red * alpha + (under & 255) * rest)
    const g = by255(green * alpha + ((under >>> 8) & 255) * rest)
    const b = by255(blue * alpha + ((under >>> 16) & 255) * rest)
    return (255 << 24) | (b << 16) | (g << 8) | r
  }
  if (below === 0) return (alpha << 24) | (blue << 16) | (green << 8) | red
  const rest = (below * (255 - alpha)) / 255
  const sum = alpha + rest
  const r = Math.round((red * alpha + (under & 255) * rest) / sum)
  const g = Math.round((green * alpha + ((under >>> 8) & 255) * rest) / sum)
  const b = Math.round((blue * alpha + ((under >>> 16) & 255) * rest) / sum)
  return (Math.round(sum) << 24) | (b << 16) | (g << 8) | r
}

/** 3 or 4 bytes per pixel. */
export type Samples = { data: Uint8Array; width: number; height: number; channels: 3 | 4 }

/**
 * Draws an image over a region of the canvas.
 * @param matrix the matrix from pixels of `samples` to pixels of the canvas.
 * @param mask the visible part, in the same rectangle as the region.
 */
export function blendPicture(
  canvas: Pixels,
  region: Rectangle,
  samples: Samples,
  matrix: Matrix,
  mask?: Mask,
): void {
  const back = inverse(matrix)
  if (!back) return
  if (isWhole(back)) blendAligned(canvas, region, samples, Math.round(back[4]), Math.round(back[5]), mask)
  else if (isUpright(back))
    blendAligned(canvas, region, resampled(samples, back, region), -region.x, -region.y, mask)
  else blendBetween(canvas, region, samples, back, mask)
}

/** Maximum deviation in pixels. A tenth of a pixel is invisible. */
const tolerance = 0.1

function isWhole([a, b, c, d, e, f]: Matrix): boolean {
  const isUnit = Math.abs(a - 1) < 1e-4 && Math.abs(d - 1) < 1e-4 && Math.abs(b) < 1e-6 && Math.abs(c) < 1e-6
  return isUnit && Math.abs(e - Math.round(e)) < tolerance && Math.abs(f - Math.round(f)) < tolerance
}

/**
 * Whether the image is not rotated. The image is then already reduced, and averaging pixels would blur sharp edges.
 */
const isUpright = ([a, b, c, d]: Matrix) => b === 0 && c === 0 && a > 0.98 && d > 0.98

function resampled({ data, width, height, channels }: Samples, back: Matrix, region: Rectangle): Samples {
  const across = taps(back[0], back[4], region.x, region.width, width)
  const down = taps(back[3], back[5], region.y, region.height, height)
  const result = new Uint8Array(region.width * region.height * channels)
  const lines = new Map<number, Float32Array>()
  const lineOf = (y: number) => {
    const known = lines.get(y)
    if (known) return known
    const line = new Float32Array(region.width * channels)
    const row = data.subarray(y * width * channels, (y + 1) * width * channels)
    for (let x = 0; x < region.width; x++) resample(row, line, x, across, channels)
    lines.set(y, line)
    return line
  }
  for (let y = 0; y < region.height; y++) {
    const [one, two, three, four] = [0, 1, 2, 3].map((tap) => lineOf(down.at[4 * y + tap]!)) as Float32Array[]
    const [w1, w2, w3, w4] = down.weights.subarray(4 * y, 4 * y + 4)
    const to = y * region.width * channels
    for (let at = 0; at < region.width * channels; at += channels) {
      const mean = (channel: number) =>
        one![at + channel]! * w1! +
        two![at + channel]! * w2! +
        three![at + channel]! * w3! +
        four![at + channel]! * w4!
      const alpha = channels === 4 ? mean(3) : 255
      const factor = alpha > 0 ? 255 / alpha : 0
      result[to + at] = toByte(mean(0) * factor)
      result[to + at + 1] = toByte(mean(1) * factor)
      result[to + at + 2] = toByte(mean(2) * factor)
      if (channels === 4) result[to + at + 3] = toByte(alpha)
    }
    for (const line of lines.keys()) if (line < down.at[4 * y]!) lines.delete(line)
  }
  return { data: result, width: region.width, height: region.height, channels }
}

const toByte = (value: number) => (value <= 0 ? 0 : value >= 255 ? 255 : (value + 0.5) | 0)

function resample(row: Uint8Array, line: Float32Array, x: number, { at, weights }: Taps, channels: 3 | 4) {
  const to = x * channels
  for (let tap = 4 * x; tap < 4 * x + 4; tap++) {
    const from = at[tap]! * channels
    const weight = weights[tap]!
    const part = channels === 4 ? (weight * row[from + 3]!) / 255 : weight
    line[to] = line[to]! + row[from]! * part
    line[to + 1] = line[to + 1]! + row[from + 1]! * part
    line[to + 2] = line[to + 2]! + row[from + 2]! * part
    if (channels === 4) line[to + 3] = line[to + 3]! + weight * row[from + 3]!
  }
}

/** For each pixel of the result: four source pixels and their weights (Catmull-Rom). */
type Taps = { at: Int32Array; weights: Float32Array }

function taps(scale: number, offset: number, start: number, length: number, limit: number): Taps {
  const at = new Int32Array(4 * length)
  const weights = new Float32Array(4 * length)
  for (let index = 0; index < length; index++) {
    const exact = (start + index + 0.5) * scale + offset - 0.5
    const first = Math.floor(exact)
    const t = exact - first
    for (let tap = 0; tap < 4; tap++) at[4 * index + tap] = Math.min(limit - 1, Math.max(0, first - 1 + tap))
    weights.set(
      [
        ((2 - t) * t - 1) * t * 0.5,
        ((3 * t - 5) * t * t + 2) * 0.5,
        ((4 - 3 * t) * t + 1) * t * 0.5,
        (t - 1) * t * t * 0.5,
      ],
      4 * index,
    )
  }
  return { at, weights }
}

/** Copies an image whose pixels match the canvas one to one. Its edge pixels are repeated outside. */
function blendAligned(
  canvas: Pixels,
  region: Rectangle,
  samples: Samples,
  offsetX: number,
  offsetY: number,
  mask?: Mask,
) {
  const under = wordsOf(canvas.data)
  const { data, channels, width, height } = samples
  const hasAlpha = channels === 4
  const first = region.x + offsetX
  for (let row = 0; row < region.height; row++) {
    const y = Math.min(height - 1, Math.max(0, region.y + row + offsetY))
    const line = y * width
    const to = (region.y + row - canvas.y) * canvas.width + region.x - canvas.x
    const coverage = row * region.width
    for (let column = 0; column < region.width; column++) {
      let x = first + column
      if (x < 0) x = 0
      else if (x >= width) x = width - 1
      const from = (line + x) * channels
      let alpha = hasAlpha ? data[from + 3]! : 255
      if (mask !== undefined) {
        const seen = mask.data[coverage + column]!
        if (seen !== 255) alpha = by255(alpha * seen)
      }
      if (alpha === 0) continue
      const red = data[from]!
      const green = data[from + 1]!
      const blue = data[from + 2]!
      if (alpha === 255) under[to + column] = (255 << 24) | (blue << 16) | (green << 8) | red
      else under[to + column] = mixed(under[to + column]!, red, green, blue, alpha)
    }
  }
}

/** Bilinear interpolation, in which each canvas pixel is a mean of the four source pixels around it. */
function blendBetween(canvas: Pixels, region: Rectangle, samples: Samples, back: Matrix, mask?: Mask) {
  const under = wordsOf(canvas.data)
  const { data, width, height, channels } = samples
  const [a, b, c, d, e, f] = back
  const lastLeft = Math.max(0, width - 2)
  const lastTop = Math.max(0, height - 2)
  for (let row = 0; row < region.height; row++) {
    let to = (region.y + row - canvas.y) * canvas.width + region.x - canvas.x
    for (let column = 0; column < region.width; column++, to++) {
      const coverage = mask ? mask.data[row * region.width + column]! : 255
      if (coverage === 0) continue
      const atX = region.x + column + 0.5
      const atY = region.y + row + 0.5
      // Edge pixels are repeated outside the image.
      const u = Math.min(width - 1, Math.max(0, a * atX + c * atY + e - 0.5))
      const v = Math.min(height - 1, Math.max(0, b * atX + d * atY + f - 0.5))
      const left = Math.min(Math.floor(u), lastLeft)
      const top = Math.min(Math.floor(v), lastTop)
      const partX = u - left
      const partY = v - top
      const one = (top * width + left) * channels
      const two = width > 1 ? one + channels : one
      const three = height > 1 ? one + width * channels : one
      const four = three + two - one
      let w1 = (1 - partX) * (1 - partY)
      let w2 = partX * (1 - partY)
      let w3 = (1 - partX) * partY
      let w4 = partX * partY
      let alpha = 255
      if (channels === 4) {
        w1 *= data[one + 3]!
        w2 *= data[two + 3]!
        w3 *= data[three + 3]!
        w4 *= data[four + 3]!
        alpha = w1 + w2 + w3 + w4
        if (alpha < 0.5) continue
        w1 /= alpha
        w2 /= alpha
        w3 /= alpha
        w4 /= alpha
      }
      const red = (data[one]! * w1 + data[two]! * w2 + data[three]! * w3 + data[four]! * w4 + 0.5) | 0
      const green =
        (data[one + 1]! * w1 + data[two + 1]! * w2 + data[three + 1]! * w3 + data[four + 1]! * w4 + 0.5) | 0
      const blue =
        (data[one + 2]! * w1 + data[two + 2]! * w2 + data[three + 2]! * w3 + data[four + 2]! * w4 + 0.5) | 0
      const seen = by255(Math.round(alpha) * coverage)
      if (seen === 0) continue
      under[to] =
        seen === 255
          ? (255 << 24) | (blue << 16) | (green << 8) | red
          : mixed(under[to]!, red, green, blue, seen)
    }
  }
}

/** Crops pixels to the smallest rectangle that contains everything visible. Releases the original. */
export function trimmed(pixels: Pixels): Pixels {
  const { width, height } = pixels
  const words = wordsOf(pixels.data)
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++) {
    const start = y * width
    let first = 0
    while (first < width && words[start + first]! >>> 24 === 0) first++
    if (first === width) continue
    let last = width - 1
    while (words[start + last]! >>> 24 === 0) last--
    left = Math.min(left, first)
    right = Math.max(right, last)
    top = Math.min(top, y)
    bottom = y
  }
  const rect = {
    x: pixels.x + left,
    y: pixels.y + top,
    width: Math.max(0, right - left + 1),
    height: Math.max(0, bottom - top + 1),
  }
  if (right < 0) return { x: pixels.x, y: pixels.y, width: 0, height: 0, data: new Uint8Array(0) }
  const data = new Uint8Array(rect.width * rect.height * 4)
  for (let row = 0; row < rect.height; row++) {
    const from = ((top + row) * width + left) * 4
    data.set(pixels.data.subarray(from, from + rect.width * 4), row * rect.width * 4)
  }
  release(pixels)
  return { ...rect, data }
}

/** The visible rectangle of a mask. Undefined if the whole mask is transparent. */
export function seenThrough(mask: Mask): Rectangle | undefined {
  let [left, right, top, bottom] = [mask.width, -1, -1, -1]
  for (let y = 0; y < mask.height; y++) {
    const row = mask.data.subarray(y * mask.width, (y + 1) * mask.width)
    const first = row.findIndex((value) => value !== 0)
    if (first === -1) continue
    if (top === -1) top = y
    bottom = y
    left = Math.min(left, first)
    right = Math.max(
      right,
      row.findLastIndex((value) => value !== 0),
    )
  }
  if (bottom === -1) return undefined
  return { x: mask.x + left, y: mask.y + top, width: right - left + 1, height: bottom - top + 1 }
}

export function cropped(mask: Mask, rect: Rectangle): Mask {
  const data = new Uint8Array(rect.width * rect.height)
  for (let row = 0; row < rect.height; row++) {
    const from = (rect.y - mask.y + row) * mask.width + rect.x - mask.x
    data.set(mask.data.subarray(from, from + rect.width), row * rect.width)
  }
  return { ...rect, data }
}
