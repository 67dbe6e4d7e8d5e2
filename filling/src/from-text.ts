import type { VariableDefinition } from './definition.ts'

/**
 * A value that came as text, from a cell of a table or the query of a link, as JSON would give it. An empty text is no
 * value. What cannot be read stays text, so that `validateValues` says what is wrong with it.
 */
export function valueFromText({ type, locale }: VariableDefinition, text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (type === 'number') return trimmed.startsWith('{') ? parsed(trimmed) : numberIn(trimmed, locale)
  if (type === 'boolean') return words.get(trimmed.toLowerCase()) ?? text
  if (type === 'list' || ((type === 'image' || type === 'logo') && trimmed.startsWith('{')))
    return parsed(trimmed)
  return type === 'text' ? text : trimmed
}

const words = new Map(
  Object.entries({ true: true, yes: true, '1': true, x: true, false: false, no: false, '0': false }),
)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** `1234.5` anywhere; `1.234,50` where a locale writes numbers so. */
function numberIn(text: string, locale: string | undefined): number | string {
  const plain = /^[+-]?\d{1,30}(?:\.\d{1,30})?$/
  const local = locale === undefined ? text : withoutGroups(text, locale)
  for (const one of locale === undefined ? [text] : [local, text]) if (plain.test(one)) return Number(one)
  return text
}

function withoutGroups(text: string, locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(-1234567.8)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value
  const [group = ',', decimal = '.'] = [sign('group'), sign('decimal')]
  return text
    .replaceAll(/[\s\u00a0\u202f]/g, '')
    .replaceAll(group.trim() === '' ? ' ' : group, '')
    .replace(decimal, '.')
}
