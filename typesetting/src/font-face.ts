import * as hb from 'harfbuzzjs'
import { namesOf } from './font-names.ts'
import { FontError } from './font-unpack.ts'
import type { RunFont } from './results.ts'

export type Face = {
  /** The ID or path of the file. Equal for the same file. */
  key: string
  source: 'company' | 'shipped'
  id?: string
  family: string
  /** In lower case. */
  families: string[]
  /** 1 to 1000. A single value, or the range of a variable axis. */
  weights: readonly [number, number]
  /** Percentages of the normal width. */
  widths: readonly [number, number]
  styles: readonly ('normal' | 'italic')[]
  isColored: boolean
  covers(codePoint: number): boolean
  /**
   * Whether the font has a `VORG` table. Without this table, the origin computed from `vmtx` is wrong: 1.16
   * em in Google's fonts.
   */
  hasVerticalOrigins: boolean
  /** Tags of its glyph substitutions. */
  features: ReadonlySet<string>
  at(axes: Axes): Instance
  axes: Readonly<Record<string, { min: number; default: number; max: number }>>
}

export type Axes = Readonly<Record<string, number>>

/** A face at fixed axis values, for shaping. */
export type Instance = {
  face: Face
  run: RunFont
  font: hb.Font
  ascent: number
  descent: number
  unitsPerEm: number
  /** By glyph. */
  outlines: Map<number, Outline>
}

/** Path commands of a glyph in font units, with y up. Each command is an SVG letter and its numbers. */
export type Outline = readonly { type: string; values: readonly number[] }[]

export type FaceOrigin = {
  key: string
  source: 'company' | 'shipped'
  id?: string
  family?: string
  weight?: number
  style?: 'normal' | 'italic'
}

const glyphsMin = 1
const instancesMax = 64

/** @throws {FontError} */
export function openFace(bytes: Uint8Array, faceIndex: number, origin: FaceOrigin): Face {
  const face = new hb.Face(new hb.Blob(bytes), faceIndex)
  const names = namesOf(face)
  const font = new hb.Font(face)
  const axes = face.getAxisInfos()
  const unitsPerEm = face.upem
  if (names.glyphCount < glyphsMin || unitsPerEm < 16 || unitsPerEm > 16_384)
    throw new FontError('The font is damaged.')
  const known = new Map<number, boolean>()
  const instances = new Map<string, Instance>()
  const family = origin.family ?? names.family ?? 'Unnamed'
  const ownWeight = origin.weight ?? names.weight
  const canSlant = 'ital' in axes || 'slnt' in axes
  const opened: Face = {
    key: faceIndex === 0 ? origin.key : `${origin.key}#${faceIndex}`,
    source: origin.source,
    ...(origin.id !== undefined && { id: origin.id }),
    family,
    families: [...new Set([family, ...names.families].map((name) => name.toLowerCase()))],
    weights: axes.wght ? [axes.wght.min, axes.wght.max] : [ownWeight, ownWeight],
    widths: axes.wdth ? [axes.wdth.min, axes.wdth.max] : [names.width, names.width],
    styles: canSlant ? ['normal', 'italic'] : [origin.style ?? names.style],
    isColored: face.hasColorLayers() || face.hasColorPaint() || face.hasColorPng(),
    axes,
    hasVerticalOrigins: (face.referenceTable('VORG')?.length ?? 0) > 0,
    features: new Set(face.getTableFeatureTags('GSUB')),
    covers(codePoint) {
      const before = known.get(codePoint)
      if (before !== undefined) return before
      const has = (font.nominalGlyph(codePoint) ?? 0) !== 0
      known.set(codePoint, has)
      return has
    },
    at(wanted) {
      const used = Object.entries(wanted)
        .filter(([tag]) => tag in axes)
        .map(([tag, value]) => [tag, clamp(value, axes[tag]!.min, axes[tag]!.max)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1))
      const key = used.map(([tag, value]) => `${tag}=${value}`).join(',')
      const before = instances.get(key)
      if (before) return before
      const instance = instanceOf(opened, face, used, {
        key: key === '' ? opened.key : `${opened.key}@${key}`,
        bytes,
        faceIndex,
        axes: Object.fromEntries(used),
        name: names.postScriptName ?? family,
        unitsPerEm,
        mayEmbed: names.mayEmbed,
        source: origin.source,
        ...(origin.id !== undefined && { id: origin.id }),
      })
      if (instances.size >= instancesMax) instances.clear()
      instances.set(key, instance)
      return instance
    },
  }
  return opened
}

function instanceOf(face: Face, file: hb.Face, axes: (readonly [string, number])[], run: RunFont): Instance {
  const font = new hb.Font(file)
  if (axes.length > 0) font.setVariations(axes.map(([tag, value]) => new hb.Variation(tag, value)))
  const { ascender, descender } = font.hExtents()
  const { unitsPerEm } = run
  // These are the defaults for a font without vertical metrics.
  const [ascent, descent] =
    ascender - descender > 0 ? [ascender / unitsPerEm, -descender / unitsPerEm] : [0.8, 0.2]
  return { face, run, font, ascent, descent, unitsPerEm, outlines: new Map() }
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The outline of a glyph, without its colors. */
export function outlineOf(instance: Instance, glyph: number): Outline {
  const before = instance.outlines.get(glyph)
  if (before) return before
  const outline = instance.font.glyphToJson(glyph)
  instance.outlines.set(glyph, outline)
  return outline
}
