// biome-ignore-all lint/performance/noBarrelFile: the entry point of the package.
export type { FontFile } from './font-file.ts'
export { type FontProblem, type Fonts, openFonts, withFonts } from './fonts.ts'
export type * from './results.ts'
export type { ShippedFamily, ShippedFonts } from './shipped.ts'
export { textLengthMax } from './text-content.ts'
export { type TypesetOptions, typeset } from './typeset.ts'
