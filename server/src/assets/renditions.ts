import type { StoredRendition } from '../db/schema.ts'

/** The thumbnail rendition, under its current and its old name. */
const thumbnails = ['thumb', 'thumbnail']

/** The URL of the thumbnail, and all renditions in wire format. */
export function presentRenditions(stored: StoredRendition[], fileUrl: (key: string) => string) {
  const renditions = stored.map(({ name, key, width, height, mime_type }) => ({
    name,
    url: fileUrl(key),
    width,
    height,
    mime_type,
  }))
  return { thumbnail_url: renditions.find(({ name }) => thumbnails.includes(name))?.url ?? null, renditions }
}
