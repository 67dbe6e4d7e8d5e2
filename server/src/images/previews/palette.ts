import { readFile, stat } from 'node:fs/promises'
import type { EmbeddedColor } from '../../db/schema.ts'
import { DecodeError } from '../decode-error.ts'
import { short } from '../metadata.ts'
import type { Preview } from '../source.ts'
import { documentOf, element } from './elements.ts'

type Cmyk = NonNullable<EmbeddedColor['cmyk']>

const paletteBytesMax = 4 * 1024 ** 2
/** Maximum length of the name of a color. Longer names are truncated. */
const nameLengthMax = 100
const colorsMax = 256

export async function colorsOfPalette(path: string, extension: string): Promise<EmbeddedColor[]> {
  if ((await stat(path)).size > paletteBytesMax) throw new DecodeError('too_complex')
  const bytes = await readFile(path)
  try {
    return readers[extension]!(bytes)
  } catch (error) {
    // A number is beyond the end of the file.
    throw error instanceof RangeError ? new DecodeError('damaged') : error
  }
}

const readers: Record<string, (bytes: Buffer) => EmbeddedColor[]> = {
  ase: readAse,
  aco: readAco,
  gpl: readGpl,
}

const hexOf = (...levels: number[]) =>
  `#${levels
    .map((level) => Math.max(0, Math.min(255, Math.round(level || 0))))
    .map((level) => level.toString(16).padStart(2, '0'))
    .join('')}`.toUpperCase()

const color = (hex: string, name: string, rest: { group?: string | undefined; cmyk?: Cmyk } = {}) => {
  const [label, group] = [short(name, nameLengthMax), short(rest.group, nameLengthMax)]
  return {
    ...(label && { name: label }),
    ...(group && { group }),
    hex,
    ...(rest.cmyk && { cmyk: rest.cmyk }),
  }
}

/** Converts CMYK without a profile, as programs show inks on a screen if no profile is known. */
function ofCmyk(inks: readonly number[]) {
  const [c, m, y, k] = inks.map((ink) => Math.max(0, Math.min(1, ink || 0))) as [
    number,
    number,
    number,
    number,
  ]
  const percent = (ink: number) => Math.round(ink * 100)
  const level = (ink: number) => 255 * (1 - ink) * (1 - k)
  return {
    hex: hexOf(level(c), level(m), level(y)),
    cmyk: { c: percent(c), m: percent(m), y: percent(y), k: percent(k) },
  }
}

/** CIE Lab of D50, as design programs use it, to sRGB. */
function ofLab(lightness: number, a: number, b: number): string {
  const fy = (lightness + 16) / 116
  const cubed = (f: number) => (f > 6 / 29 ? f ** 3 : 3 * (6 / 29) ** 2 * (f - 4 / 29))
  const [x, y, z] = [0.9642 * cubed(fy + a / 500), cubed(fy), 0.8251 * cubed(fy - b / 200)]
  // Bradford adaptation to D65, and sRGB (CSS Color 4).
  const linear = [
    3.1341359 * x - 1.6172211 * y - 0.4906641 * z,
    -0.978795 * x + 1.9162543 * y + 0.0334427 * z,
    0.0719555 * x - 0.2289768 * y + 1.4053861 * z,
  ]
  const encoded = (level: number) => (level <= 0.0031308 ? 12.92 * level : 1.055 * level ** (1 / 2.4) - 0.055)
  return hexOf(...linear.map((level) => 255 * encoded(Math.max(0, level))))
}

function ofHsb(hue: number, saturation: number, brightness: number): string {
  const level = (shift: number) => {
    const place = (shift + hue * 6) % 6
    return 255 * (brightness - brightness * saturation * Math.max(0, Math.min(place, 4 - place, 1)))
  }
  return hexOf(level(5), level(3), level(1))
}

const groupStart = 0xc001
const groupEnd = 0xc002
const colorEntry = 1

/** Adobe Swatch Exchange: blocks of colors and groups, big-endian. */
function readAse(bytes: Buffer): EmbeddedColor[] {
  if (bytes.toString('latin1', 0, 4) !== 'ASEF') throw new DecodeError('damaged')
  const colors: EmbeddedColor[] = []
  let group: string | undefined
  for (let at = 12; at + 6 <= bytes.length && colors.length < colorsMax; ) {
    const type = bytes.readUInt16BE(at)
    const block = bytes.subarray(at + 6, at + 6 + bytes.readUInt32BE(at + 2))
    at += 6 + block.length
    if (type === groupEnd) group = undefined
    if (type !== groupStart && type !== colorEntry) continue
    const units = block.readUInt16BE(0)
    const name = utf16(block, 2, units)
    if (type === groupStart) group = name
    else colors.push(aseColor(block.subarray(2 + 2 * units), name, group))
  }
  return colors
}

function aseColor(block: Buffer, name: string, group: string | undefined): EmbeddedColor {
  const model = block.toString('latin1', 0, 4)
  const value = (place: number) => block.readFloatBE(4 + 4 * place)
  if (model === 'CMYK') {
    const { hex, cmyk } = ofCmyk([0, 1, 2, 3].map(value))
    return color(hex, name, { group, cmyk })
  }
  if (model === 'RGB ') return color(hexOf(...[0, 1, 2].map((place) => 255 * value(place))), name, { group })
  if (model === 'LAB ') return color(ofLab(100 * value(0), value(1), value(2)), name, { group })
  if (model === 'Gray') return color(hexOf(...[0, 0, 0].map(() => 255 * value(0))), name, { group })
  throw new DecodeError('damaged')
}

/** Reads UTF-16 up to the zero at its end. */
function utf16(bytes: Buffer, at: number, units: number): string {
  const text = Buffer.from(bytes.subarray(at, at + 2 * units))
  return text
    .subarray(0, text.length & ~1)
    .swap16()
    .toString('utf16le')
    .replace(/\0.*$/s, '')
}

/** Photoshop swatches: a list without names and, in files of version 2, the same list again with names. */
function readAco(bytes: Buffer): EmbeddedColor[] {
  const version = bytes.readUInt16BE(0)
  const count = bytes.readUInt16BE(2)
  const namedAt = version === 1 ? 4 + 10 * count : 0
  const hasNames = version === 2 || (namedAt + 4 <= bytes.length && bytes.readUInt16BE(namedAt) === 2)
  if (version !== 1 && version !== 2) throw new DecodeError('damaged')
  const colors: EmbeddedColor[] = []
  let at = hasNames ? namedAt + 4 : 4
  const stated = hasNames ? bytes.readUInt16BE(namedAt + 2) : count
  for (let left = stated; left > 0 && colors.length < colorsMax; left--) {
    const space = bytes.readUInt16BE(at)
    const values = [0, 1, 2, 3].map((place) => bytes.readUInt16BE(at + 2 + 2 * place))
    at += 10
    let name = ''
    if (hasNames) {
      const units = bytes.readUInt32BE(at)
      name = utf16(bytes, at + 4, units)
      at += 4 + 2 * units
    }
    const found = acoColor(space, values, name)
    if (found) colors.push(found)
  }
  return colors
}

/** Undefined for a color of a color book, which the file only references. */
function acoColor(space: number, values: readonly number[], name: string): EmbeddedColor | undefined {
  const share = values.map((value) => value / 65_535)
  const [first, second, third] = share as [number, number, number, number]
  const signed = (value: number) => (value > 32_767 ? value - 65_536 : value) / 100
  switch (space) {
    case 0:
      return color(hexOf(first * 255, second * 255, third * 255), name)
    case 1:
      return color(ofHsb(first, second, third), name)
    case 2: {
      // 0 is full ink.
      const { hex, cmyk } = ofCmyk(share.map((ink) => 1 - ink))
      return color(hex, name, { cmyk })
    }
    case 7:
      return color(ofLab(values[0]! / 100, signed(values[1]!), signed(values[2]!)), name)
    case 8: {
      const level = 255 * (1 - values[0]! / 10_000)
      return color(hexOf(level, level, level), name)
    }
    default:
      return undefined
  }
}

const gplColor = /^\s*(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})(?:\s+(.*))?$/

function readGpl(bytes: Buffer): EmbeddedColor[] {
  const [first, ...lines] = bytes.toString('utf8').split(/\r\n|\n|\r/)
  if (!first!.startsWith('GIMP Palette')) throw new DecodeError('damaged')
  return lines
    .flatMap((line) => {
      const found = gplColor.exec(line)
      return found ? [color(hexOf(...found.slice(1, 4).map(Number)), found[4] ?? '')] : []
    })
    .slice(0, colorsMax)
}

const width = 1_200
const height = 900
const margin = 60
const gap = 12

/** Draws the colors as a grid of swatches. Undefined for a palette without colors. */
export async function previewOfPalette(path: string, extension: string): Promise<Preview | undefined> {
  const colors = await colorsOfPalette(path, extension)
  if (colors.length === 0) return undefined
  const columns = Math.ceil(Math.sqrt((colors.length * width) / height))
  const rows = Math.ceil(colors.length / columns)
  const [across, down] = [(width - 2 * margin + gap) / columns, (height - 2 * margin + gap) / rows]
  const swatches = colors.map(({ hex }, at) =>
    element('rect', {
      x: (margin + (at % columns) * across).toFixed(2),
      y: (margin + Math.floor(at / columns) * down).toFixed(2),
      width: (across - gap).toFixed(2),
      height: (down - gap).toFixed(2),
      rx: Math.min(16, across / 8).toFixed(2),
      fill: hex,
    }),
  )
  return { svg: documentOf(width, height, ...swatches), fonts: [] }
}
