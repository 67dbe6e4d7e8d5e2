import { Button, Center, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { uiText } from '../strings/ui.ts'
import { Failed } from './states.tsx'

type Props<Data> = {
  query: { data: Data | undefined; error: Error | null; refetch(): unknown }
  /** Of what comes, so that nothing jumps. */
  height?: number
  /** 1 where it is all that the page has. */
  order?: 1 | 2
  children(data: Data): ReactNode
}

/** What a query answers; until then that it is loading, or why it failed. */
export function Loaded<Data>({ query, height = 240, order = 2, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <Failed error={query.error} order={order} onRetry={() => void query.refetch()} />
  return <Skeleton height={height} aria-busy />
}

type MoreProps = { query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): unknown } }

/** Below a list that has further pages. */
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
