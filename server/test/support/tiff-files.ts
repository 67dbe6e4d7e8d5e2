/** A field of a TIFF directory: tag, type (2 text, 3 short, 4 long, 5 rational, 7 bytes) and values. */
export type Field = [tag: number, type: 1 | 2 | 3 | 4 | 5 | 7, value: number[] | string | Buffer]

type Options = {
  /** Additional fields of the image. A field replaces the default field with the same tag. */
  fields?: Field[]
  exif?: Field[]
  gps?: Field[]
  /** The byte order. `MM` is big-endian. */
  order?: 'II' | 'MM'
  /** The pixels as stored, in one strip. By default gray, with one byte per pixel. */
  pixels?: Buffer
}

const each = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1 }

/** A TIFF file (TIFF 6.0) of one strip, with the given fields, whatever their values. */
export function tiff(
  width: number,
  height: number,
  { fields = [], exif, gps, order = 'II', pixels = Buffer.alloc(width * height, 0x80) }: Options = {},
): Buffer {
  const isBig = order === 'MM'
  const u16 = (value: number) => {
    const bytes = Buffer.alloc(2)
    isBig ? bytes.writeUInt16BE(value) : bytes.writeUInt16LE(value)
    return bytes
  }
  const u32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    isBig ? bytes.writeUInt32BE(value) : bytes.writeUInt32LE(value)
    return bytes
  }
  const bytesOf = ([, type, value]: Field): Buffer => {
    if (Buffer.isBuffer(value)) return value
    if (typeof value === 'string') return Buffer.from(`${value}\0`)
    return Buffer.concat(
      value.map((number) =>
        type === 3 ? u16(number) : type === 4 || type === 5 ? u32(number) : Buffer.from([number]),
      ),
    )
  }
  const directory = (list: Field[], at: number) => {
    const sorted = [...list].sort((a, b) => a[0] - b[0])
    const values: Buffer[] = []
    let used = at + 2 + 12 * sorted.length + 4
    const rows = sorted.map((field) => {
      const bytes = bytesOf(field)
      const head = Buffer.concat([u16(field[0]), u16(field[1]), u32(bytes.length / each[field[1]])])
      if (bytes.length <= 4) return Buffer.concat([head, bytes, Buffer.alloc(4 - bytes.length)])
      const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)])
      values.push(padded)
      used += padded.length
      return Buffer.concat([head, u32(used - padded.length)])
    })
    return Buffer.concat([u16(sorted.length), ...rows, u32(0), ...values])
  }
  const pixelsAt = 8
  const parts = [Buffer.from(order), u16(42), u32(0), pixels, Buffer.alloc(pixels.length % 2)]
  let at = Buffer.concat(parts).length
  const pointers: Field[] = []
  for (const [tag, list] of [[0x8769, exif] as const, [0x8825, gps] as const]) {
    if (!list) continue
    const bytes = directory(list, at)
    pointers.push([tag, 4, [at]])
    parts.push(bytes)
    at += bytes.length
  }
  const usual: Field[] = [
    [0x100, 4, [width]],
    [0x101, 4, [height]],
    [0x102, 3, [8]],
    [0x103, 3, [1]],
    [0x106, 3, [1]],
    [0x111, 4, [pixelsAt]],
    [0x115, 3, [1]],
    [0x116, 4, [height]],
    [0x117, 4, [pixels.length]],
  ]
  const own = new Set(fields.map(([tag]) => tag))
  parts.push(directory([...usual.filter(([tag]) => !own.has(tag)), ...fields, ...pointers], at))
  const file = Buffer.concat(parts)
  u32(at).copy(file, 4)
  return file
}
