import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './rows.module.css'

/** A short list whose rows have one action each. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  )
}

type RowProps = {
  /** A checkbox that selects the row. */
  check?: ReactNode
  icon: ReactNode
  title: ReactNode
  detail: ReactNode
  action?: ReactNode
}

export function Row({ check, icon, title, detail, action }: RowProps) {
  return (
    <Group component="li" gap="xs" className={classes.row}>
      {check}
      <Box c="dimmed" className={classes.icon} aria-hidden>
        {icon}
      </Box>
      <Box className={classes.text}>
        <Text size="sm" fw={500} truncate component="div">
          {title}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {detail}
        </Text>
      </Box>
      <Group gap="sm" wrap="nowrap" ml="auto">
        {action}
      </Group>
    </Group>
  )
}

/** The row height of the placeholder. */
export function RowsLoading() {
  return (
    <Stack gap="xs" aria-busy>
      <Skeleton height={56} />
      <Skeleton height={56} />
    </Stack>
  )
}
