import { IconPhoto } from '@tabler/icons-react'
import type { BrandKitColor, BrandKitLogo } from '../../../../../sdk/src/index.ts'
import { logoText as text } from '../../../strings/brand-kit.ts'
import classes from '../brand-kit.module.css'
import { inkOn } from '../colors/ink.ts'
import { PartFile } from '../part-file.tsx'
import { ReplaceFile, ShowAsset } from '../part-items.tsx'
import { PartMenu } from '../part-menu.tsx'
import own from './logos.module.css'

type Props = {
  logo: BrandKitLogo
  /** The brand's primary color, as a background. */
  primary: BrandKitColor | undefined
  canWrite: boolean
  drag: object
  onEdit(): void
  onRemove(): void
  onMoveBack: (() => void) | undefined
  onMoveOn: (() => void) | undefined
}

export function LogoCard({ logo, primary, canWrite, drag, ...menu }: Props) {
  const { name, url, asset_id } = logo
  return (
    <li className={classes.card} {...drag}>
      <Grounds logo={logo} primary={primary} />
      <div className={classes.caption}>
        <div className={classes.words}>
          <div className={classes.name}>{name}</div>
          <div className={classes.facts}>{factsOf(logo)}</div>
        </div>
        <PartFile name={name} url={url} assetId={asset_id} />
        {canWrite && (
          <PartMenu name={name} {...menu}>
            <ReplaceFile assetId={asset_id} accept="image/*,.svg" />
            <ShowAsset assetId={asset_id} />
          </PartMenu>
        )}
      </div>
    </li>
  )
}

/**
 * Shows the logo on a light background, a dark background and the primary color, because it must work on all of them.
 */
function Grounds({ logo, primary }: Pick<Props, 'logo' | 'primary'>) {
  const source = sourceOf(logo)
  const grounds = [
    { label: text.on.light, className: own.light, style: {} },
    { label: text.on.dark, className: own.dark, style: {} },
    ...(primary
      ? [
          {
            label: primary.name,
            className: '',
            style: { background: primary.hex, color: inkOn(primary.hex) },
          },
        ]
      : []),
  ]
  return (
    <div className={own.grounds}>
      {grounds.map(({ label, className, style }) => (
        <div key={label} className={`${own.ground} ${className}`} style={style}>
          {source ? (
            <img src={source} alt={text.shownOn(logo.name, label)} draggable={false} loading="lazy" />
          ) : (
            <IconPhoto size={32} stroke={1.25} aria-hidden />
          )}
          <span className={own.label} aria-hidden>
            {label}
          </span>
        </div>
      ))}
    </div>
  )
}

/** Formats that browsers display. For other formats, a rendition is shown. */
const shown = /^image\/(svg\+xml|png|jpeg|webp|gif|avif)$/

const sourceOf = ({ mime_type, url, thumbnail_url }: BrandKitLogo) =>
  shown.test(mime_type) ? url : thumbnail_url

const formats: Record<string, string> = { 'svg+xml': 'SVG', jpeg: 'JPG' }

function factsOf({ variant, theme, is_default, mime_type, width, height }: BrandKitLogo): string {
  const type = mime_type.split('/')[1]!
  return [
    is_default ? `${text.variants[variant]} (${text.default})` : text.variants[variant],
    text.themes[theme],
    formats[type] ?? type.toUpperCase(),
    width !== null && height !== null && text.pixels(width, height),
  ]
    .filter(Boolean)
    .join(' · ')
}
