import type { SvgElement } from '@atelier/svg/tree'
import type { PathWriter } from './emit.ts'
import type { SetGlyph } from './placed.ts'
import type { Paint } from './text-paint.ts'

/** A glyph with colors of its own as elements. Undefined when the glyph has none. */
export function colorGlyph(
  _glyph: SetGlyph,
  _paint: Paint,
): { elements: SvgElement[]; writer: PathWriter } | undefined {
  return undefined
}
