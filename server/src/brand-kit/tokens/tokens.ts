import type { z } from 'zod'
import type { Color } from '../color-routes.ts'
import type { Font } from '../font-routes.ts'
import { slug, uniqueNames } from './names.ts'

type ShownColor = z.output<typeof Color>
type ShownFont = z.output<typeof Font>

/** What the formats write: a kit whose colors and fonts have the names that programs know them by. */
export type TokenKit = { id: string; name: string; version: number; colors: ColorToken[]; fonts: FontToken[] }
export type ColorToken = ShownColor & { token: string }
export type FontToken = ShownFont & { token: string }

type ShownKit = { id: string; name: string; version: number; colors: ShownColor[]; fonts: ShownFont[] }

/** The same names in every format: by them a design and the code that follows it are compared. */
export function tokensOf({ id, name, version, colors, fonts }: ShownKit): TokenKit {
  return {
    id,
    name,
    version,
    colors: withTokens(colors, (color) => [color.name]),
    fonts: withTokens(fonts, fontNames),
  }
}

/** A font is named for what it is used for, so that the name stays when another family takes its place. */
function fontNames({ role, family, weight, style }: ShownFont) {
  // A Tailwind theme has weights under `--font-weight-…`, beside the families under `--font-…`.
  const name = role ?? (/^weight\b/.test(slug(family)) ? `family ${family}` : family)
  return [name, `${name} ${weight}${style === 'italic' ? ' italic' : ''}`]
}

function withTokens<Part extends { id: string }>(parts: Part[], wishes: (part: Part) => string[]) {
  const names = uniqueNames(parts.map((part) => ({ id: part.id, wishes: wishes(part) })))
  return parts.map((part) => ({ ...part, token: names.get(part.id)! }))
}
