import type { StoredSection } from '../../db/schema.ts'
import { publicId } from '../../ids.ts'
import { type Html, html } from '../../public-pages/html.ts'
import type { PageTexts } from '../../public-pages/texts.ts'
import type { Contents } from '../contents.ts'
import { pictureIn } from '../files.ts'
import type { FoundPage } from '../find-page.ts'
import type { Part } from '../part.ts'
import { simpleText } from '../simple-text.ts'

/** The sections of the page, each with its pictures. Unavailable pictures are excluded. */
export const sectionsOf = (
  { path, sections }: FoundPage,
  { pictures }: Contents,
  { brand }: PageTexts,
): Part[] =>
  sections.map(({ title, text, examples }, place) => {
    const shown = examples.flatMap((example) => exampleOf(path, example, pictures, brand) ?? [])
    return {
      id: `section-${place + 1}`,
      title,
      body: html`<div class="text">${simpleText(text)}</div>${shown.length > 0 && html`<ul class="cards examples">${shown}</ul>`}`,
    }
  })

type Example = StoredSection['examples'][number]
function exampleOf(
  path: string,
  example: Example,
  pictures: Contents['pictures'],
  brand: PageTexts['brand'],
): Html | undefined {
  const { asset_id, kind, caption } = example
  const item = pictures.get(asset_id)
  const picture = item && pictureIn(item)
  if (!picture) return undefined
  const at = `${path}/pictures/${publicId('asset', asset_id)}/view`
  return html`<li class="${kind}">
<img src="${at}" alt="${item.altText ?? caption ?? item.name}" loading="lazy" width="${picture.width}" height="${picture.height}">
<div class="words"><p class="verdict"><span aria-hidden="true">${kind === 'do' ? '✓' : '✕'}</span> ${brand[kind]}</p>${caption !== null && html`<p>${caption}</p>`}</div>
</li>`
}
