export const fontFiles = '.woff2,.woff,.ttf,.otf'
