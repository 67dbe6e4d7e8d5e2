/** What a field for font files lets one choose. */
export const fontFiles = '.woff2,.woff,.ttf,.otf'
