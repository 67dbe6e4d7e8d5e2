import { Button, Center, EmptyState, Loader } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { uiText } from '../strings/ui.ts'
import { ErrorText } from './notify.tsx'

/** For a whole page; inside one, a `Skeleton` of the same size keeps things in place. */
export function Loading() {
  return (
    <Center mih={320} role="status" aria-label={uiText.loading}>
      <Loader size="sm" />
    </Center>
  )
}

type EmptyProps = {
  icon?: ReactNode
  title: string
  description: ReactNode
  action?: ReactNode
  /** 1 where it is all that the page has. */
  order?: 1 | 2
}

/** Says what would be here, and how to bring it here. */
export function Empty({ icon, title, description, action, order = 2 }: EmptyProps) {
  return (
    <EmptyState size="sm" withIndicatorBackground py={64}>
      {icon && <EmptyState.Indicator>{icon}</EmptyState.Indicator>}
      <EmptyState.Title order={order}>{title}</EmptyState.Title>
      <EmptyState.Description>{description}</EmptyState.Description>
      {action && <EmptyState.Actions mt="xs">{action}</EmptyState.Actions>}
    </EmptyState>
  )
}

type FailedProps = Pick<EmptyProps, 'order'> & { error: unknown; onRetry?: () => void; title?: string }

/** Says why there is nothing, and lets one try again. */
export function Failed({ error, onRetry, title = uiText.failed, order = 2 }: FailedProps) {
  return (
    <Empty
      icon={<IconAlertTriangle stroke={1.5} />}
      title={title}
      order={order}
      description={<ErrorText error={error} />}
      action={
        onRetry && (
          <Button variant="default" onClick={onRetry}>
            {uiText.retry}
          </Button>
        )
      }
    />
  )
}
