const key = Symbol('etag')

/** Notes with a resource which state of it this is. It is not enumerable: copies and JSON are without. */
export function noteEtag<T>(resource: T, etag: string | null): T {
  if (etag !== null && typeof resource === 'object' && resource !== null)
    Object.defineProperty(resource, key, { value: etag })
  return resource
}

/** The ETag of a resource as `get`, `create` or `update` answered it; undefined for a row of a list, or a copy. */
export const etagOf = (resource: object): string | undefined => (resource as { [key]?: string })[key]

/**
 * The header by which a change is refused when somebody was faster.
 * @throws {TypeError} for a resource that does not say which state of it it is.
 */
export function ifMatchHeader(known: string | object | undefined): Record<string, string> {
  if (known === undefined) return {}
  const etag = typeof known === 'string' ? known : etagOf(known)
  if (etag === undefined)
    throw new TypeError(
      'ifMatch must be an ETag, or a resource as get, create or update gave it, no copy of it.',
    )
  return { 'if-match': etag }
}
