import { Stack } from '@mantine/core'
import { useState } from 'react'
import { reviewsText as text } from '../../strings/reviews.ts'
import { Part } from '../../ui/part.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { ReviewHistory } from './review-history.tsx'
import { ReviewMenu } from './review-menu.tsx'
import { type Reviewed, useReject } from './review-queries.ts'
import type { Review } from './states.ts'

type Props = {
  review: Review | null
  about: Reviewed
  canEdit: boolean
  change: { isPending: boolean; mutate(fields: { review: Review }): void }
}

/**
 * The review state of an asset or a template, and who changed it. Renders nothing if the company does not use reviews.
 */
export function ReviewPart({ review, about, canEdit, change }: Props) {
  const [isRejecting, setIsRejecting] = useState(false)
  const reject = useReject(about)
  if (review === null) return null
  return (
    <Part title={text.title}>
      <Stack gap="sm" align="flex-start">
        <ReviewMenu
          review={review}
          canEdit={canEdit}
          isBusy={change.isPending}
          onChange={(next) => (next === 'rejected' ? setIsRejecting(true) : change.mutate({ review: next }))}
        />
        <ReviewHistory about={about} />
      </Stack>
      <RejectDialog
        opened={isRejecting}
        onClose={() => setIsRejecting(false)}
        onReject={(note) => reject.mutateAsync(note)}
      />
    </Part>
  )
}
