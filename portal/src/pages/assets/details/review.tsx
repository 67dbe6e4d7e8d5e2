import type { Asset } from '../../../../../sdk/src/index.ts'
import { ReviewPart } from '../../reviews/review-part.tsx'
import { useChangeAsset } from './use-change-asset.ts'

type Props = { asset: Asset; canEdit: boolean }

export const Review = ({ asset: { id, review }, canEdit }: Props) => (
  <ReviewPart review={review} about={{ asset_id: id }} canEdit={canEdit} change={useChangeAsset(id)} />
)
