import type { VariableDefinition } from './definition.ts'

/**
 * Converts a text value, from a table cell or a link's query, to its JSON form. An empty string means no value.
 * Text that cannot be converted stays unchanged, so that `validateValues` reports it.
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

/** A number in the locale's notation, such as `1.234,50`, otherwise in JSON's notation. */
function numberIn(text: string, locale: string | undefined): number | string {
  const plain = locale === undefined ? text : (withoutGroups(text, locale) ?? text)
  return /^[+-]?\d{1,30}(?:\.\d{1,30})?$/.test(plain) ? Number(plain) : text
}

/** Undefined if the text is not in the locale's notation. */
function withoutGroups(text: string, locale: string): string | undefined {
  const parts = new Intl.NumberFormat(locale).formatToParts(-1234567.8)
  const sign = (type: string) => parts.find((part) => part.type === type)?.value
  const [group = ',', decimal = '.'] = [sign('group'), sign('decimal')]
  const isBlank = group.trim() === ''
  const [, minus, whole, , fraction] =
    new RegExp(
      String.raw`^([+-]?)(\d{1,3}(?:${isBlank ? String.raw`\s` : escaped(group)}\d{2,3})+|\d{1,30})(${escaped(decimal)}(\d{1,30}))?$`,
    ).exec(text) ?? []
  if (whole === undefined) return undefined
  return `${minus}${whole.replace(/\D/g, '')}${fraction === undefined ? '' : `.${fraction}`}`
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
