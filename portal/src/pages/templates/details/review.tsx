import type { Template } from '../../../../../sdk/src/index.ts'
import { reviewsText as text } from '../../../strings/reviews.ts'
import { Part } from '../../../ui/part.tsx'
import { ReviewMenu } from '../../reviews/review-menu.tsx'
import { useChangeTemplate } from './use-change-template.ts'

/** The review state of the template. Renders nothing if the company does not use reviews. */
export function Review({ template: { id, review }, canEdit }: { template: Template; canEdit: boolean }) {
  const change = useChangeTemplate(id)
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
