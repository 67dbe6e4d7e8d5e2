/** The URL path of the shipped fonts. A new version of a font has a new URL. */
export const shippedFontsPath = `/portal/fonts/${import.meta.env.FONTS_VERSION}`
