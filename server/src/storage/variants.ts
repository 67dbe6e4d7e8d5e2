/** Options of a link to a file. Each option is signed with the link, so that no one can add an option. */
export type Variant = {
  /** The requested rendition, as a query in a fixed order. Empty for the file itself. */
  picture: string
  download: string | undefined
  /** The name under which browsers save a displayed file. */
  shownAs?: string | undefined
  /** The asset whose metadata is written into the file. */
  metadataOf?: string | undefined
}

const pictureParameters = [
  'preset', 'v', 'page', 'w', 'h', 'fit', 'format', 'q', 'background', 'profile', 'enlarge', 'focus',
] // biome-ignore format: the list has one item per line.

/** Ignores repeated and unknown parameters. */
export function variantOf(query: Record<string, unknown>): Variant {
  const picture = new URLSearchParams()
  for (const name of pictureParameters) {
    const value = query[name]
    if (typeof value === 'string') picture.set(name, value)
  }
  return {
    picture: picture.toString(),
    download: typeof query.download === 'string' ? query.download : undefined,
    shownAs: typeof query.filename === 'string' ? query.filename : undefined,
    metadataOf: typeof query.metadata === 'string' ? query.metadata : undefined,
  }
}

/** The key with its variant, as it is signed (signed-urls.ts). */
export function withVariant(key: string, { picture, download, shownAs, metadataOf }: Variant): string {
  const names = new URLSearchParams()
  if (download !== undefined) names.set('download', download)
  if (shownAs !== undefined) names.set('filename', shownAs)
  if (metadataOf !== undefined) names.set('metadata', metadataOf)
  const query = [picture, names.toString()].filter(Boolean).join('&')
  return query === '' ? key : `${key}?${query}`
}

export const withName = (key: string, name: string): string =>
  withVariant(key, { picture: '', download: undefined, shownAs: name })

/**
 * `Content-Disposition` for a name chosen by people (RFC 6266 §4.3, RFC 8187): ASCII for old clients, then
 * UTF-8.
 */
export function disposition(type: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
