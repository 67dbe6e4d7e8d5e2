import type { Symbology } from './definition.ts'

/** The rules of each symbology (ISO/IEC 15417, 15420, 16388, 16390; GS1 General Specifications). */
const rules: Record<Symbology, (text: string) => string | undefined> = {
  code128: (text) => limited(text, /^[\x20-\x7e]+$/, 80, 'printable ASCII characters'),
  gs1_128: (text) =>
    /^(?:\(\d{2,4}\)[\x21-\x7e]{1,90})+$/.test(text) && text.length <= 100
      ? undefined
      : 'must have its application identifiers in brackets, such as (01)09521234543213.',
  code39: (text) => limited(text, /^[0-9A-Z\-. $/+%]+$/, 60, 'digits, capital letters and -. $/+%'),
  ean13: (text) => withCheckDigit(text, 13),
  ean8: (text) => withCheckDigit(text, 8),
  upca: (text) => withCheckDigit(text, 12),
  upce: (text) =>
    /^[01]\d{6,7}$/.test(text) ? undefined : 'must have 7 or 8 digits that begin with 0 or 1.',
  itf14: (text) => withCheckDigit(text, 14),
  data_matrix: (text) => limited(text, /^[\s\S]+$/, 1_500, 'characters'),
  pdf417: (text) => limited(text, /^[\s\S]+$/, 1_000, 'characters'),
}

/** The reason is the end of a sentence. */
export const barcodeFault = (text: string, symbology: Symbology = 'code128') => rules[symbology](text)

function limited(text: string, allowed: RegExp, lengthMax: number, what: string): string | undefined {
  if (text.length > lengthMax) return `must not be longer than ${lengthMax} characters.`
  return allowed.test(text) ? undefined : `must consist of ${what}.`
}

/** The check digit of GS1, with weights 3 and 1 from the right. The text may lack the check digit. */
function withCheckDigit(text: string, length: number): string | undefined {
  if (!/^\d+$/.test(text) || (text.length !== length && text.length !== length - 1))
    return `must have ${length} digits.`
  if (text.length === length - 1) return undefined
  const digits = [...text].map(Number)
  const last = digits.pop()!
  const sum = digits.reverse().reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0)
  const expected = (10 - (sum % 10)) % 10
  return last === expected ? undefined : `must end with the check digit ${expected}.`
}
