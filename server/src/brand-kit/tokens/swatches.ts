import { rgbOfHex } from '../notations.ts'
import type { ColorToken, TokenKit } from './tokens.ts'

/** Palettes for graphics programs, with the original names. */

/** GIMP Palette, version 2 (developer.gimp.org/core/standards/gpl). Inkscape and Krita read it too. */
export function writeGpl({ name, version, colors }: TokenKit): string {
  const lines = colors.map((color) => {
    const { r, g, b } = rgbOfHex(color.hex)
    return `${[r, g, b].map((level) => `${level}`.padStart(3)).join(' ')}\t${oneLine(color.name)}\n`
  })
  return `GIMP Palette\nName: ${oneLine(name)}\nColumns: 0\n# Version ${version}\n${lines.join('')}`
}

const blockTypes = { color: 0x0001, groupStart: 0xc001, groupEnd: 0xc002 }
/** The swatch type that is neither global nor a spot color. Editing such a swatch changes no other swatch. */
const normalSwatch = 2

/**
 * Adobe Swatch Exchange 1.0: a header, then blocks of type, length and content. Everything is big-endian, and
 * texts are zero-terminated UTF-16 with their length. Colors without a group come first, then groups in the
 * order of their first color.
 */
export function writeAse({ colors }: TokenKit): Buffer {
  const groups = Map.groupBy(colors, ({ group }) => group)
  const blocks = (groups.get(null) ?? []).map(colorBlock)
  groups.delete(null)
  for (const [group, members] of groups) {
    blocks.push(block(blockTypes.groupStart, utf16(group!)), ...members.map(colorBlock))
    blocks.push(block(blockTypes.groupEnd))
  }
  return Buffer.concat([Buffer.from('ASEF'), uint16(1, 0), uint32(blocks.length), ...blocks])
}

function colorBlock({ name, hex }: ColorToken): Buffer {
  const { r, g, b } = rgbOfHex(hex)
  return block(
    blockTypes.color,
    Buffer.concat([
      utf16(name),
      Buffer.from('RGB '),
      floats(r / 255, g / 255, b / 255),
      uint16(normalSwatch),
    ]),
  )
}

const block = (type: number, content: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([uint16(type), uint32(content.length), content])

/** Big-endian UTF-16 after its length in code units, including the final zero. */
function utf16(text: string): Buffer {
  const units = Buffer.from(`${text}\0`, 'utf16le').swap16()
  return Buffer.concat([uint16(units.length / 2), units])
}

function uint16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function floats(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeFloatBE(value, 4 * index)
  return bytes
}

const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()
