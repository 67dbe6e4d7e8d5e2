/** What no name of the library holds: the service refuses it, or takes it out of the names of files. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu
const hidden =
  /(?![\u061c\u200c-\u200f\p{Variation_Selector}\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu
const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/** A title as the service makes one of the name of a file; empty when nothing is left. */
export function asName(text: string): string {
  const name = text.replace(breaks, ' ').replace(hidden, '').trim()
  return visible.test(name) ? name : ''
}

/** What the library calls the folder of a directory. */
export function folderName(directory: string): string {
  const name = directory
    .replace(/[\p{Cc}\u2028\u2029]/gu, '_')
    .replace(hidden, '_')
    .trim()
  return visible.test(name) ? name : '_'
}
