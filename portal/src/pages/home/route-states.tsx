import { useDocumentTitle } from '@mantine/hooks'
import { IconMapOff } from '@tabler/icons-react'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { statusOf } from '../../errors.ts'
import { uiText } from '../../strings/ui.ts'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Failed } from '../../ui/states.tsx'

/** An unknown URL and a forbidden URL look the same. */
export function RouteMissing() {
  useDocumentTitle(`${uiText.notFoundTitle} · ${uiText.product}`)
  return (
    <Empty
      icon={<IconMapOff stroke={1.5} />}
      title={uiText.notFoundTitle}
      order={1}
      description={uiText.notFound}
      action={
        <LinkButton to="/" variant="default">
          {uiText.home}
        </LinkButton>
      }
    />
  )
}

export function RouteFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { reset } = useQueryErrorResetBoundary()
  if (statusOf(error) === 404) return <RouteMissing />
  const isRefused = statusOf(error) === 403
  return (
    <Failed
      error={error}
      order={1}
      title={isRefused ? uiText.notAllowedTitle : uiText.failed}
      recovers
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}

/** Like `RouteMissing`, but outside the frame, before the session is known. */
export function BareMissing() {
  return (
    <Page component="main">
      <RouteMissing />
    </Page>
  )
}

export function BareFailed(props: ErrorComponentProps) {
  return (
    <Page component="main">
      <RouteFailed {...props} />
    </Page>
  )
}
