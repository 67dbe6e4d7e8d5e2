import { type ByteSource, partOfSource } from '../../images/byte-source.ts'
import { isExif, isExtendedXmp, isPhotoshop, isXmp, jpegSegments, xmpHead } from '../jpeg.ts'
import { type EditAt, editWithin } from './edits.ts'
import { exifWithoutLocation } from './exif.ts'
import { filmLocations } from './film.ts'
import { resourcesWithoutLocation } from './iptc.ts'
import { xmpWithoutLocation } from './xmp.ts'

/**
 * The header of a part of an extended packet: an identifier, the total length, and the offset of the part.
 */
const extensionHeadBytes = 40
/**
 * Maximum number of pictures in one file, such as a photo, its gain map, a large preview, and views of other
 * lenses.
 */
const picturesMax = 100

/**
 * Edits EXIF, XMP and Photoshop's resources of a JPEG, of the pictures that follow it (CIPA DC-007), and of the
 * video of a motion photo.
 */
export async function jpegLocations(source: ByteSource, edit: EditAt): Promise<void> {
  let at = await pictureLocations(source, 0, edit)
  for (let pictures = 1; ; pictures++) {
    const next = await nextIn(source, at)
    if (!next) return
    if (pictures === picturesMax) throw new RangeError('A JPEG contains too many pictures.')
    if (next.isFilm) return filmLocations(partOfSource(source, next.at), editWithin(edit, next.at))
    at = await pictureLocations(source, next.at, edit)
  }
}

/** @returns the offset after the segments that precede the pixels. */
async function pictureLocations(source: ByteSource, start: number, edit: EditAt): Promise<number> {
  let last = start + 2
  for await (const segment of jpegSegments(source, start)) {
    const { at, end } = segment
    const from = at + 4
    if (isExif(segment)) await edit(from, end - from, exifWithoutLocation)
    else if (isPhotoshop(segment)) await edit(from, end - from, resourcesWithoutLocation)
    else if (isXmp(segment))
      await edit(from + xmpHead.length, end - from - xmpHead.length, xmpWithoutLocation)
    else if (isExtendedXmp(segment)) {
      const head = segment.kind.indexOf(0) + 1 + extensionHeadBytes
      await edit(from + head, end - from - head, xmpWithoutLocation)
    }
    last = end
  }
  return last
}

/**
 * Pixel data never contains these bytes, because in it, 0xFF is always followed by 0 or a restart marker (ITU-T T.81
 * §B.1.1.5).
 */
const startOfPicture = Buffer.from([0xff, 0xd8, 0xff])
/** The box type at the start of a video, after its length. */
const startOfFilm = Buffer.from('ftyp')
const filmHeadBytesMax = 1_024
const readBytes = 1024 ** 2

type Next = { at: number; isFilm: boolean }

async function nextIn(source: ByteSource, from: number): Promise<Next | undefined> {
  const overlap = 4 + startOfFilm.length - 1
  for (let at = from; at < source.size; at += readBytes - overlap) {
    const bytes = await source.read(at, readBytes)
    const picture = bytes.indexOf(startOfPicture)
    const film = filmIn(bytes)
    const isFilm = film !== -1 && (picture === -1 || film < picture)
    const found = isFilm ? film : picture
    if (found !== -1) return { at: at + found, isFilm }
  }
  return undefined
}

function filmIn(bytes: Buffer): number {
  for (let at = bytes.indexOf(startOfFilm); at !== -1; at = bytes.indexOf(startOfFilm, at + 1))
    if (at >= 4 && bytes.readUInt32BE(at - 4) >= 8 && bytes.readUInt32BE(at - 4) <= filmHeadBytesMax)
      return at - 4
  return -1
}
