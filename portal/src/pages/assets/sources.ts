import type { Asset } from '../../../../sdk/src/index.ts'

/** Renditions that are left out: one is too large for a list, the other is the poster of a video. */
const unlisted = ['large', 'poster']

/** The renditions of an asset for `srcset`. */
export const sourcesOf = ({ renditions }: Pick<Asset, 'renditions'>) =>
  renditions
    .filter(({ name }) => !unlisted.includes(name))
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')
