import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { assetText as text } from '../strings/assets.ts'
import classes from './focal-picker.module.css'

export type Point = { x: number; y: number }

export const center: Point = { x: 0.5, y: 0.5 }
const step = 0.02

type Props = {
  children: ReactNode
  point: Point | undefined
  onChange(point: Point): void
  hasFocus?: boolean
  /** The name of the point, with its position in percent. Default: focal point. */
  labelOf?(left: number, top: number): string
}

/** An image with a point, such as the one that stays visible when it is cropped. A click or the arrow keys move it. */
export function FocalPicker({
  children,
  point = center,
  onChange,
  hasFocus = false,
  labelOf = text.focalHandle,
}: Props) {
  function pick(event: MouseEvent<HTMLElement>) {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    onChange({ x: share((event.clientX - left) / width), y: share((event.clientY - top) / height) })
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
    onChange({ x: share(point.x + move.x), y: share(point.y + move.y) })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the point in it handles the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see the reason above.
    <div className={classes.focal} onClick={pick}>
      {children}
      <button
        type="button"
        className={classes.point}
        style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }}
        aria-label={labelOf(Math.round(point.x * 100), Math.round(point.y * 100))}
        // biome-ignore lint/a11y/noAutofocus: the button that opened it is no longer on the page.
        autoFocus={hasFocus}
        onKeyDown={nudge}
      />
    </div>
  )
}

const share = (value: number) => Math.round(Math.max(0, Math.min(1, value)) * 1000) / 1000
