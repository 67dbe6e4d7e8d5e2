/** Words by language as in a request: null removes a language or a text. */
export type Change = { translations: Record<string, object | null> }

/** The translations that the server stores after a change (contract R-TRANSLATION-2). */
export function merged<Translations extends object>(before: Translations, changed: object): Translations {
  const members = new Map<string, unknown>(Object.entries(before))
  for (const [name, value] of Object.entries(changed)) {
    if (value === null) members.delete(name)
    else members.set(name, isObject(value) ? merged(objectOr(members.get(name)), value) : value)
  }
  // The members have the types of the request.
  return Object.fromEntries(members) as Translations
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const objectOr = (value: unknown): object => (isObject(value) ? value : {})
