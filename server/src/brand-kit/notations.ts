/**
 * The notations of a color. Hex is `#RRGGBB`. The maximum is 255 for rgb, 360 for hue, and 100 for all other
 * values.
 */
export type Rgb = { r: number; g: number; b: number }
export type Hsl = { h: number; s: number; l: number }
export type Cmyk = { c: number; m: number; y: number; k: number }

export function rgbOfHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 }
}

export function hexOfRgb({ r, g, b }: Rgb): string {
  const digits = [r, g, b].map((level) => Math.round(level).toString(16).padStart(2, '0'))
  return `#${digits.join('').toUpperCase()}`
}

/**
 * Converts RGB to HSL (CSS Color 4 §7.2), with one decimal. That is enough to convert every hex value back to
 * itself.
 */
export function hslOfRgb({ r, g, b }: Rgb): Hsl {
  const [max, min] = [Math.max(r, g, b) / 255, Math.min(r, g, b) / 255]
  const chroma = max - min
  const lightness = (max + min) / 2
  const saturation = chroma === 0 ? 0 : chroma / (1 - Math.abs(2 * lightness - 1))
  return {
    h: oneDecimal(hueOf({ r, g, b }, chroma * 255)) % 360,
    s: percent(saturation),
    l: percent(lightness),
  }
}

/** Converts HSL to RGB (CSS Color 4 §7.1), rounded to integers. */
export function rgbOfHsl({ h, s, l }: Hsl): Rgb {
  const [saturation, lightness] = [s / 100, l / 100]
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const level = (offset: number) => {
    const turn = (offset + h / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))))
  }
  return { r: level(0), g: level(8), b: level(4) }
}

/** Converts CMYK to RGB by the approximation without a profile (CSS Color 5 §10.1). */
export function rgbOfCmyk({ c, m, y, k }: Cmyk): Rgb {
  const level = (ink: number) => Math.round(255 * (1 - Math.min(1, (ink / 100) * (1 - k / 100) + k / 100)))
  return { r: level(c), g: level(m), b: level(y) }
}

/**
 * Converts RGB to CMYK with as much black as possible. This is an approximation, because printers use
 * profiles.
 */
export function cmykOfRgb({ r, g, b }: Rgb): Cmyk {
  const light = Math.max(r, g, b) / 255
  const ink = (level: number) => (light === 0 ? 0 : percent(1 - level / 255 / light))
  return { c: ink(r), m: ink(g), y: ink(b), k: percent(1 - light) }
}

function hueOf({ r, g, b }: Rgb, chroma: number): number {
  if (chroma === 0) return 0
  const max = Math.max(r, g, b)
  if (max === r) return 60 * (((g - b) / chroma + 6) % 6)
  if (max === g) return 60 * ((b - r) / chroma + 2)
  return 60 * ((r - g) / chroma + 4)
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10
const percent = (share: number) => oneDecimal(share * 100)
