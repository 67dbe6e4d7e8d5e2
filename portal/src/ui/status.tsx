import { Group } from '@mantine/core'
import classes from './status.module.css'

type Props = { color: 'green' | 'yellow' | 'red' | 'gray'; children: string; size?: 'xs' | 'sm' }

/** The dot repeats the state as a color. */
export function Status({ color, size = 'sm', children }: Props) {
  return (
    <Group component="span" gap={size === 'xs' ? 6 : 8} wrap="nowrap" fz={size}>
      <span className={classes.dot} data-color={color} aria-hidden="true" />
      {children}
    </Group>
  )
}
