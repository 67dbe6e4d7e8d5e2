import { readFileSync } from 'node:fs'
import { indexSvg } from '@atelier/svg/document-index'
import { readCleanSvg } from '@atelier/svg/read'
import { descendants, type SvgElement } from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'
import { type Fit, type Fonts, openFonts, typeset, withFonts } from '@atelier/typesetting'
import { shippedFonts } from '../../../server/src/drawing/shipped-fonts.ts'

export const packageFont = (path: string): Uint8Array =>
  readFileSync(new URL(`../../../node_modules/${path}`, import.meta.url))

export const shipped: Fonts = await openFonts([], shippedFonts)

export const svg = (content: string, size = '800 600') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}">${content}</svg>`

/** Typesets a document and serializes it. */
export async function setTexts(
  document: string,
  { fonts = shipped, language = '' }: { fonts?: Fonts; language?: string } = {},
) {
  return withFonts(fonts, () => {
    const root = readCleanSvg(document)
    const result = typeset(root, indexSvg(root), fonts, { language })
    return { ...result, root, text: writeSvg(root) }
  })
}

/** Typesets `text` in place of the document's only text. */
export async function fitText(
  document: string,
  text: string,
  fit: Partial<Fit> = {},
  { fonts = shipped, language = '' }: { fonts?: Fonts; language?: string } = {},
) {
  return withFonts(fonts, () => {
    const root = readCleanSvg(document)
    const fitOf = () => ({ key: 'headline', fit: { mode: 'shrink', ...fit } as Fit, text })
    const result = typeset(root, indexSvg(root), fonts, { language, fitOf })
    const [layout] = result.layout
    return {
      ...result,
      root,
      text: writeSvg(root),
      box: layout!,
      types: result.findings.map(({ type }) => type),
    }
  })
}

export const pathsIn = (root: SvgElement) => [...descendants(root)].filter(({ name }) => name === 'path')

/** The text of the runs in visual order. */
export const wordsOf = ({ glyphRuns }: { glyphRuns: { glyphs: { text: string }[] }[] }) =>
  glyphRuns.map(({ glyphs }) => glyphs.map(({ text }) => text).join(''))
