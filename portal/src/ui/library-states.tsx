import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { GridLoading } from './grid-loading.tsx'
import classes from './library.module.css'
import { Empty, Failed } from './states.tsx'

type NotLoadedProps = {
  result: { isPending: boolean; error: unknown; refetch(): unknown }
  title: string
}

/** The first page has not loaded, or could not be loaded. */
export function NotLoaded({ result, title }: NotLoadedProps) {
  if (result.isPending) return <GridLoading />
  return (
    <LibraryState>
      <Failed title={title} error={result.error} onRetry={() => void result.refetch()} />
    </LibraryState>
  )
}

type NoMatchProps = {
  text: { noMatchTitle: string; noMatch: string; clearFilters: string }
  onClear(): void
}

export function NoMatch({ text, onClear }: NoMatchProps) {
  return (
    <LibraryState>
      <Empty
        icon={<IconSearchOff />}
        title={text.noMatchTitle}
        description={text.noMatch}
        action={
          <Button variant="default" onClick={onClear}>
            {text.clearFilters}
          </Button>
        }
      />
    </LibraryState>
  )
}

export const LibraryState = ({ children }: { children: ReactNode }) => (
  <div className={classes.state}>{children}</div>
)
