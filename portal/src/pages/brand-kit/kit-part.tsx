import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './brand-kit.module.css'

type Props = { title: string; description?: string; actions?: ReactNode; children: ReactNode }

export function KitPart({ title, description, actions, children }: Props) {
  const id = useId()
  return (
    <section className={classes.part} aria-labelledby={id}>
      <div className={classes.partHead}>
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {description && (
            <Text c="dimmed" size="sm" maw={620}>
              {description}
            </Text>
          )}
        </div>
        {actions && <div className={classes.partActions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}

export function NoParts({ children }: { children: string }) {
  return <div className={classes.none}>{children}</div>
}
