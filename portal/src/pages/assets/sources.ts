import type { Asset } from '../../../../sdk/src/index.ts'

/** The pictures of an asset that a grid may show, for `srcset`. */
export const sourcesOf = ({ renditions }: Pick<Asset, 'renditions'>) =>
  renditions
    .filter(({ name }) => name !== 'large')
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')
