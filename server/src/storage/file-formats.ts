export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'font'

export type Format = {
  kind: FileKind
  mimeType: string
  /** Common extensions. The first is used for stored files. */
  extensions: readonly [string, ...string[]]
  /** Whether it can be decoded, and so be validated and have renditions. */
  drawn?: boolean
}

const format = (kind: FileKind, mimeType: string, ...extensions: [string, ...string[]]): Format => ({
  kind,
  mimeType,
  extensions,
})
const drawn = (...parts: Parameters<typeof format>): Format => ({ ...format(...parts), drawn: true })

/** All supported formats. Those that are not `drawn` may have a preview (images/previews/kinds.ts). */
export const formats: readonly Format[] = [
  drawn('image', 'image/png', 'png', 'apng'),
  drawn('image', 'image/jpeg', 'jpg', 'jpeg', 'jpe', 'jfif'),
  drawn('image', 'image/webp', 'webp'),
  drawn('image', 'image/avif', 'avif'),
  drawn('image', 'image/gif', 'gif'),
  drawn('image', 'image/tiff', 'tiff', 'tif'),
  drawn('image', 'image/svg+xml', 'svg'),
  format('image', 'image/heic', 'heic', 'heif'),
  format('document', 'application/pdf', 'pdf'),
  format('font', 'font/ttf', 'ttf'),
  format('font', 'font/otf', 'otf'),
  format('font', 'font/woff2', 'woff2'),
  format('font', 'font/woff', 'woff'),
  format('audio', 'audio/mpeg', 'mp3'),
  format('audio', 'audio/wav', 'wav'),
  format('audio', 'audio/mp4', 'm4a'),
  format('audio', 'audio/ogg', 'ogg', 'oga', 'opus'),
  format('audio', 'audio/flac', 'flac'),
  format('video', 'video/mp4', 'mp4', 'm4v'),
  format('video', 'video/quicktime', 'mov', 'qt'),
  format('video', 'video/webm', 'webm'),
]

/** The media type of a stored file by its extension. */
export const mimeTypes: Record<string, string> = Object.fromEntries(
  formats.map(({ extensions, mimeType }) => [extensions[0], mimeType]),
)

/** The usual format of files with this name. Undefined for an unknown extension. */
export function formatOfName(fileName: string): Format | undefined {
  const extension = /\.([a-z0-9]{2,5})$/i.exec(fileName)?.[1]?.toLowerCase()
  return formats.find(({ extensions }) => extension !== undefined && extensions.includes(extension))
}
