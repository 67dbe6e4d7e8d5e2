// Files of design programs and cameras, as small as their formats allow. Most show red on the left and blue on the right.
import sharp from 'sharp'
import { zip } from './xlsx.ts'

export const red = [255, 0, 0] as const
export const blue = [0, 0, 255] as const

export const split = { width: 32, height: 16 }

/** Red, green and blue of every pixel. */
const pixels = Buffer.concat(
  Array.from({ length: split.width * split.height }, (_, at) =>
    Buffer.from(at % split.width < split.width / 2 ? red : blue),
  ),
)

const raw = { raw: { ...split, channels: 3 } } as const
export const jpeg = (width: number = split.width) =>
  sharp(pixels, raw)
    .resize(width, width / 2, { kernel: 'nearest' })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
export const png = () => sharp(pixels, raw).png().toBuffer()
export const tiff = () => sharp(pixels, raw).tiff({ compression: 'lzw' }).toBuffer()

const u16 = (...values: number[]) => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt16BE(value, 2 * at)
  return bytes
}
const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at)
  return bytes
}
const u16le = (...values: number[]) => u16(...values).swap16()
const u32le = (...values: number[]) => u32(...values).swap32()

type PsdLook = {
  mode: number
  /** Samples on the left and on the right, per channel, as Photoshop stores them. */
  channels: readonly (readonly [left: number, right: number])[]
  depth?: 8 | 16
  compression?: 'none' | 'packBits'
  isLarge?: boolean
  isTransparent?: boolean
  palette?: Buffer
  /** Image resources by number. */
  resources?: Record<number, Buffer>
}

/** A Photoshop document without layers (Adobe Photoshop File Formats Specification). */
export function psd({ mode, channels, depth = 8, compression = 'none', isLarge = false, ...look }: PsdLook) {
  const { width, height } = split
  const { isTransparent = false, palette = Buffer.alloc(0), resources = {} } = look
  const length = (bytes: number) => (isLarge ? u32(0, bytes) : u32(bytes))
  const blocks = Buffer.concat(
    Object.entries(resources).flatMap(([id, bytes]) => [
      Buffer.from('8BIM'),
      u16(Number(id), 0),
      u32(bytes.length),
      bytes,
      Buffer.alloc(bytes.length & 1),
    ]),
  )
  // A layer without a size, whose record is not read.
  const layers = isTransparent ? Buffer.concat([length(4), u16(0xffff, 0), u32(0)]) : Buffer.alloc(0)
  const row = ([left, right]: readonly [number, number]) => {
    const half = (level: number) =>
      depth === 16 ? u16(...new Array(width / 2).fill(level)) : Buffer.alloc(width / 2, level)
    if (compression === 'none') return Buffer.concat([half(left), half(right)])
    const run = (level: number) => Buffer.from([257 - width / 2, level])
    return Buffer.concat([run(left), run(right)])
  }
  const rows = channels.flatMap((channel) => Array.from({ length: height }, () => row(channel)))
  const counts = rows.map(({ length }) => length)
  return Buffer.concat([
    Buffer.from('8BPS'),
    u16(isLarge ? 2 : 1, 0, 0, 0, channels.length),
    u32(height, width),
    u16(depth, mode),
    u32(palette.length),
    palette,
    u32(blocks.length),
    blocks,
    length(layers.length),
    layers,
    u16(compression === 'none' ? 0 : 1),
    ...(compression === 'none' ? [] : [isLarge ? u32(...counts) : u16(...counts)]),
    ...rows,
  ])
}

export const psdOfRgb = (look: Partial<PsdLook> = {}) =>
  psd({
    mode: 3,
    channels: [
      [255, 0],
      [0, 0],
      [0, 255],
    ],
    ...look,
  })

/** Image resources: a JPEG thumbnail, and whether there is a merged image. */
export const photoshopResources = (thumbnail: Buffer, hasMergedImage: boolean) => ({
  1036: Buffer.concat([Buffer.alloc(28), thumbnail]),
  1057: Buffer.concat([u32(1), Buffer.from([hasMergedImage ? 1 : 0])]),
})

/** An XMP packet with a thumbnail, as InDesign and Illustrator write it. */
export const packetWith = (thumbnail: Buffer) =>
  Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpGImg="http://ns.adobe.com/xap/1.0/g/img/"><xmp:CreatorTool>Layout 1.0</xmp:CreatorTool><xmp:Thumbnails><rdf:Alt><rdf:li rdf:parseType="Resource"><xmpGImg:format>JPEG</xmpGImg:format><xmpGImg:image>${thumbnail
      .toString('base64')
      .replace(
        /.{76}/g,
        '$&&#xA;',
      )}</xmpGImg:image></rdf:li></rdf:Alt></xmp:Thumbnails></rdf:Description></rdf:RDF></x:xmpmeta>`,
  )

export const indd = (thumbnail: Buffer) =>
  Buffer.concat([
    Buffer.from('0606edf5d81d46e5bd31efe7fe74b71d', 'hex'),
    Buffer.from('DOCUMENT'),
    Buffer.alloc(4_096),
    packetWith(thumbnail),
    Buffer.alloc(4_096),
  ])

const postScript = (rest = '') =>
  `%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 144 72\n%%EndComments\n${rest}showpage\n`

/** An EPS file for Windows: a table, PostScript, and a TIFF. */
export function epsWithTiff(picture: Buffer): Buffer {
  const text = Buffer.from(postScript())
  const head = Buffer.concat([
    Buffer.from('c5d0d3c6', 'hex'),
    u32le(30, text.length, 0, 0, 30 + text.length, picture.length),
    Buffer.from('ffff', 'hex'),
  ])
  return Buffer.concat([head, text, picture])
}

/** A bitmap in comments: black on the left, white on the right. */
export const epsi = Buffer.from(postScript(`%%BeginPreview: 16 2 1 2\n% ff00\n% ff00\n%%EndPreview\n`))

export const epsOfPhotoshop = (thumbnail: Buffer) => {
  const block = photoshopResources(thumbnail, true)[1036]
  const bytes = Buffer.concat([Buffer.from('8BIM'), u16(1036, 0), u32(block.length), block])
  const lines = bytes.toString('hex').replace(/.{64}/g, '$&\n% ')
  return Buffer.from(postScript(`%BeginPhotoshop: ${bytes.length}\n% ${lines}\n%EndPhotoshop\n`))
}

export const epsOfIllustrator = (thumbnail: Buffer) => Buffer.from(postScript(`${packetWith(thumbnail)}\n`))

const officeTypes = {
  docx: ['word/document.xml', 'wordprocessingml.document'],
  pptx: ['ppt/presentation.xml', 'presentationml.presentation'],
  xlsx: ['xl/workbook.xml', 'spreadsheetml.sheet'],
} as const

/** An Office document, with the parts by which it is recognized. */
export function office(extension: keyof typeof officeTypes, thumbnail?: Buffer) {
  const [part, type] = officeTypes[extension]
  const contentType = `application/vnd.openxmlformats-officedocument.${type}.main+xml`
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${part}" ContentType="${contentType}"/></Types>`,
    [part]: '<document/>',
    ...(thumbnail && { 'docProps/thumbnail.jpeg': thumbnail }),
  })
}

const openTypes = { odt: 'text', odp: 'presentation', ods: 'spreadsheet', odg: 'graphics' } as const

/** An OpenDocument file. Its type is uncompressed at the beginning, as the format requires. */
export const openDocument = (extension: keyof typeof openTypes, thumbnail: Buffer) =>
  zip(
    {
      mimetype: `application/vnd.oasis.opendocument.${openTypes[extension]}`,
      'Thumbnails/thumbnail.png': thumbnail,
    },
    0,
  )

export const bmp = (): Buffer => {
  const { width, height } = split
  // Bottom-up, in the order blue, green, red.
  const rows = Buffer.alloc(pixels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++)
        rows[((height - 1 - y) * width + x) * 3 + channel] = pixels[(y * width + x) * 3 + 2 - channel]!
  return Buffer.concat([
    Buffer.from('BM'),
    u32le(54 + rows.length, 0, 54, 40, width, height),
    u16le(1, 24),
    u32le(0, rows.length, 2_835, 2_835, 0, 0),
    rows,
  ])
}

/** An icon of two sizes, each as a PNG. */
export async function ico(): Promise<Buffer> {
  const sizes = await Promise.all(
    [16, 64].map(async (side) => ({
      side,
      bytes: await sharp(pixels, raw)
        .resize(side, side, { fit: 'fill', kernel: 'nearest' })
        .ensureAlpha()
        .png()
        .toBuffer(),
    })),
  )
  let at = 6 + 16 * sizes.length
  const entries = sizes.map(({ side, bytes }) => {
    const entry = Buffer.concat([Buffer.from([side, side, 0, 0]), u16le(1, 32), u32le(bytes.length, at)])
    at += bytes.length
    return entry
  })
  return Buffer.concat([u16le(0, 1, sizes.length), ...entries, ...sizes.map(({ bytes }) => bytes)])
}

/** A TGA image, bottom-up as most programs write it, with the signature of version 2. */
export function tga(): Buffer {
  const bgr = Buffer.from(pixels)
  for (let at = 0; at < bgr.length; at += 3) bgr.subarray(at, at + 3).reverse()
  const head = Buffer.alloc(18)
  head[2] = 2
  head.writeUInt16LE(split.width, 12)
  head.writeUInt16LE(split.height, 14)
  head[16] = 24
  return Buffer.concat([head, bgr, Buffer.alloc(8), Buffer.from('TRUEVISION-XFILE.\0', 'latin1')])
}

/** Encoded by libjxl and OpenJPEG. */
export const jxl = Buffer.from('/wrDQSQIAAEAcABLGIsVANSIGYPBC4QAoEkWAJBI5N8P8L7tj/kB', 'base64')
export const jp2 = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAAEAAAACAAAwcHAAAAAAAPY29scgEAAAAAABAAAADyanAyY/9P/1EALwAAAAAAIAAAABAAAAAAAAAAAAAAACAAAAAQAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAQQEBAAB/1wAEEBASEhQSEhQSEhQSEhQ/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS40/5AACgAAAAAAbgAB/5PPtAwJNx/fgBgLRHL/GCAETjw/gMfaBgAJg7vH2gYAADc3gM/AGA4LPQrsqc/AFA0DchMYgM/AKCFuBr7HoI+BIj/PwCAiGgi+LEpVf4DH2gwANfI7F/9/z8AUNp4/s3//2Q==',
  'base64',
)
export const j2k = jp2.subarray(jp2.indexOf(Buffer.from('ff4fff51', 'hex')))

type Entry = [id: number, type: 'short' | 'long', value: number]

/** A directory of a TIFF, whose values fit into its entries. */
const directory = (entries: readonly Entry[], next = 0) =>
  Buffer.concat([
    u16le(entries.length),
    ...entries.map(([id, type, value]) =>
      Buffer.concat([u16le(id, type === 'short' ? 3 : 4), u32le(1, value)]),
    ),
    u32le(next),
  ])

/**
 * A raw photo as most cameras write it: a small picture in the first directory, and a large JPEG in its
 * subdirectory, followed by the sensor's data.
 */
export function rawPhoto(thumbnail: Buffer, picture: Buffer | undefined, orientation = 1): Buffer {
  const first = 8
  const second = first + 2 + 12 * 8 + 4
  const third = second + 2 + 12 * 3 + 4
  const thumbnailAt = third + 2 + 12 * 5 + 4
  const pictureAt = thumbnailAt + thumbnail.length
  const sensorAt = pictureAt + (picture?.length ?? 0)
  return Buffer.concat([
    Buffer.from('II*\0'),
    u32le(first),
    directory(
      [
        [0xfe, 'long', 1],
        [0x100, 'long', 160],
        [0x101, 'long', 120],
        [0x112, 'short', orientation],
        [0x14a, 'long', picture ? second : third],
        [0x201, 'long', thumbnailAt],
        [0x202, 'long', thumbnail.length],
        [0x128, 'short', 2],
      ],
      0,
    ),
    directory(
      [
        [0xfe, 'long', 1],
        [0x201, 'long', pictureAt],
        [0x202, 'long', picture?.length ?? 0],
      ],
      third,
    ),
    directory([
      [0x100, 'long', 6_000],
      [0x101, 'long', 4_000],
      [0x103, 'short', 7],
      [0x106, 'short', 32_803],
      [0x111, 'long', sensorAt],
    ]),
    thumbnail,
    ...(picture ? [picture] : []),
    Buffer.alloc(64),
  ])
}

const box = (type: string, ...content: Buffer[]) => {
  const bytes = Buffer.concat(content)
  return Buffer.concat([u32(8 + bytes.length), Buffer.from(type, 'latin1'), bytes])
}

/** Canon's format since 2018: an ISO base media file, whose first track is a JPEG. */
export function cr3(picture: Buffer, preview: Buffer, orientation = 1): Buffer {
  const kind = box('ftyp', Buffer.from('crx '), u32(1), Buffer.from('crx isom'))
  const tiff = Buffer.concat([Buffer.from('II*\0'), u32le(8), directory([[0x112, 'short', orientation]])])
  const entry = Buffer.concat([Buffer.alloc(24), u16(6_000, 4_000), Buffer.alloc(54)])
  const moov = (at: number) =>
    box(
      'moov',
      box('uuid', Buffer.from('85c0b687820f11e08111f4ce462b6a48', 'hex'), box('CMT1', tiff)),
      box(
        'trak',
        box(
          'mdia',
          box(
            'minf',
            box(
              'stbl',
              box('stsd', u32(0, 1), box('CRAW', entry)),
              box('stsz', u32(0, picture.length, 1)),
              box('co64', u32(0, 1, 0, at)),
            ),
          ),
        ),
      ),
    )
  const shown = box(
    'uuid',
    Buffer.from('eaf42b5e1c984b88b9fbb7dc406e4d16', 'hex'),
    u32(0, 1),
    box('PRVW', u32(0), u16(1, 1_620, 1_080, 1), u32(preview.length), preview),
  )
  const at = kind.length + moov(0).length + shown.length + 8
  return Buffer.concat([kind, moov(at), shown, box('mdat', picture)])
}

export const raf = (picture: Buffer) =>
  Buffer.concat([
    Buffer.from('FUJIFILMCCD-RAW '.padEnd(84, '\0'), 'latin1'),
    u32(128, picture.length),
    Buffer.alloc(36),
    picture,
  ])

const utf16 = (text: string) => Buffer.from(`${text}\0`, 'utf16le').swap16()
const float = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [at, value] of values.entries()) bytes.writeFloatBE(value, 4 * at)
  return bytes
}

/** Adobe Swatch Exchange: a CMYK color in a group, a gray and a Lab color. */
export function ase(): Buffer {
  const block = (type: number, ...content: Buffer[]) => {
    const bytes = Buffer.concat(content)
    return Buffer.concat([u16(type), u32(bytes.length), bytes])
  }
  const name = (text: string) => Buffer.concat([u16(text.length + 1), utf16(text)])
  const color = (text: string, model: string, ...values: number[]) =>
    block(1, name(text), Buffer.from(model), float(...values), u16(2))
  return Buffer.concat([
    Buffer.from('ASEF'),
    u16(1, 0),
    u32(5),
    block(0xc001, name('Print')),
    color('Brand red', 'CMYK', 0, 1, 0.8, 0.2),
    block(0xc002),
    color('Half', 'Gray', 0.5),
    color('Lab red', 'LAB ', 0.5429, 80.81, 69.89),
  ])
}

/** Photoshop swatches of version 1 and 2: an RGB, a CMYK, an HSB, a Lab and a gray color. */
export function aco(): Buffer {
  const colors = [
    { name: 'Sea', values: [0, 0x1212, 0x6868, 0xc8c8, 0] },
    { name: 'Ink', values: [2, 0, 65_535, 65_535, 65_535] },
    { name: 'Lime', values: [1, 21_845, 65_535, 65_535, 0] },
    { name: 'White', values: [7, 10_000, 0, 0, 0] },
    { name: 'Gray', values: [8, 5_000, 0, 0, 0] },
    // A color of a color book, which only the design program contains.
    { name: 'Book', values: [3, 0, 0, 0, 0] },
  ]
  return Buffer.concat([
    u16(1, colors.length, ...colors.flatMap(({ values }) => values)),
    u16(2, colors.length),
    ...colors.flatMap(({ name, values }) => [u16(...values), u32(name.length + 1), utf16(name)]),
  ])
}

export const gpl = Buffer.from('GIMP Palette\nName: Brand\nColumns: 2\n#\n255   0   0\tRed\n  0 128 255\n')
