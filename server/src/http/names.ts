/** Control characters and the separators of lines and paragraphs. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu

/**
 * Invisible characters, among them those that override the direction of text. Exempt are joiners, direction marks,
 * variation selectors and emoji tags: scripts and emoji are not written correctly without them.
 */
const hidden =
  /(?![\u061c\u200c-\u200f\p{Variation_Selector}\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/** What mail programs turn into a link. */
const link = /:\/\/|(^|[^\p{L}\p{N}])www\.|[\p{L}\p{N}]\.\p{L}{2,}(:\d+)?[/?#]/iu

/** Why a text can't be a name: the end of a sentence, or undefined. */
export function nameFault(text: string): string | undefined {
  if (text.search(breaks) >= 0) return 'must be one line.'
  if (text.search(hidden) >= 0)
    return 'must not contain invisible characters or ones that change the direction of text.'
  return visible.test(text) ? undefined : 'is required.'
}

/** Why a text can't be a name that letters quote, such as a person's. */
export function quotedNameFault(text: string): string | undefined {
  // Full-width signs, too, are links to mail programs.
  return nameFault(text) ?? (link.test(text.normalize('NFKC')) ? 'must not contain a link.' : undefined)
}

/** A text that nobody here has typed, such as the name of a file, as far as it can be a name; empty when nothing is left. */
export function asName(text: string): string {
  const name = text.toWellFormed().replace(breaks, ' ').replace(hidden, '').trim()
  return visible.test(name) ? name : ''
}
