import type { BrandKitColor } from '../../../../../sdk/src/index.ts'
import { colorText as text } from '../../../strings/brand-kit.ts'
import { CopyValue } from '../../../ui/copy-value.tsx'
import page from '../brand-kit.module.css'
import { PartMenu } from '../part-menu.tsx'
import classes from './colors.module.css'

type Props = {
  color: BrandKitColor
  canWrite: boolean
  drag: object
  onEdit(): void
  onRemove(): void
  onMoveBack: (() => void) | undefined
  onMoveOn: (() => void) | undefined
}

export function Swatch({ color, canWrite, drag, ...menu }: Props) {
  const { name, hex, opacity, role } = color
  const facts = [role && text.roles[role], opacity < 1 && `${text.opacity} ${percent(opacity)}`].filter(
    Boolean,
  )
  return (
    <li className={page.card} {...drag}>
      <div className={classes.patch} aria-hidden>
        <div className={classes.paint} style={{ background: hex, opacity }} />
      </div>
      <div className={page.caption}>
        <div className={page.words}>
          <div className={page.name}>{name}</div>
          <div className={page.facts}>{facts.join(' · ') || '\u00a0'}</div>
        </div>
        {canWrite && <PartMenu name={name} {...menu} />}
      </div>
      <div className={classes.values}>
        {valuesOf(color).map(([label, value]) => (
          <CopyValue key={label} label={label} value={value} of={name} />
        ))}
      </div>
    </li>
  )
}

function valuesOf({ hex, rgb, hsl, cmyk, cmyk_estimate, pantone }: BrandKitColor): [string, string][] {
  const inks = cmyk ?? cmyk_estimate
  return [
    [text.hex, hex],
    [text.rgb, `${rgb.r}, ${rgb.g}, ${rgb.b}`],
    [text.hsl, `${Math.round(hsl.h)}, ${Math.round(hsl.s)}%, ${Math.round(hsl.l)}%`],
    [cmyk ? text.cmyk : text.cmykEstimate, [inks.c, inks.m, inks.y, inks.k].map(Math.round).join(', ')],
    ...(pantone === null ? [] : [[text.pantone, pantone] as [string, string]]),
  ]
}

const percent = (share: number) => `${Math.round(share * 100)}%`
