import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCancel, IconClock, IconFileTypePdf } from '@tabler/icons-react'
import type { RenderBatchRow } from '../../../../../sdk/src/index.ts'

type Props = {
  status: RenderBatchRow['status']
  label: string
  /** URL of a picture of the file. Null for a file without a picture. */
  picture: string | null
  /**
   * Whether the render belongs to a batch. A batch can have many waiting renders, so only running renders are animated.
   */
  isOneOfMany?: boolean
}

export function Face({ status, label, picture, isOneOfMany = false }: Props) {
  if (status === 'failed') return <IconAlertTriangle size={28} stroke={1.25} aria-hidden />
  if (status === 'cancelled') return <IconCancel size={28} stroke={1.25} aria-hidden />
  if (status === 'queued' && isOneOfMany) return <IconClock size={28} stroke={1.25} aria-hidden />
  if (status !== 'done') return <Loader size="sm" aria-label={label} />
  if (picture === null) return <IconFileTypePdf size={32} stroke={1.25} aria-hidden />
  return <img src={picture} alt="" loading="lazy" decoding="async" draggable={false} />
}
