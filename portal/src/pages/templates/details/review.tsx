import type { Template } from '../../../../../sdk/src/index.ts'
import { ReviewPart } from '../../reviews/review-part.tsx'
import { useChangeTemplate } from './use-change-template.ts'

type Props = { template: Template; canEdit: boolean }

export const Review = ({ template: { id, review }, canEdit }: Props) => (
  <ReviewPart review={review} about={{ template_id: id }} canEdit={canEdit} change={useChangeTemplate(id)} />
)
