import { useElementSize } from '@mantine/hooks'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type HTMLAttributes, type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { Stretch, StretchResult } from '../lists.ts'
import { type Cell, type GridRows, justifiedRows, uniformRows } from './grid-rows.ts'
import { type CellShape, gridGap, gridSizes } from './grid-sizes.ts'
import { Racing } from './scroll-speed.tsx'
import { useFetchAround } from './use-fetch-around.ts'
import { useKeptInView } from './use-kept-in-view.ts'
import classes from './virtual-grid.module.css'

const overscanRows = 3
/** Number of placeholder rows while the next page loads. */
const placeholderRows = 2
/** Factor for the height of justified rows, so that their images are as large as in cells of one shape. */
const justifiedScale = 1.25
const restorationId = 'library'

type Props<Row> = {
  result: StretchResult<Row>
  loaded: Stretch<Row>
  restart(): void
  shape: CellShape
  /** Width divided by height of the image of a row: cells have the shapes of their images. */
  ratioOf?: ((row: Row) => number) | undefined
  /** Index in the whole list of the item that stays in view when the number of columns changes. */
  kept?: number | undefined
  attributes: HTMLAttributes<HTMLDivElement>
  /** @returns the index to scroll to, if the focus moved. */
  onKeyDown?(event: KeyboardEvent<HTMLDivElement>, grid: GridRows): number | undefined
  /** @param place index in the whole list, from 0; `count` is -1 if unknown. */
  cell(row: Row, at: { place: number; count: number; width: number }): ReactNode
}

/** A virtual grid of any length: only visible rows are rendered, and loading them shifts nothing. */
export function VirtualGrid<Row>(props: Props<Row>) {
  const { result, loaded, restart, shape, ratioOf, kept, attributes, onKeyDown, cell } = props
  const { rows: loadedRows, start } = loaded
  const scroller = useRef<HTMLDivElement>(null)
  const { ref: sized, width } = useElementSize()

  const count = start + loadedRows.length
  const ratios = useRatios(loaded, ratioOf)
  const { hasNextPage } = result
  const grid = useMemo(() => {
    const { columns } = gridSizes(width, shape)
    const end = hasNextPage ? (Math.ceil(count / columns) + placeholderRows) * columns : count
    if (!ratios) return uniformRows(width, shape, end)
    const { cellWidthMin, aspect, captionHeight } = shape
    const all = Array.from({ length: end }, (_, place) => ratios[place] ?? 1 / aspect)
    return justifiedRows(width, { heightMax: cellWidthMin * aspect * justifiedScale, captionHeight }, all)
  }, [width, shape, count, hasNextPage, ratios])

  const virtual = useVirtualizer({
    count: width === 0 ? 0 : grid.count,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => grid.heightOf(row) + gridGap,
    overscan: overscanRows,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the changed heights are the reason to run again.
  useEffect(() => virtual.measure(), [grid, virtual])
  useScrollBack(scroller, width > 0)
  useKeptInView(virtual, kept === undefined || width === 0 ? undefined : grid.rowOf(kept))
  const shown = virtual.getVirtualItems()
  useFetchAround(
    result,
    grid.cellsOf(shown[0]?.index ?? 0)[0]?.place ?? 0,
    (grid.cellsOf(shown.at(-1)?.index ?? 0).at(-1)?.place ?? 0) + 1,
    restart,
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the spread attributes contain its role.
    <div
      {...attributes}
      ref={scroller}
      className={classes.scroller}
      data-scroll-restoration-id={restorationId}
      aria-busy={result.isPlaceholderData}
      data-stale={result.isPlaceholderData || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must also be scrollable by keyboard.
      tabIndex={0}
      onKeyDown={(event) => {
        const index = onKeyDown?.(event, grid)
        if (index !== undefined) virtual.scrollToIndex(grid.rowOf(index))
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
                height: grid.heightOf(row.index),
                transform: `translateY(${row.start}px)`,
                gridTemplateColumns: columnsOf(grid.cellsOf(row.index), ratios !== undefined, width, shape),
              }}
            >
              {grid.cellsOf(row.index).map(({ place, width }) => {
                const one = loadedRows[place - start]
                return one ? (
                  cell(one, { place, count: result.hasNextPage ? -1 : count, width })
                ) : (
                  <div
                    key={place}
                    className={classes.placeholder}
                    style={{ height: grid.heightOf(row.index) - shape.captionHeight }}
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

/** The columns of a row. Cells of the same width share the row exactly. */
function columnsOf(cells: readonly Cell[], isJustified: boolean, width: number, shape: CellShape): string {
  if (isJustified) return cells.map(({ width }) => `${width}px`).join(' ')
  return `repeat(${gridSizes(width, shape).columns}, minmax(0, 1fr))`
}

/**
 * The shapes of all images that were loaded, by place. Pages far from the scroll position are discarded, but
 * their rows must not move.
 */
function useRatios<Row>({ rows, start }: Stretch<Row>, ratioOf: ((row: Row) => number) | undefined) {
  const known = useRef<number[]>([])
  return useMemo(() => {
    if (!ratioOf) return undefined
    const ratios = [...known.current]
    rows.forEach((row, at) => {
      ratios[start + at] = ratioOf(row)
    })
    known.current = ratios
    return ratios
  }, [rows, start, ratioOf])
}

/**
 * Restores the scroll position on return. The router restores it too early, because the grid is empty until
 * its width is known.
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
