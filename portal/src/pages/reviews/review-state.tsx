import { reviewsText as text } from '../../strings/reviews.ts'
import { Status } from '../../ui/status.tsx'
import type { Review } from './states.ts'

const colors = { draft: 'gray', in_review: 'yellow', approved: 'green', rejected: 'red' } as const

export const ReviewState = ({ review, size = 'sm' }: { review: Review; size?: 'xs' | 'sm' }) => (
  <Status color={colors[review]} size={size}>
    {text.states[review]}
  </Status>
)
