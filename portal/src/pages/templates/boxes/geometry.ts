import type { Box } from '@atelier/typesetting'

/** The sides that are moved: two for a corner, all four for the whole box. */
export type Grip = { left?: boolean; right?: boolean; top?: boolean; bottom?: boolean }

export const whole: Grip = { left: true, right: true, top: true, bottom: true }

export const grips: readonly { name: string; grip: Grip }[] = [
  { name: 'nw', grip: { left: true, top: true } },
  { name: 'n', grip: { top: true } },
  { name: 'ne', grip: { right: true, top: true } },
  { name: 'e', grip: { right: true } },
  { name: 'se', grip: { right: true, bottom: true } },
  { name: 's', grip: { bottom: true } },
  { name: 'sw', grip: { left: true, bottom: true } },
  { name: 'w', grip: { left: true } },
]

/** A step of the keyboard and of the grid, in user units. It is a whole number for designs in pixels. */
export const stepOf = ({ width }: Box) => 10 ** Math.min(0, Math.floor(Math.log10(width / 200)))

/** The box after its sides were moved, aligned to the grid. A side cannot pass the opposite side. */
export function moved({ x, y, width, height }: Box, grip: Grip, dx: number, dy: number, step: number): Box {
  const onGrid = (value: number) => Number((Math.round(value / step) * step).toFixed(4))
  const isWhole = grip.left && grip.right
  const left = onGrid(grip.left ? x + dx : x)
  const top = onGrid(grip.top ? y + dy : y)
  if (isWhole) return { x: left, y: top, width: onGrid(width), height: onGrid(height) }
  const right = onGrid(grip.right ? x + width + dx : x + width)
  const bottom = onGrid(grip.bottom ? y + height + dy : y + height)
  const across = sides(left, right, grip.left === true, step)
  const down = sides(top, bottom, grip.top === true, step)
  return {
    x: onGrid(across[0]),
    y: onGrid(down[0]),
    width: onGrid(across[1] - across[0]),
    height: onGrid(down[1] - down[0]),
  }
}

const sides = (from: number, to: number, isFromMoved: boolean, least: number) =>
  isFromMoved ? ([Math.min(from, to - least), to] as const) : ([from, Math.max(to, from + least)] as const)
