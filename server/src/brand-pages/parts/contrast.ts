import { contrastOf } from '../../brand-kit/contrast.ts'
import { type Html, html } from '../../public-pages/html.ts'
import type { PageTexts } from '../../public-pages/texts.ts'
import type { Kit } from '../contents.ts'
import type { Part } from '../part.ts'

/**
 * Maximum number of colors. Only the first opaque colors of the kit are used, because every pair is compared.
 */
const colorsMax = 24
const pairsMax = 30

type Color = { id: string; name: string; hex: string; opacity: number }
type Pair = ReturnType<typeof contrastOf>['pairs'][number]

/** The pairs of colors with enough contrast for text. Translucent colors have no defined contrast. */
export function contrastPartOf(all: Kit['colors'], { brand }: PageTexts): Part | undefined {
  const colors = all.filter(({ opacity }) => opacity === 1).slice(0, colorsMax)
  const { pairs } = contrastOf({ id: '', version: 0, colors })
  const places = new Map(colors.map((color, place) => [color.id, place]))
  // The contrast of opaque colors is the same in both directions.
  const legible = pairs
    .filter((pair) => pair.large_text !== null && places.get(pair.foreground)! < places.get(pair.background)!)
    .slice(0, pairsMax)
  if (legible.length === 0) return undefined
  const color = (id: string) => colors[places.get(id)!]!
  const body = html`<p class="facts">${brand.contrastText}</p>
<ul class="cards pairs">${legible.map((pair) => pairOf(pair, color(pair.foreground), color(pair.background), brand))}</ul>`
  return { id: 'contrast', title: brand.contrast, body }
}

const levelOf = ({ text, large_text }: Pair, brand: PageTexts['brand']) =>
  text ?? brand.largeText(String(large_text))

const pairOf = (pair: Pair, one: Color, other: Color, brand: PageTexts['brand']): Html => html`<li>
<svg class="pair" viewBox="0 0 200 80" aria-hidden="true"><rect width="100" height="80" fill="${other.hex}"/><text x="50" y="52" fill="${one.hex}" text-anchor="middle">Aa</text><rect x="100" width="100" height="80" fill="${one.hex}"/><text x="150" y="52" fill="${other.hex}" text-anchor="middle">Aa</text></svg>
<div class="words"><p class="name">${brand.pair(one.name, other.name)}</p><p class="facts">${pair.ratio.toFixed(2)} : 1 · <strong>${levelOf(pair, brand)}</strong></p></div>
</li>`
