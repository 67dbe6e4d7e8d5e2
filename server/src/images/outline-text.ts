import { readFile } from 'node:fs/promises'
import { indexSvg } from '@atelier/svg/document-index'
import { readCleanSvg } from '@atelier/svg/read'
import { descendants, type SvgElement } from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'
import type { FontFile, Fonts } from '@atelier/typesetting'
import { dataUrl, readEmbedded } from './svg-embedded.ts'

/** A font file of a company, with the names from its brand kit. */
export type CompanyFont = Omit<FontFile, 'bytes' | 'source'> & { path: string }

/** Maximum nesting of SVG images, as in sanitized documents. */
const depthMax = 2

/**
 * Replaces the text of a sanitized document by outlines, because the renderer would use the machine's fonts.
 * Uses the company's fonts first, and then shipped fonts.
 */
export async function withOutlines(svg: Buffer, companyFonts: readonly CompanyFont[] = []): Promise<Buffer> {
  if (!mayHaveText(svg)) return svg
  // Loaded on demand, because few files need it.
  const { typeset, withFonts } = await import('@atelier/typesetting')
  const fonts = await openFontsOf(companyFonts)
  const set = (text: string, depth: number): string => {
    const root = readCleanSvg(text)
    for (const element of descendants(root)) if (depth < depthMax) outlineEmbedded(element, depth, set)
    typeset(root, indexSvg(root), fonts)
    return writeSvg(root)
  }
  const document = svg.toString()
  return Buffer.from(await withFonts(fonts, () => set(document, 0)))
}

const mayHaveText = (svg: Buffer) => svg.includes('<text') || svg.includes('data:image/svg+xml')

function outlineEmbedded(
  { attributes }: SvgElement,
  depth: number,
  set: (text: string, depth: number) => string,
): void {
  for (const name of ['href', 'xlink:href']) {
    const href = attributes.get(name)
    if (!href?.startsWith('data:image/svg+xml')) continue
    const embedded = readEmbedded(href)
    if (embedded?.format !== 'svg+xml' || !mayHaveText(embedded.bytes)) continue
    attributes.set(name, dataUrl('svg+xml', Buffer.from(set(embedded.bytes.toString(), depth + 1))))
  }
}

let shippedAlone: Promise<Fonts> | undefined

async function openFontsOf(companyFonts: readonly CompanyFont[]): Promise<Fonts> {
  const [{ openFonts }, { shippedFonts }] = await Promise.all([
    import('@atelier/typesetting'),
    import('../drawing/shipped-fonts.ts'),
  ])
  if (companyFonts.length === 0) {
    shippedAlone ??= openFonts([], shippedFonts)
    return shippedAlone
  }
  const files = companyFonts.map(async ({ path, ...font }) => ({
    ...font,
    source: 'company' as const,
    bytes: await readFile(path),
  }))
  return openFonts(await Promise.all(files), shippedFonts)
}
