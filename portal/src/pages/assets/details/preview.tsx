import { Stack, Text } from '@mantine/core'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { useFontFile } from '../../../ui/use-font-file.ts'
import { isPale } from '../look.ts'
import { typeIcons } from '../thumbnail.tsx'
import classes from './details.module.css'

/** Formats that browsers display. */
const shown = ['png', 'jpg', 'webp', 'avif', 'gif', 'svg']

export function previewUrl({ extension, url, renditions }: Asset): string | undefined {
  // SVG stays sharp, and animated images keep moving.
  if (extension === 'svg' || extension === 'gif') return url
  return renditions.find(({ name }) => name === 'large')?.url ?? (shown.includes(extension) ? url : undefined)
}

export function Preview({ asset }: { asset: Asset }) {
  const url = previewUrl(asset)
  const isWhole = asset.extension === 'svg' || asset.type === 'document'
  if (asset.type === 'video')
    return (
      <div className={classes.preview}>
        {/* biome-ignore lint/a11y/useMediaCaption: what people upload brings no captions of its own. */}
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
      <div className={classes.preview} data-stacked>
        {url && <img key={url} src={url} alt="" />}
        {/* biome-ignore lint/a11y/useMediaCaption: as above. */}
        <audio
          key={asset.url}
          src={asset.url}
          controls
          preload="metadata"
          aria-label={text.preview(asset.name)}
        />
      </div>
    )
  if (asset.type === 'font') return <Specimen key={asset.url} asset={asset} />
  if (url)
    return (
      <div
        className={classes.preview}
        data-whole={isWhole || undefined}
        data-pale={(isWhole && isPale(asset.dominant_color)) || undefined}
      >
        <img key={url} src={url} alt={asset.alt_text ?? text.preview(asset.name)} />
      </div>
    )
  return <NoPreview asset={asset} />
}

function NoPreview({ asset }: { asset: Asset }) {
  const Icon = typeIcons[asset.type]
  return (
    <div className={classes.preview}>
      <Stack align="center" gap="xs">
        <Icon size={48} stroke={1.25} aria-hidden />
        <Text size="sm" c="dimmed">
          {text.noPreview}
        </Text>
      </Stack>
    </div>
  )
}

/** Shown in the font itself. */
function Specimen({ asset: { id, version, url } }: { asset: Asset }) {
  const family = `specimen-${id}-${version}`
  const state = useFontFile(family, url)
  return (
    <div className={classes.preview} aria-busy={state === 'loading'}>
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
