import type { Asset } from '../../../../sdk/src/index.ts'

/** `large` is too large for a list, and `poster` belongs to a video. */
const unlisted = ['large', 'poster']

export const sourcesOf = ({ renditions }: Pick<Asset, 'renditions'>) =>
  renditions
    .filter(({ name }) => !unlisted.includes(name))
    .map(({ url, width }) => `${url} ${width}w`)
    .join(', ')
