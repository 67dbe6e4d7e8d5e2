import { reviewsText as text } from '../../strings/reviews.ts'
import { Part } from '../../ui/part.tsx'
import { ReviewMenu } from './review-menu.tsx'
import type { Review } from './states.ts'

type Props = {
  review: Review | null
  canEdit: boolean
  change: { isPending: boolean; mutate(fields: { review: Review }): void }
}

/** The review state of an asset or a template. Renders nothing if the company does not use reviews. */
export const ReviewPart = ({ review, canEdit, change }: Props) =>
  review !== null && (
    <Part title={text.title}>
      <ReviewMenu
        review={review}
        canEdit={canEdit}
        isBusy={change.isPending}
        onChange={(next) => change.mutate({ review: next })}
      />
    </Part>
  )
