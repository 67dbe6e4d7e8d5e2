import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { ContrastPair } from '../../../../../sdk/src/index.ts'
import { pageLanguage } from '../../../language/language.ts'
import { contrastText as text } from '../../../strings/brand-kit.ts'
import type { Contrast } from '../kit-queries.ts'
import classes from './colors.module.css'

type Color = Contrast['colors'][number]

export function ContrastTable({ colors, pairs }: Contrast) {
  const byColors = new Map(pairs.map((pair) => [`${pair.foreground} ${pair.background}`, pair]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide content must also be scrollable by keyboard.
    <section className={classes.scroll} tabIndex={0} aria-label={text.caption}>
      <table className={classes.matrix}>
        <VisuallyHidden component="caption">{text.caption}</VisuallyHidden>
        <thead>
          <tr>
            <td className={`${classes.rowHead} ${classes.corner}`} aria-hidden>
              {text.corner}
            </td>
            {colors.map((color) => (
              <th key={color.id} scope="col" className={classes.columnHead}>
                <Named color={color} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {colors.map((foreground) => (
            <tr key={foreground.id}>
              <th scope="row" className={classes.rowHead}>
                <Named color={foreground} />
              </th>
              {colors.map((background) => (
                <Cell
                  key={background.id}
                  pair={byColors.get(`${foreground.id} ${background.id}`)}
                  foreground={foreground}
                  background={background}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Named({ color: { name, hex, opacity } }: { color: Color }) {
  return (
    <span className={classes.named}>
      <span className={classes.dot} style={{ background: withOpacity(hex, opacity) }} aria-hidden />
      {name}
    </span>
  )
}

type CellProps = { pair: ContrastPair | undefined; foreground: Color; background: Color }

/** Ratios have two decimal places, so that equal ones line up. */
const ratio = new Intl.NumberFormat(pageLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function Cell({ pair, foreground, background }: CellProps) {
  if (!pair)
    return (
      <td className={classes.same}>
        <span aria-hidden>—</span>
        <VisuallyHidden>{text.same}</VisuallyHidden>
      </td>
    )
  const color = withOpacity(foreground.hex, foreground.opacity)
  return (
    <td>
      <div className={classes.pair}>
        <span className={classes.sample} style={{ background: background.hex, color }} aria-hidden />
        <span className={classes.ratio}>{ratio.format(pair.ratio)}</span>
        <Level use={text.uses.text} level={pair.text} />
        <Level use={text.uses.large} level={pair.large_text} />
      </div>
    </td>
  )
}

function Level({ use, level }: { use: string; level: ContrastPair['text'] }) {
  const Icon = level === null ? IconX : IconCheck
  return (
    <span className={classes.level} data-fails={level === null || undefined}>
      <Icon size={12} stroke={2.5} aria-hidden />
      {text.level(use, level)}
    </span>
  )
}

const withOpacity = (hex: string, opacity: number) =>
  `${hex}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`
