import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './part.module.css'

/** A part of the details under a heading. */
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
