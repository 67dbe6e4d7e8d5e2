import type { Box } from '@atelier/typesetting'
import type { CSSProperties } from 'react'
import type { Preview } from '../../../preview/messages.ts'
import classes from './use.module.css'

type Props = {
  preview: Preview
  areShown: boolean
  focused: string | undefined
  onOpen(key: string): void
}

const lost = ['text_overflow', 'text_truncated']

/**
 * Outlines over the preview for texts that do not fit, the active field and, if the user turns them on, all boxes.
 */
export function Boxes({ preview: { places, frame, findings }, areShown, focused, onOpen }: Props) {
  return (
    // The same information is available as text beside the fields, for keyboard users.
    <div aria-hidden className={classes.boxes}>
      {places.map(({ variable, box, ink }, at) => {
        const isLost = findings.some((one) => one.variable === variable && lost.includes(one.type))
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: see the reason above.
          // biome-ignore lint/a11y/useKeyWithClickEvents: see the reason above.
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a variable can be shown several times.
            key={`${variable} ${at}`}
            className={classes.box}
            style={placeOf(areShown ? box : ink, frame)}
            data-shown={areShown || undefined}
            data-focused={variable === focused || undefined}
            data-lost={isLost || undefined}
            onClick={() => onOpen(variable)}
          />
        )
      })}
    </div>
  )
}

/** The position of a box in percent of the image. */
export const placeOf = (box: Box, frame: Box): CSSProperties => ({
  left: `${((box.x - frame.x) / frame.width) * 100}%`,
  top: `${((box.y - frame.y) / frame.height) * 100}%`,
  width: `${(box.width / frame.width) * 100}%`,
  height: `${(box.height / frame.height) * 100}%`,
})
