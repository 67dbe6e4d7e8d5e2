import type { Item } from '../public-pages/item.ts'
import type { ShownFont } from './contents.ts'

/**
 * Maximum size of a font that is sent to visitors. Larger fonts load too slowly and are shown as an image.
 */
const webFontBytesMax = 2 * 1024 * 1024
const webTypes = ['font/woff2', 'font/woff', 'font/ttf', 'font/otf']
/** The `fsType` bit that permits embedding only bitmaps of the font (OpenType 1.9, OS/2). */
const bitmapsOnly = 0x0200

type Facts = ShownFont['facts']

const permits = (facts: Facts, ...permissions: string[]): boolean =>
  facts !== undefined && permissions.includes(facts.embedding) && (facts.fs_type & bitmapsOnly) === 0

/** Whether the embedding permissions of a font let the page use its file for a specimen. */
export const mayEmbed = (facts: Facts): boolean => permits(facts, 'installable', 'editable')

/** Whether the page loads the font file to show a specimen in that font. */
export const mayShow = (item: Item, facts: Facts): boolean =>
  mayEmbed(facts) && facts?.faces === 1 && webTypes.includes(item.mimeType) && item.size <= webFontBytesMax

/** Whether visitors can save the file. Visitors can download only installable fonts. */
export const mayDownload = (facts: Facts): boolean => permits(facts, 'installable')
