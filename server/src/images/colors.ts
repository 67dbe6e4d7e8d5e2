export type ColorSummary = {
  /** The dominant color, `#RRGGBB`. Null when the image is fully transparent. */
  dominantColor: string | null
  /** The name of the dominant color, and its share of the image, 0 to 1. */
  colorName: ColorName | null
  colorShare: number
  isTransparent: boolean
}

export const colorNames = [
  'black',
  'gray',
  'white',
  'red',
  'orange',
  'yellow',
  'green',
  'turquoise',
  'blue',
  'purple',
  'pink',
  'brown',
] as const
export type ColorName = (typeof colorNames)[number]

/** Minimum alpha of an opaque pixel, from 0 to 255. Pixels with less alpha count as transparent. */
const opaqueAlphaMin = 250

/**
 * @param pixels four bytes each: red, green, blue, alpha. Reduce the image first, because a few pixels
 * suffice.
 */
export function summarizeColors(pixels: Uint8Array): ColorSummary {
  const bins = new Map<number, { weight: number; red: number; green: number; blue: number }>()
  const names = new Map<ColorName, number>()
  let seen = 0
  let isTransparent = false
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < opaqueAlphaMin) isTransparent = true
    if (alpha === 0) continue
    seen += alpha
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5)
    const bin = bins.get(key) ?? { weight: 0, red: 0, green: 0, blue: 0 }
    bin.weight += alpha
    bin.red += red * alpha
    bin.green += green * alpha
    bin.blue += blue * alpha
    bins.set(key, bin)
    const name = nameOfColor(red, green, blue)
    names.set(name, (names.get(name) ?? 0) + alpha)
  }
  const top = [...bins.values()].sort((a, b) => b.weight - a.weight)[0]
  if (!top) return { dominantColor: null, colorName: null, colorShare: 0, isTransparent }
  const mean = [top.red, top.green, top.blue].map((sum) => Math.round(sum / top.weight))
  const [red, green, blue] = mean as [number, number, number]
  const colorName = nameOfColor(red, green, blue)
  const share = (names.get(colorName) ?? 0) / seen
  return { dominantColor: hex(mean), colorName, colorShare: Math.round(share * 100) / 100, isTransparent }
}

const hex = (channels: number[]) =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`.toUpperCase()

/** The upper limits of named hues, in degrees. */
const hues: [until: number, name: ColorName][] = [
  [12, 'red'],
  [42, 'orange'],
  [68, 'yellow'],
  [160, 'green'],
  [195, 'turquoise'],
  [255, 'blue'],
  [290, 'purple'],
  [340, 'pink'],
  [361, 'red'],
]

/**
 * The common name of a color, determined by lightness if its saturation is low, otherwise by hue. Channels
 * are 0 to 255.
 */
export function nameOfColor(red: number, green: number, blue: number): ColorName {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const lightness = (most + least) / 510
  const chroma = (most - least) / 255
  const saturation = chroma === 0 ? 0 : chroma / (1 - Math.abs(2 * lightness - 1))
  if (lightness < 0.08 || (lightness < 0.2 && chroma < 0.08)) return 'black'
  if (lightness > 0.94 || (lightness > 0.88 && chroma < 0.06)) return 'white'
  if (saturation < 0.12 || chroma < 0.06) return 'gray'
  const hue = hueOf(red, green, blue, most, most - least)
  const isDark = lightness < 0.42
  if (hue >= 12 && hue < 50 && isDark) return 'brown'
  if ((hue >= 340 || hue < 12) && lightness > 0.72) return 'pink'
  return hues.find(([until]) => hue < until)![1]
}

function hueOf(red: number, green: number, blue: number, most: number, spread: number): number {
  const sixth =
    most === red
      ? (green - blue) / spread
      : most === green
        ? 2 + (blue - red) / spread
        : 4 + (red - green) / spread
  return (sixth * 60 + 360) % 360
}
