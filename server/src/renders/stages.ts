import type { Finding } from '../db/schema.ts'
import type { Drawn } from '../drawing/drawings.ts'
import type { Recipe } from '../drawing/recipe.ts'
import type { Author } from '../events/append.ts'
import type { Uuid } from '../ids.ts'
import type { Keep } from './body.ts'
import type { RenderUses } from './search-terms.ts'
import type { RenderedTemplate } from './template.ts'

/** The stages of a render from the request to the row, in order. */

export type Gathered = {
  template: Pick<RenderedTemplate, 'id' | 'name' | 'version' | 'pageCount'>
  key: string
  /** Pixels, before drawing. */
  size: { width: number; height: number }
  /** The earliest end of the assets' rights, if there is one. */
  availableUntil: Date | undefined
  work: Work
}

/** The input of the drawing, and everything known before the drawing. Stored for a waiting render. */
export type Work = {
  recipe: Recipe
  uses: RenderUses
  /** The assets of logos, by image key. Filling decides which logo is shown. */
  logoAssets: Record<string, Uuid>
  findings: Finding[]
}

export type Made = Pick<
  Drawn,
  'fileKey' | 'thumbnailKey' | 'width' | 'height' | 'pageCount' | 'size' | 'checksum'
> & { findings: Finding[]; cached: boolean }

export type Outcome = { made: Made } | { failure: string } | { waits: 'queued' | 'rendering' }

export type Waiting = {
  author: Author
  personId: Uuid | null
  keep: Keep | null
  template: { id: Uuid; name: string }
  work: Work
}

export type Ended = { outcome: Exclude<Outcome, { waits: unknown }>; uses: RenderUses }
