import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { refusalOf } from '../../../errors.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { uiText } from '../../../strings/ui.ts'
import { center, FocalPicker, type Point } from '../../../ui/focal-picker.tsx'
import parts from '../../../ui/part.module.css'
import classes from './details.module.css'
import { previewUrl } from './preview.tsx'
import { useChangeAsset } from './use-change-asset.ts'

/** Replaces the preview: sets the point that a cropped image keeps. */
export function FocalPoint({ asset, onDone }: { asset: Asset; onDone(): void }) {
  const [point, setPoint] = useState(asset.focal_point ?? center)
  const change = useChangeAsset(asset.id)
  const save = (focal_point: Point | null) => change.mutate({ focal_point }, { onSuccess: onDone })
  const refusal = refusalOf(change.error)

  return (
    <>
      <div className={classes.preview}>
        <FocalPicker point={point} onChange={setPoint} hasFocus>
          <img src={previewUrl(asset)!} alt="" draggable={false} />
        </FocalPicker>
      </div>
      <div className={parts.part}>
        <Text size="xs" c="dimmed" mb="xs">
          {text.focalHint}
        </Text>
        {refusal && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert" mb="xs">
            {refusal}
          </Text>
        )}
        <Group gap="xs" justify="flex-end">
          <Button variant="default" size="xs" onClick={onDone}>
            {uiText.cancel}
          </Button>
          {asset.focal_point && (
            <Button variant="default" size="xs" onClick={() => save(null)}>
              {text.clearFocal}
            </Button>
          )}
          <Button size="xs" loading={change.isPending} onClick={() => save(point)}>
            {text.doneFocal}
          </Button>
        </Group>
      </div>
    </>
  )
}
