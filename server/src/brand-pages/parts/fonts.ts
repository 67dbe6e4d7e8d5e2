import { publicId } from '../../ids.ts'
import { type Html, html } from '../../public-pages/html.ts'
import { bytesOf, extensionOf } from '../../public-pages/item.ts'
import type { PageTexts } from '../../public-pages/texts.ts'
import type { ShownFont } from '../contents.ts'
import { pictureIn } from '../files.ts'
import { mayDownload, mayEmbed, mayShow } from '../font-rights.ts'
import type { Part } from '../part.ts'

type Texts = PageTexts['brand']

export function fontsOf(path: string, fonts: readonly ShownFont[], { brand }: PageTexts): Part | undefined {
  if (fonts.length === 0) return undefined
  const body = html`<ul class="cards fonts">${fonts.map((shown, place) => fontOf(path, shown, place, brand))}</ul>`
  return { id: 'fonts', title: brand.fonts, body }
}

const fileOf = (path: string, { font }: ShownFont) => `${path}/fonts/${publicId('font', font.id)}`

export const fontFacesOf = (path: string, fonts: readonly ShownFont[]): string =>
  fonts
    .map((shown, place) => {
      const { item, facts, font } = shown
      if (!item || !mayShow(item, facts)) return ''
      const family = `specimen-${place}`
      return (
        `@font-face{font-family:${family};src:url(${fileOf(path, shown)}/web);font-display:swap;` +
        `font-weight:${facts!.weight.min} ${facts!.weight.max}}` +
        `.${family}{font-family:${family};font-weight:${font.weight}}`
      )
    })
    .join('')

function fontOf(path: string, shown: ShownFont, place: number, brand: Texts): Html {
  const { family, weight, style, role } = shown.font
  const facts = [`${weight}`, style === 'italic' ? brand.italic : null, role].filter((fact) => fact !== null)
  return html`<li>
${specimenOf(path, shown, place, brand)}
<div class="words"><h3><span data-copy="${family}" data-label="${brand.fontFamily}">${family}</span></h3><p class="facts">${facts.join(', ')}</p>
${downloadOf(path, shown, brand)}</div>
</li>`
}

function specimenOf(path: string, shown: ShownFont, place: number, brand: Texts): Html {
  const { item, facts } = shown
  const missing = (text: string) => html`<p class="specimen missing">${text}</p>`
  if (shown.font.asset_id === null) return missing(brand.noFile)
  if (!item) return missing(brand.unavailable)
  if (mayShow(item, facts))
    return html`<div class="specimen specimen-${place}"><p class="large">Aa Bb Cc</p><p>ABCDEFGHIJKLMNOPQRSTUVWXYZ<br>abcdefghijklmnopqrstuvwxyz<br>0123456789 &amp; ! ? § €</p></div>`
  if (facts?.embedding === 'restricted') return missing(brand.notShown)
  const picture = pictureIn(item)
  if (!picture) return missing(brand.noPicture)
  return html`<img class="specimen" src="${fileOf(path, shown)}/view" alt="${brand.specimen(shown.font.family)}" loading="lazy" width="${picture.width}" height="${picture.height}">`
}

function downloadOf(path: string, shown: ShownFont, brand: Texts): Html | false {
  const { item, facts, font } = shown
  if (!item) return false
  const label = `${extensionOf(item)} · ${bytesOf(item.size)}`
  if (mayDownload(facts))
    return html`<p class="sizes"><a href="${fileOf(path, shown)}/original" download aria-label="${brand.download(`${font.family} ${font.weight}`, label)}">${label}</a></p>`
  return html`<p class="facts">${mayEmbed(facts) ? brand.embeddingOnly : brand.noCopies}</p>`
}
