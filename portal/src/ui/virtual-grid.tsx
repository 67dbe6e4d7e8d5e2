import { useElementSize } from '@mantine/hooks'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { Stretch, StretchResult } from '../lists.ts'
import { type CellShape, gridGap, gridSizes } from './grid-sizes.ts'
import { Racing } from './scroll-speed.tsx'
import { useFetchAround } from './use-fetch-around.ts'
import { useKeptInView } from './use-kept-in-view.ts'
import classes from './virtual-grid.module.css'

const overscanRows = 3
const restorationId = 'library'

type Props<Row> = {
  result: StretchResult<Row>
  loaded: Stretch<Row>
  /** Reloads the list from its beginning. */
  restart(): void
  shape: CellShape
  /** Index in the whole list of the item that stays in view when the number of columns changes. */
  kept?: number | undefined
  /** Accessible name of the list. */
  attributes: HTMLAttributes<HTMLDivElement>
  /** @returns the index to scroll to, if the focus moved. */
  onKeyDown?(event: KeyboardEvent<HTMLDivElement>, columns: number): number | undefined
  /** @param place index in the whole list, from 0; `count` is -1 if unknown. */
  cell(row: Row, at: { place: number; count: number; width: number }): ReactNode
}

/** A virtual grid of any length: only visible rows are rendered, and loading them shifts nothing. */
export function VirtualGrid<Row>(props: Props<Row>) {
  const { result, loaded, restart, shape, kept, attributes, onKeyDown, cell } = props
  const { rows: loadedRows, start } = loaded
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: sized, width } = useElementSize()

  const { columns, cellWidth, rowHeight } = gridSizes(width, shape)
  const count = start + loadedRows.length
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
  useScrollBack(scroller, width > 0)
  useKeptInView(virtual, kept === undefined || width === 0 ? undefined : Math.floor(kept / columns))
  const shown = virtual.getVirtualItems()
  useFetchAround(
    result,
    (shown[0]?.index ?? 0) * columns,
    ((shown.at(-1)?.index ?? 0) + 1) * columns,
    restart,
  )
  const end = result.hasNextPage ? rows * columns : count

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role comes with the attributes.
    <div
      {...attributes}
      ref={scroller}
      className={classes.scroller}
      data-scroll-restoration-id={restorationId}
      aria-busy={result.isPlaceholderData}
      data-stale={result.isPlaceholderData || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keyboard too.
      tabIndex={0}
      onKeyDown={(event) => {
        const index = onKeyDown?.(event, columns)
        if (index !== undefined) virtual.scrollToIndex(Math.floor(index / columns))
      }}
    >
      <div
        ref={sized}
        role="presentation"
        className={classes.canvas}
        style={{ height: virtual.getTotalSize() }}
      >
        <Racing scroller={scroller}>
          {shown.map((row) => (
            <div
              key={row.key}
              role="presentation"
              className={classes.row}
              style={{
                gap: gridGap,
                height: rowHeight - gridGap,
                transform: `translateY(${row.start}px)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {placesOf(row.index, columns, end).map((place) => {
                const one = loadedRows[place - start]
                return one ? (
                  cell(one, { place, count: result.hasNextPage ? -1 : count, width: cellWidth })
                ) : (
                  <div
                    key={place}
                    className={classes.placeholder}
                    style={{ height: rowHeight - gridGap - shape.captionHeight }}
                    aria-hidden
                  />
                )
              })}
            </div>
          ))}
        </Racing>
      </div>
    </div>
  )
}

const placesOf = (row: number, columns: number, end: number) =>
  Array.from({ length: columns }, (_, column) => row * columns + column).filter((place) => place < end)

/**
 * Restores the scroll position on return. The router tries too early: the grid is empty until its width is
 * known.
 */
function useScrollBack(scroller: React.RefObject<HTMLDivElement | null>, isReady: boolean) {
  const entry = useElementScrollRestoration({ id: restorationId })
  const before = useRef(entry?.scrollY)
  useEffect(() => {
    if (!isReady || !before.current) return
    scroller.current?.scrollTo({ top: before.current })
    before.current = undefined
  }, [isReady, scroller])
}
