import readExif from 'exif-reader'
import { parse as readProfile } from 'icc'
import type { Metadata } from 'sharp'
import type { Embedded } from '../db/schema.ts'
import { type Iptc, readIptc, textOf } from './iptc.ts'
import { readXmp, type Xmp } from './xmp.ts'

/** Limits of the texts that are kept from a file. Lengths are in UTF-16 code units. */
const limits = { textLength: 2_000, nameLength: 200, keywords: 100, keywordLength: 100, creators: 20 }
const { textLength: textLengthMax, nameLength: nameLengthMax } = limits
const all = Number.POSITIVE_INFINITY
/** The texts are not truncated, so that they can be written back. */
const unlimited: Limits = {
  textLength: all,
  nameLength: all,
  keywords: all,
  keywordLength: all,
  creators: all,
}

type Limits = typeof limits

/**
 * A text from a file, truncated and without characters that the database or XML cannot store. Undefined if
 * empty.
 */
export function short(text: string | undefined, lengthMax = textLengthMax): string | undefined {
  const clean = text
    ?.toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  return clean ? clean.slice(0, lengthMax).toWellFormed() : undefined
}

const none = () => []

type Blocks = Pick<Metadata, 'exif' | 'xmp' | 'iptc' | 'icc' | 'density'>

/**
 * Metadata of an image. XMP takes precedence over IPTC, and IPTC over EXIF, as the Metadata Working Group
 * recommends.
 */
export function metadataOf({ exif, xmp, iptc, icc, density }: Blocks): Embedded {
  const sources = [xmp ? readXmp(xmp) : none, iptc ? readIptc(iptc) : none, exifOf(exif)] as const
  return present({
    ...ofCamera(...sources),
    ...ofTexts(limits, ...sources),
    color_profile: profileOf(icc),
    // The default of libvips for files without a resolution.
    resolution: density && density !== 72 ? Math.round(density * 100) / 100 : undefined,
  })
}

/** The metadata in the XMP packet of a file of any format. */
export const metadataOfXmp = (packet: Buffer): Embedded =>
  present(ofTexts(limits, readXmp(packet), none, undefined))

/** The texts of a file: truncated as in the library, in full, and from the XMP packet alone. */
export function textsOf(blocks: Pick<Blocks, 'xmp' | 'iptc'>): {
  kept: Embedded
  whole: Embedded
  inXmp: Embedded
} {
  const xmp = blocks.xmp ? readXmp(blocks.xmp) : none
  const iptc = blocks.iptc ? readIptc(blocks.iptc) : none
  return {
    kept: present(ofTexts(limits, xmp, iptc, undefined)),
    whole: present(ofTexts(unlimited, xmp, iptc, undefined)),
    inXmp: present(ofTexts(unlimited, xmp, none, undefined)),
  }
}

/** Applies the limits of metadata to the metadata of a document. */
export function embeddedOf(texts: {
  title?: string
  description?: string
  creators?: string[]
  keywords?: string[]
  software?: string
}): Embedded {
  const list = (all: string[] = [], most: number, lengthMax: number) => {
    const kept = all.flatMap((text) => short(text, lengthMax) ?? []).slice(0, most)
    return kept.length > 0 ? kept : undefined
  }
  return present({
    title: short(texts.title, nameLengthMax),
    description: short(texts.description),
    creators: list(texts.creators, limits.creators, nameLengthMax),
    keywords: list(texts.keywords, limits.keywords, limits.keywordLength),
    software: short(texts.software, nameLengthMax),
  })
}

type Exif = ReturnType<typeof readExif>

function exifOf(block: Buffer | undefined): Exif | undefined {
  try {
    return block && readExif(block)
  } catch {
    return undefined
  }
}

function ofTexts(
  { textLength, nameLength, ...most }: Limits,
  xmp: Xmp,
  iptc: Iptc,
  exif: Exif | undefined,
): Found {
  const image = exif?.Image
  const first = (...lists: (readonly (string | undefined)[])[]) =>
    lists
      .flat()
      .map((text) => short(text, textLength))
      .find((text) => text !== undefined)
  const list = (most: number, lengthMax: number, ...lists: string[][]) => {
    const chosen = lists
      .map((one) => one.flatMap((text) => short(text, lengthMax) ?? []))
      .find((one) => one.length > 0)
    return chosen && [...new Set(chosen)].slice(0, most)
  }
  return {
    title: short(first(xmp('dc', 'title'), xmp('photoshop', 'Headline'), iptc(5), iptc(105)), nameLength),
    description: first(xmp('dc', 'description'), iptc(120), [textIn(image?.ImageDescription)]),
    keywords: list(most.keywords, most.keywordLength, xmp('dc', 'subject'), iptc(25)),
    creators: list(most.creators, nameLength, xmp('dc', 'creator'), iptc(80), [textIn(image?.Artist) ?? '']),
    credit: first(xmp('photoshop', 'Credit'), iptc(110)),
    copyright: first(xmp('dc', 'rights'), iptc(116), [textIn(image?.Copyright)]),
    usage_terms: first(xmp('rights', 'UsageTerms')),
    alt_text: first(xmp('iptc', 'AltTextAccessibility')),
    rights_expire_at: timeIn(xmp('plus', 'LicenseEndDate')[0]),
    software: short(first(xmp('xmp', 'CreatorTool'), [textIn(image?.Software)]), nameLength),
  }
}

/** The reader returns texts with characters beyond ASCII as bytes. */
function textIn(value: unknown): string | undefined {
  const text = value instanceof Uint8Array ? textOf(Buffer.from(value)) : value
  return typeof text === 'string' ? text.replace(/\0.*$/s, '') : undefined
}

/** An ISO 8601 date or time, in UTC. */
function timeIn(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d/.test(text)) return undefined
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

function ofCamera(xmp: Xmp, iptc: Iptc, exif: Exif | undefined): Found {
  const { Image: image, Photo: photo, GPSInfo: gps } = exif ?? {}
  const make = textIn(image?.Make)?.trim() ?? xmp('tiff', 'Make')[0]
  const model = textIn(image?.Model)?.trim() ?? xmp('tiff', 'Model')[0]
  // Many cameras repeat the maker in the name of the model.
  const camera =
    model && make && !model.toLowerCase().startsWith(make.toLowerCase()) ? `${make} ${model}` : model
  const lens = [textIn(photo?.LensModel), xmp('exifEx', 'LensModel')[0], xmp('aux', 'Lens')[0]]
  return {
    camera: short(camera, nameLengthMax),
    lens: lens.map((text) => short(text, nameLengthMax)).find((text) => text !== undefined),
    taken_at:
      takenAt(photo?.DateTimeOriginal, textIn(photo?.OffsetTimeOriginal)) ??
      writtenTime(xmp('exif', 'DateTimeOriginal')[0] ?? xmp('photoshop', 'DateCreated')[0]) ??
      writtenTime(iptcTime(iptc(55)[0], iptc(60)[0])),
    location:
      (gps && locationOf(gps.GPSLatitude, gps.GPSLatitudeRef, gps.GPSLongitude, gps.GPSLongitudeRef)) ??
      writtenLocation(xmp('exif', 'GPSLatitude')[0], xmp('exif', 'GPSLongitude')[0]),
  }
}

/** A date, or a time to the second, as XMP writes it. Fractions are dropped, as for EXIF. */
function writtenTime(text: string | undefined): string | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text ?? '')
  if (!parts || Number.isNaN(new Date(text!).getTime())) return undefined
  const [, date, minutes, seconds = ':00', zone = ''] = parts
  return minutes === undefined ? date : `${date}T${minutes}${seconds}${zone}`
}

/** Parses a date and time of IPTC, such as `20260504` and `030201+0200`. */
function iptcTime(date: string | undefined, time: string | undefined): string | undefined {
  const day = date?.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
  const parts = /^(\d\d)(\d\d)(\d\d)(?:([+-]\d\d)(\d\d))?$/.exec(time ?? '')
  if (!day || !parts) return day
  const [, hours, minutes, seconds, zoneHours, zoneMinutes] = parts
  return `${day}T${hours}:${minutes}:${seconds}${zoneHours ? `${zoneHours}:${zoneMinutes}` : ''}`
}

/** Parses coordinates of XMP, such as `33,51.6S` or `33,51,36S`. */
function writtenLocation(latitude: string | undefined, longitude: string | undefined) {
  const read = (text: string | undefined) => {
    const parts = /^(\d+),(\d+(?:\.\d+)?)(?:,(\d+(?:\.\d+)?))?([NSEW])$/.exec(text ?? '')
    return parts && ([parts.slice(1, 4).map((part) => Number(part ?? 0)), parts[4]] as const)
  }
  const [lat, lon] = [read(latitude), read(longitude)]
  return lat && lon ? locationOf(lat[0], lat[1], lon[0], lon[1]) : undefined
}

/** Time of the photo. EXIF stores local time and, since version 2.31, its offset. */
function takenAt(time: unknown, offset: string | undefined): string | undefined {
  if (!(time instanceof Date) || Number.isNaN(time.getTime())) return undefined
  const zone = offset && /^[+-]\d\d:\d\d$/.test(offset) ? offset : ''
  return time.toISOString().slice(0, 19) + zone
}

function locationOf(latitude: unknown, south: unknown, longitude: unknown, west: unknown) {
  const [lat, lon] = [degrees(latitude, south === 'S'), degrees(longitude, west === 'W')]
  if (lat === undefined || lon === undefined || Math.abs(lat) > 90 || Math.abs(lon) > 180) return undefined
  return { latitude: lat, longitude: lon }
}

function degrees(parts: unknown, isNegative: boolean): number | undefined {
  if (!Array.isArray(parts) || parts.length !== 3 || !parts.every(Number.isFinite)) return undefined
  const [whole, minutes, seconds] = parts as [number, number, number]
  const value = Math.round((whole + minutes / 60 + seconds / 3600) * 1e6) / 1e6
  return isNegative ? -value : value
}

function profileOf(icc: Buffer | undefined): string | undefined {
  try {
    return icc && short(readProfile(icc).description, nameLengthMax)
  } catch {
    return undefined
  }
}

type Found = { [Field in keyof Embedded]: Embedded[Field] | undefined }

const present = (found: Found): Embedded =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
