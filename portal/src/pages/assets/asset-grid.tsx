import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { assetText } from '../../strings/assets.ts'
import { AssetCell } from './asset-cell.tsx'
import classes from './asset-grid.module.css'
import type { AssetsResult, LoadedAssets } from './asset-queries.ts'
import { domId, useAssetList } from './use-asset-list.ts'
import { useFetchAround } from './use-fetch-around.ts'
import type { Selection } from './use-selection.ts'

const cellWidthMin = 168
const gap = 16
/** Name and facts below the picture. */
const captionHeight = 48
const overscanRows = 3

export type ListProps = {
  result: AssetsResult
  loaded: LoadedAssets
  selection: Selection
  canWrite: boolean
  /** Loads the list anew from its beginning. */
  restart(): void
}

export function AssetGrid({ result, loaded, selection, canWrite, restart }: ListProps) {
  const { assets, start } = loaded
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: sized, width } = useElementSize()
  const list = useAssetList(loaded, selection)

  const columns = Math.max(2, Math.floor((width + gap) / (cellWidthMin + gap)))
  const cellWidth = (width - gap * (columns - 1)) / columns
  const rowHeight = Math.round(cellWidth * 0.75) + captionHeight + gap
  const count = start + assets.length
  const rows = Math.ceil(count / columns) + (result.hasNextPage ? 2 : 0)

  const virtual = useVirtualizer({
    count: width === 0 ? 0 : rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is what has changed.
  useEffect(() => virtual.measure(), [rowHeight, virtual])
  const shown = virtual.getVirtualItems()
  useFetchAround(
    result,
    (shown[0]?.index ?? 0) * columns,
    ((shown.at(-1)?.index ?? 0) + 1) * columns,
    restart,
  )

  return (
    <>
      <VisuallyHidden id="asset-keys">{assetText.keys}</VisuallyHidden>
      <div
        ref={useMergedRef(scroller, sized)}
        className={classes.scroller}
        role="listbox"
        aria-label={assetText.title}
        aria-describedby="asset-keys"
        aria-multiselectable
        aria-activedescendant={list.activeId && domId(list.activeId)}
        aria-busy={result.isPlaceholderData}
        data-stale={result.isPlaceholderData || undefined}
        tabIndex={0}
        onFocus={list.onFocus}
        onKeyDown={(event) => {
          const index = list.onKeyDown(event, columns)
          if (index !== undefined) virtual.scrollToIndex(Math.floor(index / columns))
        }}
      >
        <div role="presentation" className={classes.canvas} style={{ height: virtual.getTotalSize() }}>
          {shown.map((row) => (
            <div
              key={row.key}
              role="presentation"
              className={classes.row}
              style={{
                gap,
                height: rowHeight - gap,
                transform: `translateY(${row.start}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {placesOf(row.index, columns, result.hasNextPage ? rows * columns : count).map((place) => {
                const asset = assets[place - start]
                return asset ? (
                  <AssetCell
                    key={asset.id}
                    asset={asset}
                    place={place}
                    count={result.hasNextPage ? -1 : count}
                    width={cellWidth}
                    isSelected={selection.ids.has(asset.id)}
                    isActive={asset.id === list.activeId}
                    isOpen={asset.id === list.openId}
                    canWrite={canWrite}
                    actions={list.actions}
                  />
                ) : (
                  <Skeleton key={place} height={rowHeight - gap - captionHeight} radius="md" aria-hidden />
                )
              })}
            </div>
          ))}
        </div>
      </div>
    </>
  )
}

const placesOf = (row: number, columns: number, end: number) =>
  Array.from({ length: columns }, (_, column) => row * columns + column).filter((place) => place < end)
