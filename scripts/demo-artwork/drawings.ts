import { acmeAssets } from './acme-assets.ts'
import { acmeTemplates } from './acme-templates.ts'
import type { Drawing } from './drawing.ts'
import { globexAssets } from './globex-assets.ts'
import { globexTemplates } from './globex-templates.ts'
import { svg } from './svg.ts'

const drawings = {
  acme: { assets: acmeAssets, templates: acmeTemplates },
  globex: { assets: globexAssets, templates: globexTemplates },
} as const

/** Returns the drawing of a file in the catalog, such as `acme/assets/kettle.jpg`. */
export function drawingOf(file: string): Drawing {
  const [company, kind, name] = file.split('/') as [keyof typeof drawings, 'assets' | 'templates', string]
  const drawing = drawings[company][kind][name.slice(0, name.lastIndexOf('.'))]
  if (!drawing) throw new Error(`Nothing is drawn for ${file}.`)
  return drawing
}

/** The file as an SVG document of this size. */
export function drawSvg(file: string, width: number, height: number): string {
  return svg(width, height, drawingOf(file).draw(width, height))
}
