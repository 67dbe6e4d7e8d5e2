import type { Asset } from '../../../../sdk/src/index.ts'
import { pageLanguage } from '../../language/language.ts'
import { assetText as text } from '../../strings/assets.ts'
import { endsSoon } from './search.ts'

// The time zone is fixed, because the server renders the first view.
const day = new Intl.DateTimeFormat(pageLanguage(), { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A badge for assets that are unavailable or whose rights end soon. Renders nothing otherwise. */
export function RightsBadge({ asset, className }: { asset: Asset; className: string | undefined }) {
  const label =
    asset.availability !== 'available'
      ? text.availabilities[asset.availability]
      : endsSoon(asset) && text.endsOn(day.format(new Date(asset.expires_at!)))
  return label ? (
    <span className={className} data-words>
      {label}
    </span>
  ) : null
}
