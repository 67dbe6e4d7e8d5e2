import readExif from 'exif-reader'
import { parse as readProfile } from 'icc'
import type { Metadata } from 'sharp'
import type { Embedded } from '../db/schema.ts'
import { type Iptc, readIptc } from './iptc.ts'
import { readXmp, type Xmp } from './xmp.ts'

const textLengthMax = 2_000
const nameLengthMax = 200
const keywordsMax = 100
const keywordLengthMax = 100
const creatorsMax = 20

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
  return present({
    ...ofCamera(exif),
    ...ofTexts(xmp ? readXmp(xmp) : none, iptc ? readIptc(iptc) : none, exifOf(exif)),
    color_profile: profileOf(icc),
    // The default of libvips for files without a resolution.
    resolution: density && density !== 72 ? Math.round(density * 100) / 100 : undefined,
  })
}

/** The metadata in the XMP packet of a file of any format. */
export const metadataOfXmp = (packet: Buffer): Embedded => present(ofTexts(readXmp(packet), none, undefined))

/** Metadata from a document format, limited like any other. */
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
    creators: list(texts.creators, creatorsMax, nameLengthMax),
    keywords: list(texts.keywords, keywordsMax, keywordLengthMax),
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

function ofTexts(xmp: Xmp, iptc: Iptc, exif: Exif | undefined): Found {
  const image = exif?.Image
  const first = (...lists: (readonly (string | undefined)[])[]) =>
    lists
      .flat()
      .map((text) => short(text))
      .find((text) => text !== undefined)
  const list = (most: number, lengthMax: number, ...lists: string[][]) => {
    const chosen = lists
      .map((one) => one.flatMap((text) => short(text, lengthMax) ?? []))
      .find((one) => one.length > 0)
    return chosen && [...new Set(chosen)].slice(0, most)
  }
  return {
    title: short(first(xmp('dc', 'title'), xmp('photoshop', 'Headline'), iptc(5), iptc(105)), nameLengthMax),
    description: first(xmp('dc', 'description'), iptc(120), [textIn(image?.ImageDescription)]),
    keywords: list(keywordsMax, keywordLengthMax, xmp('dc', 'subject'), iptc(25)),
    creators: list(creatorsMax, nameLengthMax, xmp('dc', 'creator'), iptc(80), [textIn(image?.Artist) ?? '']),
    credit: first(xmp('photoshop', 'Credit'), iptc(110)),
    copyright: first(xmp('dc', 'rights'), iptc(116), [textIn(image?.Copyright)]),
    usage_terms: first(xmp('rights', 'UsageTerms')),
    alt_text: first(xmp('iptc', 'AltTextAccessibility')),
    rights_expire_at: timeIn(xmp('plus', 'LicenseEndDate')[0]),
    software: short(first(xmp('xmp', 'CreatorTool'), [textIn(image?.Software)]), nameLengthMax),
  }
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.replace(/\0.*$/s, '') : undefined

/** An ISO 8601 date or time, in UTC. */
function timeIn(text: string | undefined): string | undefined {
  if (text === undefined || !/^\d{4}-\d\d-\d\d/.test(text)) return undefined
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

function ofCamera(block: Buffer | undefined): Found {
  const exif = exifOf(block)
  if (!exif) return {}
  const { Image: image, Photo: photo, GPSInfo: gps } = exif
  const [make, model] = [textIn(image?.Make)?.trim(), textIn(image?.Model)?.trim()]
  // Many cameras repeat the maker in the name of the model.
  const camera =
    model && make && !model.toLowerCase().startsWith(make.toLowerCase()) ? `${make} ${model}` : model
  const location =
    gps && locationOf(gps.GPSLatitude, gps.GPSLatitudeRef, gps.GPSLongitude, gps.GPSLongitudeRef)
  return {
    camera: short(camera, nameLengthMax),
    lens: short(textIn(photo?.LensModel), nameLengthMax),
    taken_at: takenAt(photo?.DateTimeOriginal, textIn(photo?.OffsetTimeOriginal)),
    location,
  }
}

/** EXIF stores local time, and since 2.31 its offset. */
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

/** Removes undefined fields. */
const present = (found: Found): Embedded =>
  Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
