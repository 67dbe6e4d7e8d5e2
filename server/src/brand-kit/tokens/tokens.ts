import type { z } from 'zod'
import type { Color } from '../color-routes.ts'
import type { Font } from '../font-routes.ts'
import { slug, uniqueNames } from './names.ts'

type ShownColor = z.output<typeof Color>
type ShownFont = z.output<typeof Font>

export type TokenKit = { id: string; name: string; version: number; colors: ColorToken[]; fonts: FontToken[] }
export type ColorToken = ShownColor & { token: string }
export type FontToken = ShownFont & { token: string }

type ShownKit = { id: string; name: string; version: number; colors: ShownColor[]; fonts: ShownFont[] }

/** Names are the same in every format, so that a design and its code can be compared. */
export function tokensOf({ id, name, version, colors, fonts }: ShownKit): TokenKit {
  return {
    id,
    name,
    version,
    colors: withTokens(colors, (color) => [color.name]),
    fonts: withTokens(fonts, fontNames, fontRank),
  }
}

/** A font is named after its role, so that the name stays when another family replaces it. */
function fontNames({ role, family, weight, style }: ShownFont) {
  // A Tailwind theme has weights under `--font-weight-…`, beside the families under `--font-…`.
  const name = role ?? (/^weight\b/.test(slug(family)) ? `family ${family}` : family)
  return [name, `${name} ${weight}${style === 'italic' ? ' italic' : ''}`]
}

/**
 * The rank by which fonts get names. The upright font of a family with the weight nearest to 400 gets the name without
 * a weight, regardless of upload order.
 */
const fontRank = ({ weight, style }: ShownFont) => (style === 'italic' ? 1_000 : 0) + Math.abs(weight - 400)

function withTokens<Part extends { id: string }>(
  parts: Part[],
  wishes: (part: Part) => string[],
  rank: (part: Part) => number = () => 0,
) {
  const names = uniqueNames(parts.map((part) => ({ id: part.id, wishes: wishes(part), rank: rank(part) })))
  return parts.map((part) => ({ ...part, token: names.get(part.id)! }))
}
