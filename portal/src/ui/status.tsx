import { Group } from '@mantine/core'
import classes from './status.module.css'

type Props = { color: 'green' | 'yellow' | 'red' | 'gray'; children: string }

/** A state in one word. The dot only repeats what the word says. */
export function Status({ color, children }: Props) {
  return (
    <Group component="span" gap={8} wrap="nowrap" fz="sm">
      <span className={classes.dot} data-color={color} aria-hidden="true" />
      {children}
    </Group>
  )
}
