// biome-ignore-all lint/a11y/useSemanticElements: a long table renders only some rows and positions them itself.
// biome-ignore-all lint/a11y/useFocusableInteractive: the table has the focus and names the active row by its ID.
import { VisuallyHidden } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import type { Asset } from '../../../../sdk/src/index.ts'
import { localizedAsset } from '../../language/localized.ts'
import { oneOf } from '../../routes/search.ts'
import { assetText as text } from '../../strings/assets.ts'
import { collectionText } from '../../strings/collections.ts'
import { fileSize } from '../../ui/file-size.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Racing } from '../../ui/scroll-speed.tsx'
import { ariaSortOf, SortButton } from '../../ui/sort-header.tsx'
import { useFetchAround } from '../../ui/use-fetch-around.ts'
import { useKeptInView } from '../../ui/use-kept-in-view.ts'
import { ReviewBadge } from '../reviews/review-badge.tsx'
import type { ListProps } from './asset-grid.tsx'
import classes from './asset-table.module.css'
import { RightsBadge } from './rights-badge.tsx'
import { sorts } from './search.ts'
import { Thumbnail } from './thumbnail.tsx'
import { type AssetActions, checkMark, domId, useAssetList } from './use-asset-list.ts'
import { useAssetSearch } from './use-asset-search.ts'

const rowHeight = 48
const pictureWidth = 44
const overscanRows = 8
const columns = ['name', 'type', 'size', 'tags', 'changed'] as const

export function AssetTable({ result, loaded, selection, canWrite, openMenu, restart }: ListProps) {
  const { rows, start } = loaded
  const scroller = useRef<HTMLDivElement>(null)
  const list = useAssetList(loaded, selection, canWrite, openMenu)
  const count = start + rows.length
  const virtual = useVirtualizer({
    count: count + (result.hasNextPage ? 3 : 0),
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: overscanRows,
    scrollPaddingStart: rowHeight,
    useFlushSync: false,
  })
  useKeptInView(virtual, list.openIndex)
  const shown = virtual.getVirtualItems()
  useFetchAround(result, shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0, restart)
  return (
    <>
      <VisuallyHidden id="asset-keys">
        {text.keys} {list.canOrder && collectionText.keys}
      </VisuallyHidden>
      <div
        ref={scroller}
        className={classes.scroller}
        role="grid"
        aria-label={text.title}
        aria-describedby="asset-keys"
        aria-multiselectable
        aria-rowcount={result.hasNextPage ? -1 : count + 1}
        aria-activedescendant={list.activeId && domId(list.activeId)}
        aria-busy={result.isPlaceholderData}
        data-stale={result.isPlaceholderData || undefined}
        tabIndex={0}
        onFocus={list.onFocus}
        onContextMenu={list.onContextMenu}
        onKeyDown={(event) => {
          const index = list.onKeyDown(event)
          if (index !== undefined) virtual.scrollToIndex(index)
        }}
      >
        <div role="row" aria-rowindex={1} className={classes.head}>
          {columns.map((column) => (
            <Head key={column} column={column} />
          ))}
        </div>
        <div role="rowgroup" className={classes.canvas} style={{ height: virtual.getTotalSize() }}>
          <Racing scroller={scroller}>
            {shown.map(({ index, key, start: top }) => {
              const asset = rows[index - start]
              const style = { height: rowHeight, transform: `translateY(${top}px)` }
              if (!asset)
                return (
                  <div key={key} className={classes.row} style={style} aria-hidden>
                    <span className={classes.placeholder} />
                  </div>
                )
              return (
                <Row
                  key={key}
                  asset={asset}
                  index={index}
                  style={style}
                  isSelected={selection.ids.has(asset.id)}
                  isActive={asset.id === list.activeId}
                  isOpen={asset.id === list.openId}
                  canWrite={canWrite}
                  actions={list.actions}
                />
              )
            })}
          </Racing>
        </div>
      </div>
    </>
  )
}

/** The API's sort field for each sortable column. */
const fields: { [Column in (typeof columns)[number]]?: string } = { name: 'name', changed: 'updated_at' }

function Head({ column }: { column: (typeof columns)[number] }) {
  const { search, change } = useAssetSearch()
  const label = text.columns[column]
  const field = fields[column]
  if (!field)
    return (
      <span role="columnheader" className={classes[column]}>
        {label}
      </span>
    )
  const sorting = {
    sort: search.sort,
    onSort: (sort: string) => change({ sort: oneOf(sorts, sort) }, { replace: true }),
  }
  return (
    <span role="columnheader" className={classes[column]} aria-sort={ariaSortOf(search.sort, field)}>
      <SortButton column={field} label={label} sorting={sorting} isDescendingFirst={column === 'changed'} />
    </span>
  )
}

type RowProps = {
  asset: Asset
  index: number
  style: React.CSSProperties
  isSelected: boolean
  isActive: boolean
  isOpen: boolean
  canWrite: boolean
  actions: AssetActions
}

function Row({ asset, index, style, isSelected, isActive, isOpen, canWrite, actions }: RowProps) {
  const { name } = localizedAsset(asset)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the table handles the keys and names the active row.
    <div
      id={domId(asset.id)}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={classes.row}
      data-active={isActive || undefined}
      data-open={isOpen || undefined}
      style={style}
      draggable={canWrite}
      onDragStart={(event) => actions.onDragStart(event, asset)}
      onClick={(event) => actions.onClick(event, asset)}
    >
      <span role="gridcell" className={classes.name}>
        <span className={classes.check} {...checkMark} aria-hidden />
        <span className={classes.picture}>
          <Thumbnail asset={asset} width={pictureWidth} iconSize={18} />
        </span>
        <span className={classes.text} title={name}>
          {name}
        </span>
        <RightsBadge asset={asset} className={classes.rights} />
        <ReviewBadge review={asset.review} className={classes.rights} />
      </span>
      <span role="gridcell" className={classes.type}>
        {asset.extension.toUpperCase()}
      </span>
      <span role="gridcell" className={classes.size}>
        {fileSize(asset.size)}
      </span>
      <span role="gridcell" className={classes.tags}>
        {asset.tags
          .filter(({ source }) => source !== 'auto')
          .map(({ name }) => name)
          .join(', ')}
      </span>
      <span role="gridcell" className={classes.changed}>
        <RelativeTime at={asset.updated_at} isInControl />
      </span>
    </div>
  )
}
