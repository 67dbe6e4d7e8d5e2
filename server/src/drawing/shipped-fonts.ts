import { readFile } from 'node:fs/promises'
import type { ShippedFonts } from '@atelier/typesetting'
import { shippedFamilies } from '@atelier/typesetting/shipped-fonts'

/** The path of the font packages, which is the same in a release and in the workspace. */
const packages = new URL('../../../node_modules/', import.meta.url)

/**
 * The fonts that come with the server. Fonts of the machine are never used, so that renders are the same
 * everywhere.
 */
export const shippedFonts: ShippedFonts = {
  families: shippedFamilies,
  read: (path) => readFile(new URL(path, packages)),
}
