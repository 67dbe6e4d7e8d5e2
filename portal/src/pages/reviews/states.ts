import type { Asset } from '../../../../sdk/src/index.ts'

export type Review = NonNullable<Asset['review']>

export const reviewStates = [
  'draft',
  'in_review',
  'approved',
  'rejected',
] as const satisfies readonly Review[]
