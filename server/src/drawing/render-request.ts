import type { Finding, TextLayout } from '@atelier/typesetting'
import type { CompanyId } from '../ids.ts'
import type { Recipe } from './recipe.ts'

/** A recipe with its files on the local disk: the input of a decoder process. */
export type RenderRequest = {
  recipe: Recipe
  /** By the key of the stored file. */
  paths: Readonly<Record<string, string>>
  isRow?: boolean
}

export type CheckedRender = {
  findings: Finding<string>[]
  layout: TextLayout[]
  pictures: string[]
}

export type MadeRender = CheckedRender & {
  /** The width in pixels. For vector formats, in CSS pixels of the document. */
  width: number
  height: number
  pageCount: number
  size: number
  /** SHA-256, in hexadecimal. */
  checksum: string
  hasThumbnail: boolean
}

/** The files that a decoder process writes. */
export type RenderOutput = { path: string; thumbnailPath: string }

export type RenderDecoder = {
  /** Fills and typesets without rendering. */
  checkRender(companyId: CompanyId, request: RenderRequest): Promise<CheckedRender>
  /** Writes the file and, if possible, a thumbnail. */
  makeRender(companyId: CompanyId, request: RenderRequest, output: RenderOutput): Promise<MadeRender>
}
