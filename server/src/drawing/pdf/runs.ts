import type { SvgElement } from '@atelier/svg/tree'
import type { Stream } from './stream.ts'

/** Writes text of embedded fonts in place of its outlines. */
export type RunWriter = {
  /** @returns whether it did. */
  write(stream: Stream, element: SvgElement): boolean
}
