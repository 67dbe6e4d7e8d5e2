import type { FileHandle } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import { type Chromaticities, colorProfile, sRgb } from './color-profile.ts'
import { profileOfCodePoints } from './high-dynamic-range.ts'

/** Maximum number of chunks that are read. A file with more is decoded unchanged. */
const chunksMax = 10_000
const headerBytes = 33

type Png = {
  isWhole: boolean
  frames: number
  /** The profile of a file that defines its colors with `cICP`, or `gAMA` and `cHRM`, which the decoder ignores. */
  profile?: Buffer
}

/** Reads the chunks of a PNG up to its end (PNG 3 §5). */
export async function readPng(file: FileHandle): Promise<Png> {
  const { size } = await file.stat()
  const read = async (at: number, length: number) =>
    (await file.read(Buffer.alloc(length), 0, length, at)).buffer
  const isGray = ((await read(25, 1))[0]! & 2) === 0
  const stated: Stated = {}
  let hasProfile = false
  let frames = 1
  let at = 8
  for (let chunk = 0; chunk < chunksMax && at + 12 <= size; chunk++) {
    const head = await read(at, 8)
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4)
    if (type === 'IEND') return { isWhole: true, frames, ...profileOf(stated, hasProfile, isGray) }
    if (type === 'acTL' && length === 8) frames = (await read(at + 8, 4)).readUInt32BE(0)
    if (type === 'iCCP' || type === 'sRGB') hasProfile = true
    if (type === 'cICP' && length === 4) stated.codePoints = await read(at + 8, 4)
    if (type === 'gAMA' && length === 4) stated.gamma = (await read(at + 8, 4)).readUInt32BE(0) / 100_000
    if (type === 'cHRM' && length === 32) stated.chromaticities = chromaticitiesIn(await read(at + 8, 32))
    at += 12 + length
  }
  // The end of a file with very many chunks is not searched.
  const isWhole = at + 12 <= size
  return { isWhole, frames, ...profileOf(stated, hasProfile, isGray) }
}

type Stated = {
  gamma?: number
  chromaticities?: Chromaticities
  /** The code points of the primaries and of the transfer function (ITU-T H.273), in the first two bytes. */
  codePoints?: Buffer
}

function chromaticitiesIn(bytes: Buffer): Chromaticities {
  const point = (index: number) =>
    [bytes.readUInt32BE(index * 8) / 100_000, bytes.readUInt32BE(index * 8 + 4) / 100_000] as const
  return { white: point(0), red: point(1), green: point(2), blue: point(3) }
}

const near = (one: number, other: number) => Math.abs(one - other) < 0.005

/** `cICP` takes precedence over all other chunks (PNG 3 §13.13). */
function profileOf(
  { gamma, chromaticities, codePoints }: Stated,
  hasProfile: boolean,
  isGray: boolean,
): { profile?: Buffer } {
  if (codePoints) {
    const profile = isGray ? undefined : profileOfCodePoints(codePoints[0], codePoints[1])
    return profile ? { profile } : {}
  }
  if (hasProfile || (gamma === undefined && chromaticities === undefined)) return {}
  const points = chromaticities ?? sRgb
  const isUsual = (['white', 'red', 'green', 'blue'] as const).every(
    (name) => near(points[name][0], sRgb[name][0]) && near(points[name][1], sRgb[name][1]),
  )
  const exponent = gamma === undefined ? 2.2 : 1 / gamma
  if ((isUsual || isGray) && near(gamma ?? 0.45455, 0.45455)) return {}
  // Invalid values do not define a color space.
  if (!(exponent > 0.1 && exponent < 10) || Object.values(points).some(([, y]) => y <= 0)) return {}
  return { profile: colorProfile(isGray ? undefined : points, exponent) }
}

/** The PNG with a color profile after its header. */
export function withProfile(png: Buffer, profile: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPstated\0\0', 'latin1'), deflateSync(profile)])
  const chunk = Buffer.alloc(8 + body.length)
  chunk.writeUInt32BE(body.length - 4)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), 4 + body.length)
  return Buffer.concat([png.subarray(0, headerBytes), chunk, png.subarray(headerBytes)])
}
