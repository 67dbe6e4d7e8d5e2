import sharp from 'sharp'
import { nameObject, num, nums, type PdfFile, type Ref } from './file.ts'

export type InkColor = {
  hex: string
  /** Percentages. */
  cmyk: { c: number; m: number; y: number; k: number } | null
  /** The name of a spot ink: `286 C`. */
  pantone: string | null
}

export type ColorMode = 'rgb' | 'cmyk'

export type Colors = {
  mode: ColorMode
  space: 'DeviceRGB' | 'DeviceCMYK'
  operator(hex: string, isStroke: boolean, use: Use): string
  /** The components in the color space of groups, each from 0 to 1. */
  components(hex: string): number[]
}

export type Use = (category: 'ColorSpace', ref: Ref) => string

/**
 * Colors of the kit use exactly its CMYK values or spot colors. In CMYK, neutral colors use only black ink, and all
 * other colors are converted with the profile of the output intent.
 */
export async function newColors(
  file: PdfFile,
  mode: ColorMode,
  hexes: Iterable<string>,
  kit: readonly InkColor[],
  profile: string,
): Promise<Colors> {
  const known = new Map<string, InkColor>()
  for (const color of kit) if (!known.has(color.hex.toUpperCase())) known.set(color.hex.toUpperCase(), color)
  if (mode === 'rgb') {
    return {
      mode,
      space: 'DeviceRGB',
      components: rgbOf,
      operator: (hex, isStroke) => `${nums(rgbOf(hex))} ${isStroke ? 'RG' : 'rg'}`,
    }
  }
  const inks = await inksOf(new Set([...hexes].map((hex) => hex.toUpperCase())), known, profile)
  const components = (hex: string) => inks.get(hex.toUpperCase()) ?? [0, 0, 0, 1]
  return {
    mode,
    space: 'DeviceCMYK',
    components,
    operator(hex, isStroke, use) {
      const pantone = known.get(hex.toUpperCase())?.pantone
      if (!pantone) return `${nums(components(hex))} ${isStroke ? 'K' : 'k'}`
      const name = use('ColorSpace', file.once(separation(spotName(pantone), components(hex))))
      return isStroke ? `/${name} CS 1 SCN` : `/${name} cs 1 scn`
    },
  }
}

/** The name of a spot color as ink manufacturers and layout programs write it. */
export const spotName = (pantone: string) => (/^pantone\b/i.test(pantone) ? pantone : `PANTONE ${pantone}`)

/**
 * A separation color space. Full tint is the alternate color, and zero tint is paper (ISO 32000-2 §8.6.6.4).
 */
const separation = (name: string, inks: number[]) =>
  `[/Separation${nameObject(name)}/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[${nums(inks)}]/N 1>>]`

/** The color of printer's marks, which are on every plate. */
export const registration =
  '[/Separation/All/DeviceCMYK<</FunctionType 2/Domain[0 1]/C0[0 0 0 0]/C1[1 1 1 1]/N 1>>]'

const rgbOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

async function inksOf(
  hexes: Set<string>,
  kit: Map<string, InkColor>,
  profile: string,
): Promise<Map<string, number[]>> {
  const inks = new Map<string, number[]>()
  const converted: string[] = []
  for (const hex of hexes) {
    const stated = kit.get(hex)?.cmyk
    const [red, green, blue] = rgbOf(hex) as [number, number, number]
    if (stated)
      inks.set(
        hex,
        [stated.c, stated.m, stated.y, stated.k].map((percent) => percent / 100),
      )
    else if (red === green && green === blue) inks.set(hex, [0, 0, 0, 1 - red])
    else converted.push(hex)
  }
  if (converted.length === 0) return inks
  const rgb = Buffer.from(converted.map((hex) => hex.slice(1)).join(''), 'hex')
  const cmyk = await toCmyk(rgb, converted.length, 1, profile)
  converted.forEach((hex, index) => {
    // Whole percents are as precise as a press can print.
    const parts = [...cmyk.subarray(index * 4, index * 4 + 4)].map(
      (byte) => Math.round((byte / 255) * 100) / 100,
    )
    inks.set(hex, parts)
  })
  return inks
}

/** Converts sRGB (3 bytes) to CMYK (4 bytes, 255 for full ink). */
export const toCmyk = (rgb: Buffer, width: number, height: number, profile: string): Promise<Buffer> =>
  // `toColorspace` is not called, because it would convert the pixels twice.
  sharp(rgb, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .withIccProfile(profile, { attach: false })
    .raw()
    .toBuffer()

export const gray = (value: number, isStroke = false) => `${num(value)} ${isStroke ? 'G' : 'g'}`
