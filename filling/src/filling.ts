import type { SvgElement } from '@atelier/svg/tree'
import type { FittedText } from '@atelier/typesetting'
import type { VariableDefinition } from './definition.ts'
import type { Editing } from './editing.ts'
import type { KitLogo } from './kit.ts'
import type { Picture } from './picture.ts'

/** What is filled so far. */
export type Filling = {
  editing: Editing
  definitions: readonly VariableDefinition[]
  logos: readonly KitLogo[]
  /** User units: what percentages are of. */
  viewport: { x: number; y: number; width: number; height: number }
  /** What the text elements are set from. */
  texts: Map<SvgElement, FittedText>
  /** The pictures that were put into the document, in the order in which it was filled. */
  placed: PlacedPicture[]
  /** Colors that variables were given. */
  colors: { variable: string; hex: string }[]
}

export type PlacedPicture = {
  variable: string
  element: SvgElement
  picture: Picture
  isLogo: boolean
}
