const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup, as opposed to text that must be escaped. */
export type Html = { readonly markup: string }

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character]!)

type Part = string | number | null | undefined | false | Html | readonly Html[]

/** Escapes every value except markup. `null`, `undefined` and `false` produce nothing. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return {
    markup: texts.reduce((markup, text, at) => markup + (at === 0 ? '' : written(parts[at - 1])) + text, ''),
  }
}

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (Array.isArray(part)) return part.map(({ markup }) => markup).join('')
  return typeof part === 'object' ? (part as Html).markup : escaped(String(part))
}
