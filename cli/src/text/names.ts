/** Characters that the library rejects or strips from names. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu
const hidden =
  /(?![\u061c\u200c-\u200f\p{Variation_Selector}\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/** The title that the server derives from a file name; empty if nothing is left. */
export function asName(text: string): string {
  const name = text.replace(breaks, ' ').replace(hidden, '').trim()
  return visible.test(name) ? name : ''
}

/** The library's name for a directory. */
export function folderName(directory: string): string {
  const name = directory
    .replace(/[\p{Cc}\u2028\u2029]/gu, '_')
    .replace(hidden, '_')
    .trim()
  return visible.test(name) ? name : '_'
}
