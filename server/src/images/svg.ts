import { sizeOf } from '@atelier/svg/size'
import type { SvgDocument } from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'
import { readSvg } from './svg-read.ts'
import { assertBounded } from './svg-references.ts'
import { unpacked } from './svg-text.ts'

export type CleanSvg = {
  svg: Buffer
  /** CSS pixels, rounded. Null when the document has no size. */
  width: number | null
  height: number | null
}

/**
 * Parses and sanitizes an SVG, so that the result runs no script, makes no request, and looks the same.
 * Scripts, handlers, links, animation and design tools' metadata are removed; IDs stay. Sanitizing again
 * changes nothing. Takes up to a second for the largest document, so do not call it on the HTTP thread.
 * @throws {NotSvgError} if the document is not an SVG, or not well-formed.
 * @throws {UnsafeSvgError} if its entities expand too far, or reading or drawing it would cost too much.
 */
export function cleanSvg(bytes: Buffer): CleanSvg {
  const { root } = readSafely(bytes)
  const size = sizeOf(root)
  const rounded = (pixels: number | undefined) =>
    pixels === undefined ? null : Math.max(1, Math.round(pixels))
  return {
    svg: Buffer.from(writeSvg(root)),
    width: rounded(size?.width.pixels),
    height: rounded(size?.height.pixels),
  }
}

/** The sanitized document as a tree, for callers that need more than its size. @throws as `cleanSvg` */
export function readSafely(bytes: Buffer): SvgDocument {
  const svg = unpacked(bytes)
  const document = readSvg(svg)
  assertBounded(document.root, svg.length)
  return document
}
