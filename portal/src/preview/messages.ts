import type {
  Faults,
  GivenValues,
  KitColor,
  KitFont,
  KitLogo,
  Picture,
  VariableDefinition,
} from '@atelier/filling'
import type { Box, Finding } from '@atelier/typesetting'

/** The names come from the brand kit. */
export type PreviewFont = { id: string; url: string } & Partial<KitFont>

/** A picture, and the URL of a rendition that is large enough for the screen. */
export type PreviewPicture = Picture & { url: string }

/** Does not change while people type. */
export type PreviewSetup = {
  document: string
  /** The fonts in the order in which the server uses them. */
  fonts: PreviewFont[]
  palette: KitColor[]
  kitFonts: KitFont[]
  logos: (Omit<KitLogo, 'picture'> & { picture: PreviewPicture })[]
}

export type PreviewRequest = {
  variables: readonly VariableDefinition[]
  values: GivenValues
  /** Pictures by asset ID. */
  pictures: Record<string, PreviewPicture>
  language: string | null
  /** Null for vectors. */
  output: { width: number | null; height: number | null; scale: number } | null
  background: string | null
}

/** User units of the document. */
export type Place = {
  variable: string
  /** The area that text can fill, or the area of the image. */
  box: Box
  ink: Box
}

export type Preview = {
  svg: string
  /** Pixels at scale 1. */
  width: number
  height: number
  /** The part of the document that is visible, in its user units. */
  frame: Box
  places: Place[]
  findings: Finding<string>[]
  /** Errors of the values, by field: `variables.headline`. */
  faults: Faults
  /** Whether a font or a picture could not be loaded. */
  isIncomplete: boolean
}

/** Messages from the page to the worker. The response to a request has the same number. */
export type ToWorker = { setup: PreviewSetup } | { number: number; request: PreviewRequest }

/**
 * `isReady` is the first message. Earlier messages to the worker would be lost, because the worker waits for
 * its WebAssembly.
 */
export type FromWorker = { isReady: true } | ({ number: number } & ({ preview: Preview } | { error: string }))
