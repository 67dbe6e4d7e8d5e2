import * as hb from 'harfbuzzjs'
import type { Item } from './itemize.ts'

/** A glyph from HarfBuzz, in font units; y up. */
export type Glyph = {
  id: number
  /** Index of its first character, from the start of the item. */
  cluster: number
  advance: number
  dx: number
  dy: number
}

export type ShapeOptions = { features: readonly string[]; language: string }

/** Height of an East Asian character's origin above the baseline, in em, for fonts without vertical metrics. */
const verticalOrigin = 0.88

/** The number of context characters around a run that affect the joining of letters. */
const contextLength = 5
/** Maximum number of cached runs, because a batch sets the same words repeatedly. */
const runsMax = 4_000

const buffer = new hb.Buffer()
const runs = new Map<string, readonly Glyph[]>()
const featuresBefore = new Map<string, hb.Feature[]>()

/** Shapes a part of a text element. Glyphs are in visual order. */
export function shape(
  text: string,
  { start, end, instance, script, level, orientation }: Item,
  { features, language }: ShapeOptions,
): readonly Glyph[] {
  const isVertical = orientation === 'upright'
  const before = text.slice(Math.max(0, start - contextLength), start)
  const own = text.slice(start, end)
  const after = text.slice(end, end + contextLength)
  const setting = `${instance.run.key}|${script}|${level & 1}|${isVertical}|${language}|${features.join()}`
  const key = `${setting}|${before}\u0000${own}\u0000${after}`
  const known = runs.get(key)
  if (known) return known
  buffer.reset()
  buffer.addText(before + own + after, before.length, own.length)
  buffer.setDirection(isVertical ? hb.Direction.TTB : level & 1 ? hb.Direction.RTL : hb.Direction.LTR)
  buffer.setScript(script)
  if (language !== '') buffer.setLanguage(language)
  hb.shape(instance.font, buffer, featuresOf(features))
  const glyphs = buffer.getGlyphInfosAndPositions().map((info) => ({
    id: info.codepoint,
    cluster: info.cluster - before.length,
    advance: isVertical ? -(info.yAdvance ?? 0) : (info.xAdvance ?? 0),
    dx: info.xOffset ?? 0,
    dy:
      isVertical && !instance.face.hasVerticalOrigins
        ? -verticalOrigin * instance.unitsPerEm
        : (info.yOffset ?? 0),
  }))
  if (runs.size >= runsMax) runs.clear()
  runs.set(key, glyphs)
  return glyphs
}

function featuresOf(texts: readonly string[]): hb.Feature[] {
  const key = texts.join()
  const before = featuresBefore.get(key)
  if (before) return before
  const features = texts.map((text) => hb.Feature.fromString(text)).filter((one) => one !== undefined)
  if (featuresBefore.size > 100) featuresBefore.clear()
  featuresBefore.set(key, features)
  return features
}
