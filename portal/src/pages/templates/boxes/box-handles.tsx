import type { Box } from '@atelier/typesetting'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { boxText as text } from '../../../strings/renders.ts'
import { placeOf } from '../use/boxes.tsx'
import classes from './boxes.module.css'
import { type Grip, grips, moved, stepOf, whole } from './geometry.ts'

const manySteps = 10

type Props = {
  label: string
  box: Box
  frame: Box
  isChosen: boolean
  isLost: boolean
  onChoose(): void
  onChange(box: Box): void
}

type Drag = { grip: Grip; box: Box; x: number; y: number; scale: number }

/** The box of a text over the preview. It is moved and resized by its edges, or with the arrow keys. */
export function BoxHandles({ label, box, frame, isChosen, isLost, onChoose, onChange }: Props) {
  const drag = useRef<Drag>(null)
  const step = stepOf(frame)

  function start(event: PointerEvent<HTMLElement>, grip: Grip) {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
    const stage = event.currentTarget.closest('[data-stage]')!.getBoundingClientRect()
    const { clientX: x, clientY: y } = event
    drag.current = { grip, box, x, y, scale: frame.width / stage.width }
    onChoose()
  }

  function move({ clientX, clientY }: PointerEvent) {
    if (!drag.current) return
    const { grip, box, x, y, scale } = drag.current
    onChange(moved(box, grip, (clientX - x) * scale, (clientY - y) * scale, step))
  }

  function nudge(event: KeyboardEvent) {
    const by = step * (event.shiftKey ? manySteps : 1)
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, -by],
      ArrowDown: [0, by],
    }
    const way = moves[event.key]
    if (!way) return
    event.preventDefault()
    onChange(moved(box, event.altKey ? { right: true, bottom: true } : whole, ...way, step))
  }

  const grabbed = (grip: Grip) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => start(event, grip),
    onPointerMove: move,
    onPointerUp: () => {
      drag.current = null
    },
  })
  return (
    <div
      className={classes.box}
      style={placeOf(box, frame)}
      data-chosen={isChosen || undefined}
      data-lost={isLost || undefined}
    >
      <button
        type="button"
        className={classes.body}
        aria-label={text.boxOf(label, box)}
        aria-pressed={isChosen}
        onFocus={onChoose}
        onClick={onChoose}
        onKeyDown={nudge}
        {...grabbed(whole)}
      >
        <span className={classes.tag}>{label}</span>
      </button>
      {isChosen &&
        grips.map(({ name, grip }) => (
          // The keyboard resizes the box itself.
          <span key={name} className={classes.grip} data-grip={name} aria-hidden {...grabbed(grip)} />
        ))}
    </div>
  )
}
