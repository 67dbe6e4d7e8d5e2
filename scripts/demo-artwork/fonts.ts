import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fill } from '@atelier/filling'
import { type Fonts, openFonts, withFonts } from '@atelier/typesetting'
import type { DemoCompany } from '../../server/src/demo/catalog.ts'
import { shippedFonts } from '../../server/src/drawing/shipped-fonts.ts'

const packages = join(import.meta.dirname, '../../node_modules/@fontsource-variable')

/** Returns the Fontsource file of a demo font such as `acme/assets/josefin-sans-ext.woff2`. */
export function fontSource(file: string): string {
  const [, stem = '', slant = '', extended = ''] = /([\w-]+?)(-italic)?(-ext)?\.woff2$/.exec(file) ?? []
  return join(packages, stem, `files/${stem}-latin${extended}-wght${slant || '-normal'}.woff2`)
}

export const fontLicense = (file: string) => join(fontSource(file), '../../LICENSE')

/**
 * Returns the fonts of a company in the order that a render uses: the fonts of the brand kit, then the other
 * fonts of its library.
 */
export async function demoFonts({ brandKits, assets }: DemoCompany): Promise<Fonts> {
  const kit = brandKits.flatMap(({ fonts }) => fonts)
  const inKit = kit.map(({ asset, ...named }) => ({
    asset: assets.find(({ name }) => name === asset)!,
    named,
  }))
  const others = assets
    .filter(({ type, name }) => type === 'font' && !kit.some(({ asset }) => asset === name))
    .map((asset) => ({ asset, named: {} }))
  const files = await Promise.all(
    [...inKit, ...others].map(async ({ asset, named }) => ({
      bytes: await readFile(fontSource(asset.file)),
      source: 'company' as const,
      id: asset.name,
      ...named,
    })),
  )
  return openFonts(files, shippedFonts)
}

/** The width of a line in ems. */
export async function widthOf(fonts: Fonts, family: string, weight: number, text: string): Promise<number> {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text font-family="${family}" font-weight="${weight}" font-size="1">${escaped}</text></svg>`
  const { glyphRuns } = await withFonts(fonts, () => fill(svg, { variables: [] }, new Map(), { fonts }))
  return glyphRuns.flatMap(({ glyphs }) => glyphs).reduce((sum, { advance }) => sum + advance, 0)
}
