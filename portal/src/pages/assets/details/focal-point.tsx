import { Button, Group, Text } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { refusalOf } from '../../../refusals.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { uiText } from '../../../strings/ui.ts'
import parts from '../../../ui/part.module.css'
import classes from './details.module.css'
import { previewUrl } from './preview.tsx'
import { useChangeAsset } from './use-change-asset.ts'

type Point = { x: number; y: number }

const centre: Point = { x: 0.5, y: 0.5 }
const step = 0.02

/** Replaces the preview: sets the point that a cropped image keeps. */
export function FocalPoint({ asset, onDone }: { asset: Asset; onDone(): void }) {
  const [point, setPoint] = useState(asset.focal_point ?? centre)
  const change = useChangeAsset(asset.id)
  const save = (focal_point: Point | null) => change.mutate({ focal_point }, { onSuccess: onDone })
  const refusal = refusalOf(change.error)

  function pick(event: MouseEvent<HTMLElement>) {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    setPoint({ x: share((event.clientX - left) / width), y: share((event.clientY - top) / height) })
  }

  function nudge(event: KeyboardEvent) {
    const moves: Record<string, Point> = {
      ArrowLeft: { x: -step, y: 0 },
      ArrowRight: { x: step, y: 0 },
      ArrowUp: { x: 0, y: -step },
      ArrowDown: { x: 0, y: step },
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    setPoint(({ x, y }) => ({ x: share(x + move.x), y: share(y + move.y) }))
  }

  return (
    <>
      <div className={classes.preview}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the point in it takes the keys. */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above. */}
        <div className={classes.focal} onClick={pick}>
          <img src={previewUrl(asset)} alt="" draggable={false} />
          <button
            type="button"
            className={classes.point}
            style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
            aria-label={text.focalHandle(Math.round(point.x * 100), Math.round(point.y * 100))}
            // biome-ignore lint/a11y/noAutofocus: it was asked for by a button that is gone now.
            autoFocus
            onKeyDown={nudge}
          />
        </div>
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

const share = (value: number) => Math.round(Math.max(0, Math.min(1, value)) * 1000) / 1000
