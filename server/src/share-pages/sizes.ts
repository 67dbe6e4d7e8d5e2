import type { Item } from './contents.ts'
import type { FoundShare } from './find-share.ts'

/** The sizes of an item that may be downloaded, the original first. */
export const sizesOf = (item: Item, share: Pick<FoundShare, 'download_sizes'>): string[] =>
  allowedSizes(share).filter((size) => size === 'original' || item.pictures.has(size))

/** The sizes that a share allows, the original first. */
export const allowedSizes = ({ download_sizes }: Pick<FoundShare, 'download_sizes'>): string[] =>
  ['original', 'large', 'small'].filter((size) => download_sizes.includes(size))

/** A rendition has the name of the original, its size, and its own extension. */
export function nameOf({ filename }: Item, key: string, size: string): string {
  if (size === 'original') return filename
  const stem = filename.includes('.') ? filename.slice(0, filename.lastIndexOf('.')) : filename
  return `${stem}-${size}.${key.split('.').at(-1)}`
}
