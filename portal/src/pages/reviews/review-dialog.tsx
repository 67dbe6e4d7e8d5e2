import { Button, Stack, Text } from '@mantine/core'
import { useCompany } from '../../session.ts'
import { reviewsText as text } from '../../strings/reviews.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useReviewSteps } from './review-menu.tsx'
import type { Review } from './states.ts'

type Props = { opened: boolean; count: number; onClose(): void; onPick(review: Review): void }

export function ReviewDialog({ opened, count, onClose, onPick }: Props) {
  const steps = useReviewSteps()
  const canDecide = useCompany().can('company:write')
  return (
    <Dialog opened={opened} onClose={onClose} title={text.changeOf(count)} size="xs">
      <Stack gap="xs">
        {steps.map((step) => (
          <Button
            key={step}
            variant="default"
            onClick={() => {
              onClose()
              onPick(step)
            }}
          >
            {text.steps[step]}
          </Button>
        ))}
        {!canDecide && (
          <Text size="xs" c="dimmed">
            {text.onlyReviewers}
          </Text>
        )}
      </Stack>
    </Dialog>
  )
}
