import type { Finding } from '../db/schema.ts'
import type { Drawn } from '../drawing/drawings.ts'
import type { Recipe } from '../drawing/recipe.ts'
import type { Author } from '../events/append.ts'
import type { Uuid } from '../ids.ts'
import type { Keep } from './body.ts'
import type { RenderedTemplate } from './template.ts'
import type { RenderUses } from './words.ts'

/** What a render is on its way from the request to the row, in this order. */

/** Everything that a request asks for, found and checked. */
export type Gathered = {
  template: Pick<RenderedTemplate, 'id' | 'name' | 'version' | 'pageCount'>
  key: string
  /** Pixels, before drawing. */
  size: { width: number; height: number }
  work: Work
}

/** What drawing needs, and what is known without it. A render that waits keeps it. */
export type Work = {
  recipe: Recipe
  uses: RenderUses
  /** The assets of logos, by the key of their picture: which of them is shown, filling decides. */
  logoAssets: Record<string, Uuid>
  /** About assets that expire. */
  findings: Finding[]
}

/** What a drawing became: its file and what was found in it. */
export type Made = Pick<
  Drawn,
  'fileKey' | 'thumbnailKey' | 'width' | 'height' | 'pageCount' | 'size' | 'checksum'
> & { findings: Finding[]; cached: boolean }

export type Outcome = { made: Made } | { failure: string } | { waits: 'queued' | 'rendering' }

/** What a render that waits keeps until it is drawn. */
export type Waiting = {
  author: Author
  personId: Uuid | null
  keep: Keep | null
  template: { id: Uuid; name: string }
  work: Work
}

/** How a drawing has ended. */
export type Ended = { outcome: Exclude<Outcome, { waits: unknown }>; uses: RenderUses }
