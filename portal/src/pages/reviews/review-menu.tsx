import { Button, Menu, Text } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useCompany } from '../../session.ts'
import { reviewsText as text } from '../../strings/reviews.ts'
import { ReviewState } from './review-state.tsx'
import { type Review, reviewStates } from './states.ts'

type Props = {
  review: Review
  /** Whether the user may change the resource. Administrators and owners also decide. */
  canEdit: boolean
  isBusy: boolean
  onChange(review: Review): void
}

export function ReviewMenu({ review, canEdit, isBusy, onChange }: Props) {
  const steps = useReviewSteps().filter((step) => step !== review)
  if (!canEdit) return <ReviewState review={review} />
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          loading={isBusy}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          aria-label={text.stateOf(text.states[review])}
        >
          <ReviewState review={review} size="xs" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {steps.map((step) => (
          <Menu.Item key={step} onClick={() => onChange(step)}>
            {text.steps[step]}
          </Menu.Item>
        ))}
        {!steps.includes('approved') && review !== 'approved' && (
          <Text size="xs" c="dimmed" px="sm" py={6} maw={220}>
            {text.onlyReviewers}
          </Text>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

export function useReviewSteps(): readonly Review[] {
  const { can } = useCompany()
  return can('company:write') ? reviewStates : reviewStates.filter((state) => isOpen(state))
}

const isOpen = (state: Review) => state === 'draft' || state === 'in_review'
