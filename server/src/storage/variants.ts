/** What a link may want of a file beside its bytes. Each part is signed with the link, so that nobody can add one. */
export type Variant = {
  /** The picture that is wanted, as a query in a fixed order; empty for the file itself. */
  picture: string
  /** The name under which it is to be saved; undefined for what is to be shown. */
  download: string | undefined
}

const pictureParameters = ['w', 'h', 'fit', 'format', 'q', 'focus']

/** What a request wants; parameters that came twice or are not known want nothing. */
export function variantOf(query: Record<string, unknown>): Variant {
  const picture = new URLSearchParams()
  for (const name of pictureParameters) {
    const value = query[name]
    if (typeof value === 'string') picture.set(name, value)
  }
  return {
    picture: picture.toString(),
    download: typeof query.download === 'string' ? query.download : undefined,
  }
}

/** The key with what is wanted of it, as it is signed (signed-urls.ts). */
export function withVariant(key: string, { picture, download }: Variant): string {
  const name = download === undefined ? '' : new URLSearchParams({ download }).toString()
  const query = [picture, name].filter(Boolean).join('&')
  return query === '' ? key : `${key}?${query}`
}

/** `Content-Disposition` for a name that people chose (RFC 6266 §4.3, RFC 8187): ASCII for old readers, then UTF-8. */
export function attachment(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
