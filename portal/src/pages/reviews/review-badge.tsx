import type { Asset } from '../../../../sdk/src/index.ts'
import { reviewsText as text } from '../../strings/reviews.ts'

type Props = { review: Asset['review'] | undefined; className: string | undefined }

/** A badge for assets that were submitted. Drafts, and assets of companies without reviews, have none. */
export const ReviewBadge = ({ review, className }: Props) =>
  review && review !== 'draft' ? (
    <span className={className} data-review={review} data-words>
      {text.states[review]}
    </span>
  ) : null
