import type { Asset } from '../../resources.gen.ts'

/** The pictures of an asset that a grid may show, for `srcset`. */
export const sourcesOf = ({ renditions }: Pick<Asset, 'renditions'>) =>
  renditions
    .filter(({ name }) => name !== 'large')
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')
