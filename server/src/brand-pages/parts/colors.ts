import { rgbOfHex } from '../../brand-kit/notations.ts'
import { type Html, html } from '../../public-pages/html.ts'
import type { PageTexts } from '../../public-pages/texts.ts'
import type { Kit } from '../contents.ts'
import type { Part } from '../part.ts'

type Color = Kit['colors'][number]

export function colorsOf(colors: readonly Color[], { brand }: PageTexts): Part | undefined {
  if (colors.length === 0) return undefined
  const groups = [...Map.groupBy(colors, ({ group }) => group)]
  const body = html`${groups.map(([group, members]) => html`${group !== null && html`<h3>${group}</h3>`}<ul class="cards colors">${members.map((color) => colorOf(color, brand))}</ul>`)}`
  return { id: 'colors', title: brand.colors, body }
}

function colorOf(color: Color, brand: PageTexts['brand']): Html {
  const { name, hex, opacity, role } = color
  const facts = [role, opacity < 1 ? brand.opacity(Math.round(opacity * 100)) : null].filter(
    (fact) => fact !== null,
  )
  return html`<li>
<svg class="swatch" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><rect width="1" height="1" fill="${hex}" fill-opacity="${opacity}"/></svg>
<div class="words"><p class="name">${name}</p>${facts.length > 0 && html`<p class="facts">${facts.join(', ')}</p>`}
<dl>${valuesOf(color).map(([label, value]) => html`<div><dt>${label}</dt><dd><span data-copy="${value}" data-label="${brand.notation(label, name)}">${value}</span></dd></div>`)}</dl></div>
</li>`
}

/**
 * The notations of a kit's color. CMYK and Pantone are shown only if they were set, because computed values are only
 * estimates.
 */
function valuesOf({ hex, opacity, cmyk, pantone }: Color): [label: string, value: string][] {
  const { r, g, b } = rgbOfHex(hex)
  return [
    ['HEX', hex],
    ['RGB', opacity < 1 ? `rgb(${r} ${g} ${b} / ${opacity})` : `rgb(${r} ${g} ${b})`],
    ...(cmyk ? [['CMYK', [cmyk.c, cmyk.m, cmyk.y, cmyk.k].join(', ')] as [string, string]] : []),
    ...(pantone ? [['Pantone', pantone] as [string, string]] : []),
  ]
}
