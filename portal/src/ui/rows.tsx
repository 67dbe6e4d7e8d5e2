import { Box, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './rows.module.css'

export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.rows} aria-label={label}>
      {children}
    </ul>
  )
}

type RowProps = {
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

export function RowsLoading() {
  return (
    <Stack gap="xs" aria-busy>
      <Skeleton height={56} />
      <Skeleton height={56} />
    </Stack>
  )
}
