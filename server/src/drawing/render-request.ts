import type { Finding, TextLayout } from '@atelier/typesetting'
import type { CompanyId } from '../ids.ts'
import type { Recipe } from './recipe.ts'

/** A recipe whose files are on the local disk, as a decoding process gets it. */
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
  /** Keys of the pictures that are shown. */
  pictures: string[]
}

export type MadeRender = CheckedRender & {
  /** Pixels; of a vector format, CSS pixels of the document. */
  width: number
  height: number
  pageCount: number
  /** Bytes. */
  size: number
  /** SHA-256 in hexadecimal. */
  checksum: string
  hasThumbnail: boolean
}

/** Where a decoding process writes to. */
export type RenderOutput = { path: string; thumbnailPath: string }

/** What draws: a process of its own (images/decoder.ts). */
export type RenderDecoder = {
  /** Fills and typesets, and draws nothing. */
  checkRender(companyId: CompanyId, request: RenderRequest): Promise<CheckedRender>
  /** Writes the file and, where it can, a thumbnail. */
  makeRender(companyId: CompanyId, request: RenderRequest, output: RenderOutput): Promise<MadeRender>
}
