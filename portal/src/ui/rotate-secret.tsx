import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { uiText } from '../strings/ui.ts'
import { formatDuration } from './amounts.ts'
import { Confirm } from './confirm.tsx'

type Props = {
  opened: boolean
  onClose(): void
  /** The choices in seconds. The first one is the default. */
  overlaps: number[]
  onRotate(overlapSeconds: number): Promise<unknown>
}

/** Asks how long the old secret stays valid. */
export function RotateSecret({ opened, onClose, overlaps, onRotate }: Props) {
  const [seconds, setSeconds] = useState(overlaps[0]!)
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={uiText.rotateTitle}
      confirmLabel={uiText.rotate}
      onConfirm={() => onRotate(seconds)}
    >
      {uiText.rotateText}
      <NativeSelect
        mt="md"
        label={uiText.overlap}
        value={seconds}
        onChange={(event) => setSeconds(Number(event.currentTarget.value))}
        data={overlaps.map((value) => ({
          value: String(value),
          label: value === 0 ? uiText.overlapNone : formatDuration(value),
        }))}
      />
    </Confirm>
  )
}
