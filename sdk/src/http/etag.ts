const key = Symbol('etag')

/** Attaches an ETag to a resource. The property is not enumerable, so copies and JSON do not have it. */
export function noteEtag<T>(resource: T, etag: string | null): T {
  if (etag !== null && typeof resource === 'object' && resource !== null)
    Object.defineProperty(resource, key, { value: etag })
  return resource
}

/** Returns the ETag of a resource from `get`, `create` or `update`. Undefined for a list item or a copy. */
export const etagOf = (resource: object): string | undefined => (resource as { [key]?: string })[key]

/**
 * Returns the `If-Match` header for a change.
 * @throws {TypeError} for a resource without an ETag.
 */
export function ifMatchHeader(known: string | object | undefined): Record<string, string> {
  if (known === undefined) return {}
  const etag = typeof known === 'string' ? known : etagOf(known)
  if (etag === undefined)
    throw new TypeError(
      'ifMatch must be an ETag, or a resource returned by get, create or update, not a copy of it.',
    )
  return { 'if-match': etag }
}
