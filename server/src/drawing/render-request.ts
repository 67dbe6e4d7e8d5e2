import type { Finding, TextLayout } from '@atelier/typesetting'
import type { CompanyId } from '../ids.ts'
import type { Recipe } from './recipe.ts'

/** A recipe with its files on the local disk: the input of a decoder process. */
export type RenderRequest = {
  recipe: Recipe
  /** By the key of the stored file. */
  paths: Readonly<Record<string, string>>
  /** Whether the template will soon be drawn with other values. */
  isRow?: boolean
}

export type CheckedRender = {
  findings: Finding<string>[]
  layout: TextLayout[]
  /** Keys of the visible images. */
  pictures: string[]
}

export type MadeRender = CheckedRender & {
  /** Pixels. For vector formats, CSS pixels of the document. */
  width: number
  height: number
  pageCount: number
  /** Bytes. */
  size: number
  /** SHA-256 in hexadecimal. */
  checksum: string
  hasThumbnail: boolean
}

/** Where a decoder process writes to. */
export type RenderOutput = { path: string; thumbnailPath: string }

/** Renders in a separate process (images/decoder.ts). */
export type RenderDecoder = {
  /** Fills and typesets without drawing. */
  checkRender(companyId: CompanyId, request: RenderRequest): Promise<CheckedRender>
  /** Writes the file and, if possible, a thumbnail. */
  makeRender(companyId: CompanyId, request: RenderRequest, output: RenderOutput): Promise<MadeRender>
}
