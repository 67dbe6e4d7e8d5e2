import { Button, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { uiText } from '../strings/ui.ts'
import { ErrorText } from './notify.tsx'
import classes from './part.module.css'

export function Part({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.partHead}>
        <Title order={2} size="sm" id={id}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </section>
  )
}

export function PartFailed({ query }: { query: { error: Error | null; refetch(): unknown } }) {
  return (
    <div role="alert">
      <ErrorText error={query.error} />
      <Button size="compact-sm" variant="default" mt="xs" onClick={() => void query.refetch()}>
        {uiText.retry}
      </Button>
    </div>
  )
}
