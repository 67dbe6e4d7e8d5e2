import { formatNames } from '../../brand-kit/tokens/formats.ts'
import { html } from '../../public-pages/html.ts'
import type { PageTexts } from '../../public-pages/texts.ts'
import type { Services } from '../../services.ts'
import type { Kit } from '../contents.ts'
import type { Part } from '../part.ts'
import { tokensOf } from '../tokens.ts'

const labelsIn = ({ brand }: PageTexts): Record<(typeof formatNames)[number], string> => ({
  dtcg: brand.designTokens,
  css: 'CSS',
  scss: 'SCSS',
  tailwind: 'Tailwind',
  json: 'JSON',
  ase: brand.swatches,
  gpl: brand.palette,
})
/** Formats that the page also offers for copying. */
const shownFormats = ['css', 'json'] as const

export function tokensPartOf(path: string, kit: Kit, texts: PageTexts, services: Services): Part | undefined {
  if (kit.colors.length + kit.fonts.length === 0) return undefined
  const labels = labelsIn(texts)
  const body = html`<p class="sizes">${formatNames.map((format) => html`<a href="${path}/tokens/${format}" download>${labels[format]}</a>`)}</p>
${shownFormats.map((format) => html`<details><summary>${labels[format]}</summary><pre data-copy-all="${labels[format]}" tabindex="0">${String(tokensOf(services, kit, format).body)}</pre></details>`)}`
  return { id: 'tokens', title: texts.brand.tokens, body }
}
