import { Box, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './page.module.css'

type Props = { title: string; description?: ReactNode; children: ReactNode }

/** A section of a settings page: description on the left, controls on the right. */
export function Section({ title, description, children }: Props) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <Box>
        <Title order={2} id={id}>
          {title}
        </Title>
        {description && (
          <Text c="dimmed" size="sm" mt={4}>
            {description}
          </Text>
        )}
      </Box>
      <Box miw={0}>{children}</Box>
    </section>
  )
}
