import { ActionIcon, Group } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { TransformComponent, TransformWrapper } from 'react-zoom-pan-pinch'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { lightboxText as text } from '../../../strings/lightbox.ts'
import { isShownByBrowser } from '../../../ui/picture-formats.ts'
import { altOf, isPale } from '../look.ts'
import classes from './lightbox.module.css'

const scaleMax = 16
/** The factor by which each press of a button zooms. */
const zoomStep = 0.5
/** Maximum size of an original that is loaded for zooming. */
const originalBytesMax = 64 * 2 ** 20

type PictureProps = {
  asset: Asset
  url: string
  alt?: string
  onLoad?(url: string): void
  onError?(): void
  children?: ReactNode
}

/**
 * A picture that zooms by wheel, pinch, double-click and buttons, and is dragged. The preview is shown immediately; the
 * original replaces it for zooming.
 */
export function ZoomedPicture({ asset, url, alt, onLoad, onError, children }: PictureProps) {
  const [percent, setPercent] = useState(100)
  const canShowOriginal = isShownByBrowser(asset.extension) && asset.size <= originalBytesMax
  const source = percent > 100 && canShowOriginal ? asset.url : url
  const isWhole = asset.extension === 'svg' || asset.type === 'document'
  const ground = isWhole ? (isPale(asset) ? 'dark' : 'paper') : 'checker'
  return (
    <TransformWrapper
      maxScale={scaleMax}
      doubleClick={{ mode: 'toggle', step: 1.5 }}
      onTransform={(_, { scale }) => setPercent(Math.round(scale * 100))}
    >
      {({ zoomIn, zoomOut, resetTransform }) => (
        <>
          <TransformComponent wrapperClass={classes.zoom!} contentClass={classes.zoomed!}>
            <img
              src={source}
              onLoad={() => onLoad?.(url)}
              onError={onError}
              alt={alt ?? altOf(asset)}
              className={classes.picture}
              data-ground={ground}
              width={asset.width ?? undefined}
              height={asset.height ?? undefined}
              draggable={false}
            />
          </TransformComponent>
          <div className={classes.bottom}>
            {children}
            <Group gap={2} wrap="nowrap" className={classes.zoomBar}>
              <ActionIcon
                variant="subtle"
                className={classes.tool}
                aria-label={text.zoomOut}
                disabled={percent <= 100}
                onClick={() => zoomOut(zoomStep)}
              >
                <IconMinus size={16} />
              </ActionIcon>
              <button
                type="button"
                className={classes.percent}
                aria-label={text.zoomReset(percent)}
                onClick={() => resetTransform()}
              >
                {percent} %
              </button>
              <ActionIcon
                variant="subtle"
                className={classes.tool}
                aria-label={text.zoomIn}
                onClick={() => zoomIn(zoomStep)}
              >
                <IconPlus size={16} />
              </ActionIcon>
            </Group>
          </div>
        </>
      )}
    </TransformWrapper>
  )
}
