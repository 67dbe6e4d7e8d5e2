import { type Chromaticities, colorProfile, sRgb } from './color-profile.ts'

/** Transfer functions and primaries of ITU-T H.273. */
const pq = 16
const hlg = 18
const usualTransfers = new Set([1, 6, 13, 14, 15])
const primaries: Record<number, Chromaticities> = {
  1: sRgb,
  9: { white: [0.3127, 0.329], red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046] },
  12: { white: [0.3127, 0.329], red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06] },
}

const curvePoints = 4_096
/**
 * Luminance of white paper in HDR (ITU-R BT.2408), and the highest luminance that is distinguished, in cd/m².
 */
const white = 203
const peak = 1_000

/**
 * A color profile for an image that states its colors only by code points, which the decoder ignores. Brightness above
 * white is compressed into the range of sRGB (ITU-R BT.2390 §5.4). Undefined if the colors are like those of sRGB.
 */
export function profileOfCodePoints(
  color: number | undefined,
  transfer: number | undefined,
): Buffer | undefined {
  const points = primaries[color ?? 1]
  if (!points || transfer === undefined) return undefined
  if (transfer === pq) return colorProfile(points, curve(ofPq))
  if (transfer === hlg) return colorProfile(points, curve(ofHlg))
  return points !== sRgb && usualTransfers.has(transfer) ? colorProfile(points, 2.2) : undefined
}

const curve = (luminance: (code: number) => number) =>
  Array.from({ length: curvePoints }, (_, at) => toned(luminance(at / (curvePoints - 1))))

const [m1, m2, c1, c2, c3] = [0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875]

/** Decodes PQ (SMPTE ST 2084). */
function ofPq(code: number): number {
  const power = code ** (1 / m2)
  return 10_000 * (Math.max(0, power - c1) / (c2 - c3 * power)) ** (1 / m1)
}
function toPq(luminance: number): number {
  const power = (luminance / 10_000) ** m1
  return ((c1 + c2 * power) / (1 + c3 * power)) ** m2
}

/** Decodes HLG (ITU-R BT.2100), on a display of 1,000 cd/m². */
function ofHlg(code: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073]
  const scene = code <= 0.5 ? code ** 2 / 3 : (Math.exp((code - c) / a) + b) / 12
  return peak * scene ** 1.2
}

/** The tone-mapped luminance as a share of white, from 0 to 1. */
function toned(luminance: number): number {
  const top = toPq(peak)
  const [e, most] = [Math.min(1, toPq(luminance) / top), toPq(white) / top]
  const knee = 1.5 * most - 0.5
  if (e <= knee) return Math.min(1, ofPq(e * top) / white)
  const t = (e - knee) / (1 - knee)
  const shown =
    (2 * t ** 3 - 3 * t ** 2 + 1) * knee +
    (t ** 3 - 2 * t ** 2 + t) * (1 - knee) +
    (-2 * t ** 3 + 3 * t ** 2) * most
  return Math.min(1, ofPq(shown * top) / white)
}
