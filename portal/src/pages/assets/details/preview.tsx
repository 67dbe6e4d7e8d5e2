import { Stack, Text } from '@mantine/core'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { isShownByBrowser } from '../../../ui/picture-formats.ts'
import { useFontFile } from '../../../ui/use-font-file.ts'
import { altOf, isPale } from '../look.ts'
import { Thumbnail } from '../thumbnail.tsx'
import classes from './details.module.css'

/** Width of the placeholder in CSS pixels. */
const placeholderWidth = 240

/** Undefined if there is no preview, or if the file is unavailable and the person cannot change assets. */
export function previewUrl({ extension, url, renditions }: Asset): string | undefined {
  if (isWithheld(url)) return undefined
  // SVG stays sharp, and animated images keep moving.
  if (extension === 'svg' || extension === 'gif') return url
  return (
    renditions.find(({ name }) => name === 'large')?.url ?? (isShownByBrowser(extension) ? url : undefined)
  )
}

/** Whether a link has already expired because the asset is unavailable. */
const isWithheld = (url: string) =>
  Number(new URL(url, window.location.origin).searchParams.get('expires')) * 1000 <= Date.now()

/** @param isLarge whether it fills its container, as in the full view. */
export function Preview({ asset, isLarge = false }: { asset: Asset; isLarge?: boolean }) {
  const url = previewUrl(asset)
  const isWhole = asset.extension === 'svg' || asset.type === 'document' || asset.has_alpha === true
  if (isWithheld(asset.url)) return <NoPreview asset={asset} isLarge={isLarge} />
  if (asset.type === 'video')
    return (
      <div className={classes.preview} data-large={isLarge || undefined}>
        {/* biome-ignore lint/a11y/useMediaCaption: uploads have no captions. */}
        <video
          key={asset.url}
          src={asset.url}
          poster={url}
          controls
          preload="metadata"
          aria-label={text.preview(asset.name)}
        />
      </div>
    )
  if (asset.type === 'audio')
    return (
      <div className={classes.preview} data-large={isLarge || undefined} data-stacked>
        {url && <img key={url} src={url} alt="" />}
        {/* biome-ignore lint/a11y/useMediaCaption: see the reason above. */}
        <audio
          key={asset.url}
          src={asset.url}
          controls
          preload="metadata"
          aria-label={text.preview(asset.name)}
        />
      </div>
    )
  if (asset.type === 'font') return <Specimen key={asset.url} asset={asset} isLarge={isLarge} />
  if (url)
    return (
      <div
        className={classes.preview}
        data-whole={isWhole || undefined}
        data-pale={(isWhole && isPale(asset)) || undefined}
      >
        <img key={url} src={url} alt={altOf(asset)} />
      </div>
    )
  return <NoPreview asset={asset} isLarge={isLarge} />
}

type Props = { asset: Asset; isLarge: boolean }

function NoPreview({ asset, isLarge }: Props) {
  return (
    <div className={classes.preview} data-large={isLarge || undefined}>
      <Stack align="center" gap="xs">
        <div className={classes.placeholder}>
          <Thumbnail asset={{ ...asset, thumbnail_url: null }} width={placeholderWidth} iconSize={48} />
        </div>
        <Text size="sm" c="dimmed">
          {text.noPreview}
        </Text>
      </Stack>
    </div>
  )
}

/** Sample text in the font itself. */
function Specimen({ asset: { id, version, url }, isLarge }: Props) {
  const family = `specimen-${id}-${version}`
  const state = useFontFile(family, url)
  return (
    <div className={classes.preview} data-large={isLarge || undefined} aria-busy={state === 'loading'}>
      {state === 'failed' ? (
        <Text size="sm" c="dimmed">
          {text.specimenFailed}
        </Text>
      ) : (
        <div
          className={classes.specimen}
          style={{ fontFamily: `"${family}"`, visibility: state === 'shown' ? 'visible' : 'hidden' }}
        >
          {text.specimen}
          <div className={classes.pangram}>{text.pangram}</div>
        </div>
      )}
    </div>
  )
}
