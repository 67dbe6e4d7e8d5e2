import { Button, Stack, Text } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { commentsText as text } from '../../strings/comments.ts'
import { center, FocalPicker, type Point } from '../../ui/focal-picker.tsx'
import classes from './comments.module.css'

type Props = { pictureUrl: string; point: Point | null; onChange(point: Point | null): void }

/** An optional point of the picture that a comment is about. */
export function PointField({ pictureUrl, point, onChange }: Props) {
  if (!point)
    return (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconMapPin size={16} aria-hidden />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange(center)}
      >
        {text.addPoint}
      </Button>
    )
  return (
    <Stack gap={6}>
      <div className={classes.picture}>
        <FocalPicker point={point} onChange={onChange} hasFocus labelOf={text.point}>
          <img src={pictureUrl} alt="" draggable={false} />
        </FocalPicker>
      </div>
      <Text size="xs" c="dimmed">
        {text.pointHint}
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange(null)}
      >
        {text.removePoint}
      </Button>
    </Stack>
  )
}
