import type { Asset } from '../../../../sdk/src/index.ts'

/** The renditions of an asset for `srcset`. */
export const sourcesOf = ({ renditions }: Pick<Asset, 'renditions'>) =>
  renditions
    .filter(({ name }) => name !== 'large')
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')
