/** Control characters and the separators of lines and paragraphs. */
const breaks = /[\p{Cc}\u2028\u2029]+/gu

/**
 * Invisible characters, among them those that override the direction of text. Exempt are joiners, direction marks,
 * variation selectors and emoji tags: scripts and emoji are not written correctly without them.
 */
const hidden =
  /(?![\u061c\u200c-\u200f\p{Variation_Selector}\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu

const visible = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/u

/** What mail programs turn into a link: a scheme, `www.`, or a domain or an IP address with a path or a port. */
const link =
  /:[/\\]{2}|(^|[^\p{L}\p{N}])www\.|[\p{L}\p{N}]\.(\p{L}{2,}|xn--[a-z\d-]+)([/\\?#]|:\d)|(\d{1,3}\.){3}\d{1,3}([/\\?#]|:\d)/iu
/** Browsers read these as a full stop (UTS 46) and as a slash. */
const stops = /[\u3002\uff0e\uff61]/gu
const slashes = /[\u2044\u2215]/gu

/** As a browser would read it: also with other signs for dots and slashes, and with invisible ones in between. */
const asUrl = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(stops, '.')
    .replace(slashes, '/')

/** Why a text can't be a name: the end of a sentence, or undefined. */
export function nameFault(text: string): string | undefined {
  if (text.search(breaks) >= 0) return 'must be a single line.'
  if (text.search(hidden) >= 0)
    return 'must not contain invisible characters or characters that change the text direction.'
  return visible.test(text) ? undefined : 'is required.'
}

/** Why a text can't be a name that letters quote, such as a person's. */
export function quotedNameFault(text: string): string | undefined {
  return nameFault(text) ?? (link.test(asUrl(text)) ? 'must not contain a link.' : undefined)
}

/** A text that nobody here has typed, such as the name of a file, as far as it can be a name; empty when nothing is left. */
export function asName(text: string): string {
  const name = text.toWellFormed().replace(breaks, ' ').replace(hidden, '').trim()
  return visible.test(name) ? name : ''
}
