/** 0 to 255. */
export type Rgb = { r: number; g: number; b: number }

export function rgbOfHex(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 }
}

export function hexOfRgb({ r, g, b }: Rgb): string {
  const digits = [r, g, b].map((level) => Math.round(level).toString(16).padStart(2, '0'))
  return `#${digits.join('').toUpperCase()}`
}

/** WCAG 2.2, "contrast ratio", from 1 for equal colors to 21 for black on white. */
export function contrastRatio(a: Rgb, b: Rgb): number {
  const [darker, lighter] = [relativeLuminance(a), relativeLuminance(b)].sort((x, y) => x - y)
  return (lighter! + 0.05) / (darker! + 0.05)
}

/** WCAG 2.2, "relative luminance", with the threshold of its 2021 errata. */
export const relativeLuminance = ({ r, g, b }: Rgb): number =>
  0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)

function linear(level: number): number {
  const share = level / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Blends a color over another color as browsers do: in sRGB, channel by channel. */
export function over(color: Rgb, opacity: number, ground: Rgb): Rgb {
  const blend = (a: number, b: number) => a * opacity + b * (1 - opacity)
  return { r: blend(color.r, ground.r), g: blend(color.g, ground.g), b: blend(color.b, ground.b) }
}
