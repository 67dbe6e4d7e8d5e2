import { Button, Center, EmptyState, Loader } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { isUnavailable, statusOf } from '../errors.ts'
import { uiText } from '../strings/ui.ts'
import { ErrorText } from './notify.tsx'

/** Use this for a whole page. Inside a page, use a `Skeleton` of the same size. */
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
  /** Heading level: 1 if it is the page's only content. */
  order?: 1 | 2
}

/** An empty state: what will be here, and how to add it. */
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

type FailedProps = Pick<EmptyProps, 'order'> & {
  error: unknown
  onRetry?: () => void
  /** Retries by itself while the server is unavailable. */
  recovers?: boolean
  title?: string
}

/** How soon a page notices that the server is back. */
const retryEveryMs = 5_000

/** An error state with a retry button, unless the role does not allow the request. */
export function Failed({ error, onRetry, recovers = false, title, order = 2 }: FailedProps) {
  const isRefused = statusOf(error) === 403
  const retry = useRef(onRetry)
  retry.current = onRetry
  const isWaiting = recovers && isUnavailable(error)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => retry.current?.(), retryEveryMs)
    return () => clearInterval(timer)
  }, [isWaiting])
  return (
    <Empty
      icon={<IconAlertTriangle stroke={1.5} />}
      title={title ?? (isRefused ? uiText.noAccess : uiText.failed)}
      order={order}
      description={<ErrorText error={error} />}
      action={
        onRetry &&
        !isRefused && (
          <Button variant="default" onClick={onRetry}>
            {uiText.retry}
          </Button>
        )
      }
    />
  )
}
