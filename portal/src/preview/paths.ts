/** Where the server has the fonts that Atelier ships. A new version of a font has a new URL. */
export const shippedFontsPath = `/portal/fonts/${import.meta.env.FONTS_VERSION}`
