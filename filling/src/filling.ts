import type { SvgElement } from '@atelier/svg/tree'
import type { FittedText } from '@atelier/typesetting'
import type { VariableDefinition } from './definition.ts'
import type { Editing } from './editing.ts'
import type { KitLogo } from './kit.ts'
import type { Picture } from './picture.ts'

export type Filling = {
  editing: Editing
  definitions: readonly VariableDefinition[]
  logos: readonly KitLogo[]
  /** The base of percentages, in user units. */
  viewport: { x: number; y: number; width: number; height: number }
  /** The input of typesetting, by text element. */
  texts: Map<SvgElement, FittedText>
  /** The images that were placed, in order. */
  placed: PlacedPicture[]
  colors: { variable: string; hex: string }[]
}

export type PlacedPicture = {
  variable: string
  element: SvgElement
  picture: Picture
  isLogo: boolean
}
