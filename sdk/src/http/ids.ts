import { AtelierError, adviceOnUrl } from '../errors.ts'

/** A TypeID (contract R-WIRE-5): a prefix for the kind of resource, and a UUID in base32. */
const typeId = /^[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/

export const isTypeId = (value: unknown): value is string => typeof value === 'string' && typeId.test(value)

/** Fields that are named like IDs but contain values chosen by callers or proxies. */
const foreignIds = new Set(['external_id', 'request_id'])
/** Objects whose keys are custom data, variable keys, query parameters, or languages such as `id`. */
const freeForm = new Set(['metadata', 'findings', 'errors', 'filters', 'translations'])

/**
 * Returns the first ID field whose value is not a valid ID. Programs use IDs in file names, paths and
 * commands, so a response must not contain other text there.
 * @param sent IDs in the request, which a batch returns unchanged.
 */
export function wrongId(
  body: unknown,
  sent: readonly unknown[] = [],
): { field: string; value: unknown } | undefined {
  // Uses its own stack, because a body can be nested deeper than the call stack allows.
  const rest: unknown[] = [body]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value !== 'object' || value === null) continue
    // The data of a change is free-form.
    const isChange = 'resource_id' in value || 'seq' in value
    for (const [field, inner] of Object.entries(value)) {
      if (isIdField(field) && !Array.isArray(value)) {
        const ids: unknown[] = field.endsWith('_ids') ? [inner].flat() : [inner]
        const wrong = ids.find(
          (one) => one !== null && !isTypeId(one) && !sent.includes(one) && !isColor(field, one),
        )
        if (wrong !== undefined) return { field, value: wrong }
      } else if (!isFree(field, inner) && !(isChange && field === 'data')) rest.push(inner)
    }
  }
  return undefined
}

/** A template has a list of variable definitions, a render has values by variable key. */
const isFree = (field: string, value: unknown) =>
  freeForm.has(field) || (field === 'variables' && !Array.isArray(value))

/** Color IDs in a contrast response. In a preset, `background` is a color. */
const otherIds = new Set(['foreground', 'background'])
const isColor = (field: string, value: unknown) =>
  otherIds.has(field) && typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)

const isIdField = (field: string) =>
  ((field === 'id' || /_ids?$/.test(field)) && !foreignIds.has(field)) || otherIds.has(field)

const shownLengthMax = 60

/** @throws {AtelierError} `unexpected` if an ID field of the response is not a valid ID. */
export function assertIds(what: string, status: number, body: unknown, sent?: readonly unknown[]): void {
  const wrong = wrongId(body, sent)
  if (!wrong) return
  const shown = JSON.stringify(wrong.value).slice(0, shownLengthMax)
  const message = `${what} returned an invalid ID in the field ${wrong.field}: ${shown}. ${adviceOnUrl}`
  throw new AtelierError(message, { status, code: 'unexpected', advice: adviceOnUrl, body })
}
