import { Button, Center, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { uiText } from '../strings/ui.ts'
import { Failed } from './states.tsx'

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch(): unknown }
  /** The height of the placeholder, which prevents layout shifts. */
  height?: number
  /** Heading level: 1 if it is the page's only content. */
  order?: 1 | 2
  children(data: Data): ReactNode
}

export function Loaded<Data>({ query, height = 240, order = 2, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error)
    return <Failed error={query.error} order={order} onRetry={() => void query.refetch()} recovers />
  return <Skeleton height={height} aria-busy />
}

type MoreProps = { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown } }

/** The loading state and the error of further pages, below a list. */
export function More({ query }: MoreProps) {
  if (!query.hasNextPage) return null
  return (
    <Center mt="md">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {uiText.more}
      </Button>
    </Center>
  )
}
