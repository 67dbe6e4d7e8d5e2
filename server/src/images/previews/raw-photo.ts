import { open } from 'node:fs/promises'
import sharp from 'sharp'
import { type ByteSource, partOfSource, sourceOfFile } from '../byte-source.ts'
import { DecodeError } from '../decode-error.ts'
import type { Box } from '../layout.ts'
import type { Preview } from '../source.ts'
import { openTiff } from '../tiff.ts'
import { rawVersions } from '../tiff-layout.ts'

type Place = { at: number; length: number }
type RawPhoto = { pictures: Place[]; size?: Box; orientation?: number | undefined }

const pictureBytesMax = 64 * 1024 ** 2
/** Minimum side of an image. Thumbnails for the camera's own display are too small to judge a photo. */
const pictureSideMin = 100

/** The photo as the camera shows it or, if the file has no such JPEG, as it is developed by default. */
export const previewOfRaw = async (path: string, extension: string): Promise<Preview> =>
  (await pictureInRaw(path)) ?? (await import('./magick.ts')).previewByMagick(path, extension)

/** The largest JPEG in a raw photo, upright. Undefined if there is none. */
async function pictureInRaw(path: string): Promise<Preview | undefined> {
  const file = await open(path, 'r')
  try {
    const source = await sourceOfFile(file)
    const { pictures, orientation } = await photoIn(source)
    const largest = pictures
      .filter((place) => isWithin(source, place))
      .toSorted((one, other) => other.length - one.length)
    for (const { at, length } of largest) {
      const picture = await source.read(at, length)
      if (!isJpeg(picture)) continue
      const header = await sharp(picture)
        .metadata()
        .catch(() => undefined)
      if (header?.format !== 'jpeg' || Math.max(header.width, header.height) < pictureSideMin) continue
      return { picture: await upright(picture, header.orientation ? undefined : orientation) }
    }
    return undefined
  } finally {
    await file.close()
  }
}

const isWithin = ({ size }: ByteSource, { at, length }: Place) =>
  Number.isSafeInteger(at) && Number.isSafeInteger(length) && at < size && length <= pictureBytesMax

const isJpeg = (bytes: Buffer) => bytes.toString('hex', 0, 3) === 'ffd8ff'

export async function sizeOfRaw(path: string): Promise<Box | undefined> {
  const file = await open(path, 'r')
  try {
    const { size, orientation = 1 } = await photoIn(await sourceOfFile(file))
    return size && orientation >= 5 ? { width: size.height, height: size.width } : size
  } finally {
    await file.close()
  }
}

/** Rotates an embedded image, which often relies on the orientation in the file. */
async function upright(picture: Buffer, orientation = 1): Promise<Buffer> {
  if (orientation <= 1 || orientation > 8) return picture
  return sharp(picture, { failOn: 'none' })
    .withMetadata({ orientation })
    .jpeg({ quality: 92 })
    .toBuffer()
    .catch(() => {
      throw new DecodeError('damaged')
    })
}

async function photoIn(source: ByteSource): Promise<RawPhoto> {
  const head = await source.read(0, 128)
  if (head.toString('latin1', 0, 15) === 'FUJIFILMCCD-RAW') return fujiPhoto(source, head)
  if (head.toString('latin1', 4, 8) === 'ftyp') return canonPhoto(source)
  return tiffPhoto(source)
}

const tag = {
  newSubfileType: 0xfe,
  width: 0x100,
  height: 0x101,
  compression: 0x103,
  photometric: 0x106,
  stripOffsets: 0x111,
  orientation: 0x112,
  stripByteCounts: 0x117,
  subDirectories: 0x14a,
  jpegOffset: 0x201,
  jpegLength: 0x202,
  panasonicJpeg: 0x2e,
  panasonicTop: 4,
  panasonicLeft: 5,
  panasonicBottom: 6,
  panasonicRight: 7,
  exif: 0x8769,
  exifWidth: 0xa002,
  exifHeight: 0xa003,
  defaultCropSize: 0xc620,
} as const
const wantedTags: ReadonlySet<number> = new Set(Object.values(tag))

const directoriesMax = 64
const valuesMax = 16
/** Compressions: old and new JPEG, and lossy DNG. */
const jpegCompressions = [6, 7, 34_892]
/** Photometric interpretations without a displayable image: color filter array, and linear raw. */
const rawPhotometrics = [32_803, 34_892]

/** Reads the directories of raw files that are TIFFs, as most makers write them. */
async function tiffPhoto(source: ByteSource): Promise<RawPhoto> {
  const tiff = await openTiff(source, rawVersions)
  if (!tiff) throw new DecodeError('damaged')
  const photo: RawPhoto = { pictures: [] }
  const waiting = [tiff.first]
  const seen = new Set<number>()
  for (let at = waiting.shift(); at !== undefined && seen.size < directoriesMax; at = waiting.shift()) {
    if (at === 0 || seen.has(at)) continue
    seen.add(at)
    const { entries, next } = await tiff.directory(at)
    const numbers = new Map<number, number[]>()
    for (const entry of entries)
      if (wantedTags.has(entry.tag)) numbers.set(entry.tag, await tiff.numbers(entry, valuesMax))
    const of = (id: number) => numbers.get(id) ?? []
    waiting.push(...of(tag.subDirectories), ...of(tag.exif), next)
    photo.orientation ??= of(tag.orientation)[0]
    noteSize(photo, of)
    const panasonic = entries.find((entry) => entry.tag === tag.panasonicJpeg)
    photo.pictures.push(...picturesOf(of), ...(panasonic ? [panasonic] : []))
  }
  return photo
}

function noteSize(photo: RawPhoto, of: (id: number) => number[]) {
  const sizes = [
    [of(tag.width)[0], of(tag.height)[0]],
    [of(tag.exifWidth)[0], of(tag.exifHeight)[0]],
    [
      of(tag.panasonicRight)[0]! - of(tag.panasonicLeft)[0]!,
      of(tag.panasonicBottom)[0]! - of(tag.panasonicTop)[0]!,
    ],
  ]
  const [cropWidth, cropHeight] = of(tag.defaultCropSize)
  const isCropped = cropWidth! > 0 && cropHeight! > 0
  for (const [width, height] of isCropped ? [[cropWidth, cropHeight]] : sizes) {
    const { width: before = 0, height: beforeHeight = 0 } = photo.size ?? {}
    if (width! * height! > before * beforeHeight)
      photo.size = { width: Math.round(width!), height: Math.round(height!) }
  }
}

function picturesOf(of: (id: number) => number[]): Place[] {
  const [jpegAt] = of(tag.jpegOffset)
  const [jpegLength] = of(tag.jpegLength)
  const pictures: Place[] = []
  if (jpegAt! > 0 && jpegLength! > 0) pictures.push({ at: jpegAt!, length: jpegLength! })
  const offsets = of(tag.stripOffsets)
  const isJpeg = jpegCompressions.includes(of(tag.compression)[0] ?? 0)
  const isRaw = rawPhotometrics.includes(of(tag.photometric)[0] ?? 0)
  const [length] = of(tag.stripByteCounts)
  // The sensor data in a CR2 file have no width.
  const isPicture = isJpeg && !isRaw && of(tag.width).length > 0
  if (isPicture && offsets.length === 1 && length! > 0) pictures.push({ at: offsets[0]!, length: length! })
  return pictures
}

/** Reads RAF, in which a table contains the offset of a JPEG of the whole photo. */
async function fujiPhoto(source: ByteSource, head: Buffer): Promise<RawPhoto> {
  if (head.length < 92) throw new DecodeError('damaged')
  const picture = { at: head.readUInt32BE(84), length: head.readUInt32BE(88) }
  const bytes = await source.read(picture.at, Math.min(picture.length, pictureBytesMax))
  // The format is checked, because the decoder would also read documents of other formats.
  if (!isJpeg(bytes)) return { pictures: [picture] }
  const header = await sharp(bytes)
    .metadata()
    .catch(() => undefined)
  return { pictures: [picture], ...(header && { size: { width: header.width, height: header.height } }) }
}

/** Boxes of ISO base media files that contain other boxes. */
const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl'])
const boxesMax = 1_000
/** IDs of Canon's boxes. The second box contains the previews. */
const canonUuid = '85c0b687820f11e08111f4ce462b6a48'
const previewUuid = 'eaf42b5e1c984b88b9fbb7dc406e4d16'

/** Reads CR3. A track contains a JPEG of the whole photo, and a box contains a smaller JPEG. */
async function canonPhoto(source: ByteSource): Promise<RawPhoto> {
  const { size } = source
  const photo: RawPhoto = { pictures: [] }
  const track = { offset: 0, length: 0 }
  let boxes = 0
  async function walk(from: number, to: number) {
    for (let at = from; at + 8 <= to && ++boxes < boxesMax; ) {
      const head = await source.read(at, 32)
      if (head.length < 8) return
      const isLong = head.readUInt32BE(0) === 1
      const stated = isLong && head.length >= 16 ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0)
      const length = stated === 0 ? to - at : stated
      const type = head.toString('latin1', 4, 8)
      const begin = at + (isLong ? 16 : 8)
      const end = Math.min(to, at + length)
      if (length < 8) return
      await note(type, begin, end, head)
      at = end
    }
  }
  async function note(type: string, begin: number, end: number, head: Buffer) {
    if (type === 'trak') Object.assign(track, { offset: 0, length: 0 })
    if (containers.has(type)) await walk(begin, end)
    const uuid = type === 'uuid' ? head.toString('hex', 8, 24) : ''
    if (uuid === canonUuid) await walk(begin + 16, end)
    // A version, flags and a number precede the boxes.
    if (uuid === previewUuid) await walk(begin + 24, end)
    const bytes = await source.read(begin, 64)
    if (type === 'PRVW' && bytes.length >= 16)
      photo.pictures.push({ at: begin + 16, length: Math.min(bytes.readUInt32BE(12), end - begin - 16) })
    if (type === 'CMT1') photo.orientation ??= (await tiffPhoto(partOfSource(source, begin))).orientation ?? 1
    // The size of the JPEG. The sensor's track follows, and includes the sensor's borders.
    if (type === 'CRAW' && bytes.length >= 28)
      photo.size ??= { width: bytes.readUInt16BE(24), height: bytes.readUInt16BE(26) }
    if (type === 'stsd') await walk(begin + 8, end)
    if (type === 'stsz' && bytes.length >= 16) track.length = bytes.readUInt32BE(4) || bytes.readUInt32BE(12)
    if (type === 'co64' && bytes.length >= 16) track.offset = Number(bytes.readBigUInt64BE(8))
    if (type === 'trak' && track.offset && track.length)
      photo.pictures.push({ at: track.offset, length: track.length })
  }
  await walk(0, size)
  return photo
}
