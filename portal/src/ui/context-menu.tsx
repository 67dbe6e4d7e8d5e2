import { Menu, Portal } from '@mantine/core'
import { type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'

/** The position in CSS pixels, from the top left corner of the window. */
export type Point = { x: number; y: number }

type Props = {
  /** Where the menu opens. Undefined while it is closed. */
  at: Point | undefined
  onClose(): void
  label: string
  children: ReactNode
}

/** Opens at the pointer, or beside the element that has the focus. */
export const ContextMenu = (props: Props) => (
  <Portal>
    <MenuAt {...props} />
  </Portal>
)

function MenuAt({ at, onClose, label, children }: Props) {
  // The menu stays at its place while it fades out.
  const last = useRef<Point>({ x: 0, y: 0 })
  if (at) last.current = at
  // A menu that is mounted open would not know which element gets the focus back.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(at !== undefined), [at])
  return (
    <Menu opened={opened} onClose={onClose} position="bottom-start" offset={2} width={220}>
      <Menu.Target>
        <span
          aria-hidden
          style={{ position: 'fixed', left: last.current.x, top: last.current.y, width: 1, height: 1 }}
        />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>{children}</Menu.Dropdown>
    </Menu>
  )
}

/**
 * Where a menu opens for a `contextmenu` event: at the pointer, or, for the menu key and Shift+F10, below the
 * start of the element.
 */
export function pointOf({ clientX, clientY, nativeEvent }: MouseEvent, meant: Element): Point {
  const isByPointer = nativeEvent instanceof PointerEvent && nativeEvent.pointerType !== ''
  if (isByPointer) return { x: clientX, y: clientY }
  const { left, top, height } = meant.getBoundingClientRect()
  return { x: left + 16, y: top + Math.min(height, 40) }
}

export type RowMenu<Row> = {
  row: Row | undefined
  at: Point | undefined
  close(): void
  /** @param meant the element of the row. */
  open(event: MouseEvent, row: Row, meant?: Element): void
}

export function useContextMenu<Row>(): RowMenu<Row> {
  /** The row stays when the menu closes, because the dialogs of its items need it. */
  const [row, setRow] = useState<Row>()
  const [at, setAt] = useState<Point>()
  // Stable, so that memoized rows are not rendered again.
  const open = useCallback<RowMenu<Row>['open']>((event, row, meant = event.currentTarget) => {
    event.preventDefault()
    event.stopPropagation()
    setRow(() => row)
    setAt(pointOf(event, meant))
  }, [])
  return {
    row,
    at,
    close: () => setAt(undefined),
    open,
  }
}
