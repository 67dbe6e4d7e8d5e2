import { Text } from '@mantine/core'
import { commentsText as text } from '../../strings/comments.ts'
import type { Point } from '../../ui/focal-picker.tsx'
import classes from './comments.module.css'

type Props = { pictureUrl: string | undefined; point: Point }

/** The picture with the point that a comment is about, or the point in words if there is no picture. */
export function MarkedPicture({ pictureUrl, point: { x, y } }: Props) {
  const label = text.point(Math.round(x * 100), Math.round(y * 100))
  if (pictureUrl === undefined)
    return (
      <Text size="xs" c="dimmed">
        {label}
      </Text>
    )
  return (
    <div className={classes.picture} data-small>
      <img src={pictureUrl} alt={label} loading="lazy" draggable={false} />
      <span className={classes.mark} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
    </div>
  )
}
