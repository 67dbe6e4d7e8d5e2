import { hiddenCharacters, lineBreaks, visibleCharacter } from './names.ts'

/**
 * Text that mail programs turn into a link: a scheme, `www.`, or a domain or IP address with a path or port.
 */
const link =
  /:[/\\]{2}|(^|[^\p{L}\p{N}])www\.|[\p{L}\p{N}]\.(\p{L}{2,}|xn--[a-z\d-]+)([/\\?#]|:\d)|(\d{1,3}\.){3}\d{1,3}([/\\?#]|:\d)/iu
/** Characters that browsers read as a full stop (UTS 46) and as a slash. */
const stops = /[\u3002\uff0e\uff61]/gu
const slashes = /[\u2044\u2215]/gu

/**
 * Normalizes text to the form in which a browser reads a URL, replacing other characters for dots and
 * slashes, and removing invisible characters.
 */
const asUrl = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(stops, '.')
    .replace(slashes, '/')

/** Returns why a string is not a valid name, as the end of a sentence. Undefined if the name is valid. */
export function nameFault(text: string): string | undefined {
  if (text.search(lineBreaks) >= 0) return 'must be a single line.'
  if (text.search(hiddenCharacters) >= 0)
    return 'must not contain invisible characters or characters that change the text direction.'
  return visibleCharacter.test(text) ? undefined : 'is required.'
}

/** Returns why e-mails cannot quote a string as a name, such as a person's name. */
export function quotedNameFault(text: string): string | undefined {
  return nameFault(text) ?? (link.test(asUrl(text)) ? 'must not contain a link.' : undefined)
}
