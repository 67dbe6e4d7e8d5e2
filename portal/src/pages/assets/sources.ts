import type { Asset } from '../../../../sdk/src/index.ts'

/** Omitted renditions: `large` is too large for a list, and `poster` belongs to a video. */
const unlisted = ['large', 'poster']

/** The renditions of an asset for `srcset`. */
export const sourcesOf = ({ renditions }: Pick<Asset, 'renditions'>) =>
  renditions
    .filter(({ name }) => !unlisted.includes(name))
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')
