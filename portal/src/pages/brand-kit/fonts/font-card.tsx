import type { BrandKitFont } from '../../../../../sdk/src/index.ts'
import { fontText as text } from '../../../strings/brand-kit.ts'
import { useFontFile } from '../../../ui/use-font-file.ts'
import page from '../brand-kit.module.css'
import { PartFile } from '../part-file.tsx'
import { ReplaceFile, ShowAsset } from '../part-items.tsx'
import { PartMenu } from '../part-menu.tsx'
import { AddFile } from './add-file.tsx'
import { fontFiles } from './font-files.ts'
import classes from './fonts.module.css'

type Props = {
  font: BrandKitFont
  canWrite: boolean
  drag: object
  onEdit(): void
  onRemove(): void
  onMoveBack: (() => void) | undefined
  onMoveOn: (() => void) | undefined
}

/** "Josefin Sans Bold Italic". */
export const fontName = ({ family, weight, style }: BrandKitFont) =>
  [family, text.weights[weight] ?? weight, style === 'italic' && text.styles.italic].filter(Boolean).join(' ')

export function FontCard({ font, canWrite, drag, ...menu }: Props) {
  const { asset_id, url, role, weight } = font
  const name = fontName(font)
  return (
    <li className={page.card} {...drag}>
      {url !== null && <Specimen font={font} url={url} />}
      <div className={page.caption}>
        <div className={page.words}>
          <div className={page.name}>{name}</div>
          <div className={page.facts}>
            {[
              role && text.roles[role],
              `${text.weight} ${weight}`,
              url === null ? text.noFile : formatOf(url),
            ]
              .filter(Boolean)
              .join(' · ')}
          </div>
        </div>
        {asset_id !== null && url !== null && <PartFile name={name} url={url} assetId={asset_id} />}
        {canWrite && url === null && <AddFile font={font} />}
        {canWrite && (
          <PartMenu name={name} {...menu}>
            {asset_id !== null && (
              <>
                <ReplaceFile assetId={asset_id} accept={fontFiles} />
                <ShowAsset assetId={asset_id} />
              </>
            )}
          </PartMenu>
        )}
      </div>
    </li>
  )
}

/** Sample text in the font itself. */
function Specimen({ font, url }: { font: BrandKitFont; url: string }) {
  const family = `kit-${font.id}`
  const state = useFontFile(family, url)
  if (state === 'failed') return <div className={classes.failed}>{text.failed}</div>
  return (
    <div
      className={classes.specimen}
      data-state={state}
      aria-busy={state === 'loading'}
      style={{
        fontFamily: `"${family}"`,
        fontWeight: font.weight,
        visibility: state === 'shown' ? 'visible' : 'hidden',
      }}
    >
      <div className={classes.large}>{text.specimen}</div>
      <div className={classes.middle}>{text.pangram}</div>
      <div className={classes.small}>{text.letters}</div>
    </div>
  )
}

const formatOf = (url: string) => new URL(url).pathname.split('.').at(-1)!.toUpperCase()
