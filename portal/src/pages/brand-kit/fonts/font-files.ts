/** The accepted types of a file field for fonts. */
export const fontFiles = '.woff2,.woff,.ttf,.otf'
