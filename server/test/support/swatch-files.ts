/** Readers of palette files, written from the format descriptions, independently of the code that writes them. */

export type Swatch = { name: string; group: string | null; model: string; values: number[]; kind: number }

/** Adobe Swatch Exchange: rejects any deviation from the format, to the last byte. */
export function readAse(bytes: Buffer): Swatch[] {
  const expect = (found: unknown, wanted: unknown, what: string) => {
    if (found !== wanted) throw new Error(`${what}: ${found} instead of ${wanted}`)
  }
  expect(bytes.toString('latin1', 0, 4), 'ASEF', 'signature')
  expect(bytes.readUInt32BE(4), 0x0001_0000, 'version')
  const blocks = bytes.readUInt32BE(8)
  const swatches: Swatch[] = []
  let group: string | null = null
  let at = 12
  for (let number = 0; number < blocks; number++) {
    const type = bytes.readUInt16BE(at)
    const length = bytes.readUInt32BE(at + 2)
    const block = bytes.subarray(at + 6, at + 6 + length)
    expect(block.length, length, 'block')
    at += 6 + length
    if (type === 0xc002) {
      expect(length, 0, 'group end')
      if (group === null) throw new Error('a group ends without a start')
      group = null
      continue
    }
    const units = block.readUInt16BE(0)
    const end = 2 + 2 * units
    expect(block.readUInt16BE(end - 2), 0, 'end of the name')
    const name = Buffer.from(block.subarray(2, end - 2))
      .swap16()
      .toString('utf16le')
    if (type === 0xc001) {
      expect(group, null, 'group in a group')
      expect(end, length, 'group start')
      group = name
      continue
    }
    expect(type, 0x0001, 'block type')
    const model = block.toString('latin1', end, end + 4)
    const channels = { 'RGB ': 3, CMYK: 4, 'LAB ': 3, Gray: 1 }[model] ?? 0
    const values = Array.from({ length: channels }, (_, index) => block.readFloatBE(end + 4 + 4 * index))
    expect(end + 4 + 4 * channels + 2, length, 'color')
    swatches.push({ name, group, model, values, kind: block.readUInt16BE(length - 2) })
  }
  expect(at, bytes.length, 'length of the file')
  expect(group, null, 'open group')
  return swatches
}

/** GIMP Palette, version 2. */
export function readGpl(text: string): { name: string; colors: { name: string; rgb: number[] }[] } {
  const lines = text.split('\n')
  if (lines.shift() !== 'GIMP Palette') throw new Error('no magic line')
  const name = /^Name: (.*)$/.exec(lines.shift()!)?.[1]
  if (name === undefined) throw new Error('no name')
  if (!/^Columns: \d+$/.test(lines.shift()!)) throw new Error('no columns')
  if (lines.pop() !== '') throw new Error('the last line has no end')
  const colors = lines
    .filter((line) => !line.startsWith('#') && line !== '')
    .map((line) => {
      const read = /^ *(\d{1,3})\s+(\d{1,3})\s+(\d{1,3})(?:\s+(.*))?$/.exec(line)
      if (!read) throw new Error(`no color: ${JSON.stringify(line)}`)
      return { name: read[4] ?? '', rgb: read.slice(1, 4).map(Number) }
    })
  return { name: name.trim(), colors }
}
