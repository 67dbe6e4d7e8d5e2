import { publicId } from '../../ids.ts'
import { type Html, html } from '../../public-pages/html.ts'
import { bytesOf, extensionOf } from '../../public-pages/item.ts'
import type { PageTexts } from '../../public-pages/texts.ts'
import type { ShownLogo } from '../contents.ts'
import { logoSizes, shownLogoKey } from '../files.ts'
import type { Part } from '../part.ts'

export function logosOf(path: string, logos: readonly ShownLogo[], { brand }: PageTexts): Part | undefined {
  if (logos.length === 0) return undefined
  const body = html`<ul class="cards logos">${logos.map((shown) => logoOf(path, shown, brand))}</ul>`
  return { id: 'logos', title: brand.logos, body }
}

/** A logo on each of its intended backgrounds. */
function logoOf(path: string, { logo, item }: ShownLogo, brand: PageTexts['brand']): Html {
  const at = `${path}/logos/${publicId('logo', logo.id)}`
  const { theme, name, variant } = logo
  const shown = theme === 'any' ? ['light', 'dark'] : [theme]
  const size = item.width && item.height ? html` width="${item.width}" height="${item.height}"` : undefined
  const picture = (alt: string) => html`<img src="${at}/view" alt="${alt}" loading="lazy"${size}>`
  const isShown = shownLogoKey(item) !== undefined
  return html`<li>
<div class="grounds">${shown.map((ground, place) => html`<span class="ground ground-${ground}">${isShown ? picture(place === 0 ? (item.altText ?? name) : '') : extensionOf(item)}</span>`)}</div>
<div class="words"><h3>${name}</h3><p class="facts">${brand.variants[variant]}, ${brand.themes[theme]}</p>
<p class="sizes">${logoSizes(item).map((size) => downloadOf(at, size, brand, name, size === 'original' ? `${extensionOf(item)} · ${bytesOf(item.size)}` : `PNG ${size.slice('png-'.length)}`))}</p></div>
</li>`
}

const downloadOf = (at: string, size: string, brand: PageTexts['brand'], name: string, label: string) =>
  html`<a href="${at}/${size}" download aria-label="${brand.download(name, label)}">${label}</a>`
