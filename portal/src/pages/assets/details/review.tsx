import type { Asset } from '../../../../../sdk/src/index.ts'
import { reviewsText as text } from '../../../strings/reviews.ts'
import { Part } from '../../../ui/part.tsx'
import { ReviewMenu } from '../../reviews/review-menu.tsx'
import { useChangeAsset } from './use-change-asset.ts'

/** The review state of the asset. Renders nothing if the company does not use reviews. */
export function Review({ asset: { id, review }, canEdit }: { asset: Asset; canEdit: boolean }) {
  const change = useChangeAsset(id)
  if (review === null) return null
  return (
    <Part title={text.title}>
      <ReviewMenu
        review={review}
        canEdit={canEdit}
        isBusy={change.isPending}
        onChange={(next) => change.mutate({ review: next })}
      />
    </Part>
  )
}
