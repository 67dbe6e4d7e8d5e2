type Planes = {
  width: number
  height: number
  /** Bits of a sample: 1, 8, or 16, big-endian. */
  depth: number
  planes: number
  /** Samples of a pixel in each plane. One by default. */
  samples?: number
  /** Whether the last sample is transparency. */
  alpha: boolean
  /** TIFF 6.0, PhotometricInterpretation. */
  photometric: number
  /** 256 reds, greens, blues. */
  palette?: Buffer
  profile?: Buffer
  isPacked: boolean
  /** Bytes of each row, plane by plane. */
  rows: readonly number[]
  bytes: Buffer
}

const tag = {
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  photometric: 262,
  stripOffsets: 273,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  planarConfiguration: 284,
  colorMap: 320,
  extraSamples: 338,
  profile: 34_675,
} as const

const short = 3
const long = 4
const undefinedType = 7
const typeBytes: Record<number, number> = { [short]: 2, [long]: 4, [undefinedType]: 1 }

const rowsPerStrip = 64
const headBytes = 8
const entryBytes = 12

type Field = [id: number, type: number, value: readonly number[] | Buffer]

/** A big-endian TIFF around the rows, which are not encoded again. */
export function writeTiff(image: Planes): Buffer {
  const { width, height, depth, planes, photometric, isPacked, bytes } = image
  const lengths = stripLengths(image)
  const offsets: number[] = []
  for (const strip of lengths.keys())
    offsets.push(strip === 0 ? headBytes : offsets[strip - 1]! + lengths[strip - 1]!)
  const samples = planes * (image.samples ?? 1)
  const each = (value: number) => Array.from({ length: samples }, () => value)
  const fields: Field[] = [
    [tag.width, long, [width]],
    [tag.height, long, [height]],
    [tag.bitsPerSample, short, each(depth)],
    [tag.compression, short, [isPacked ? 32_773 : 1]],
    [tag.photometric, short, [photometric]],
    [tag.stripOffsets, long, offsets],
    [tag.samplesPerPixel, short, [samples]],
    [tag.rowsPerStrip, long, [rowsPerStrip]],
    [tag.stripByteCounts, long, lengths],
    [tag.planarConfiguration, short, [planes > 1 ? 2 : 1]],
    ...(image.palette ? [[tag.colorMap, short, colorMap(image.palette)] satisfies Field] : []),
    ...(image.alpha ? [[tag.extraSamples, short, [2]] satisfies Field] : []),
    ...(image.profile ? [[tag.profile, undefinedType, image.profile] satisfies Field] : []),
  ]
  const padding = Buffer.alloc(bytes.length & 1)
  const directoryAt = headBytes + bytes.length + padding.length
  const head = Buffer.from([0x4d, 0x4d, 0, 42, 0, 0, 0, 0])
  head.writeUInt32BE(directoryAt, 4)
  return Buffer.concat([head, bytes, padding, directory(fields, directoryAt)])
}

function stripLengths({ height, planes, rows }: Planes): number[] {
  const lengths: number[] = []
  for (let plane = 0; plane < planes; plane++)
    for (let from = 0; from < height; from += rowsPerStrip) {
      let length = 0
      for (let row = from; row < Math.min(height, from + rowsPerStrip); row++)
        length += rows[plane * height + row]!
      lengths.push(length)
    }
  return lengths
}

/** Color map with 16 bits per value. */
const colorMap = (palette: Buffer) => Array.from({ length: 3 * 256 }, (_, at) => (palette[at] ?? 0) * 257)

function directory(fields: readonly Field[], at: number): Buffer {
  const entries = Buffer.alloc(2 + fields.length * entryBytes + 4)
  entries.writeUInt16BE(fields.length)
  const values: Buffer[] = []
  let valuesAt = at + entries.length
  for (const [place, [id, type, value]] of fields.entries()) {
    const bytes = Buffer.isBuffer(value) ? value : numbers(type, value)
    const entry = 2 + place * entryBytes
    entries.writeUInt16BE(id, entry)
    entries.writeUInt16BE(type, entry + 2)
    entries.writeUInt32BE(bytes.length / typeBytes[type]!, entry + 4)
    if (bytes.length <= 4) bytes.copy(entries, entry + 8)
    else {
      entries.writeUInt32BE(valuesAt, entry + 8)
      const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length & 1)])
      values.push(padded)
      valuesAt += padded.length
    }
  }
  return Buffer.concat([entries, ...values])
}

function numbers(type: number, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * typeBytes[type]!)
  for (const [at, value] of values.entries())
    if (type === short) bytes.writeUInt16BE(value, at * 2)
    else bytes.writeUInt32BE(value, at * 4)
  return bytes
}
