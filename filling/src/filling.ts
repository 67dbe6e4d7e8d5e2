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
  /** User units. */
  viewport: { x: number; y: number; width: number; height: number }
  texts: Map<SvgElement, FittedText>
  placed: PlacedPicture[]
  colors: { variable: string; hex: string }[]
}

export type PlacedPicture = {
  variable: string
  element: SvgElement
  picture: Picture
  isLogo: boolean
}
