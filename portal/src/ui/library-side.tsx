import { ActionIcon, Drawer, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type Icon, IconLayoutSidebarLeftCollapse } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'
import { setLayout, sideWidths, useLayout } from '../layout.ts'
import { uiText } from '../strings/ui.ts'
import classes from './library.module.css'

const stepPixels = 16
const between = (width: number) => Math.round(Math.min(sideWidths.max, Math.max(sideWidths.min, width)))

/** The sidebar of a library with its filters, if there is room. It can be folded and made wider. */
export function Side({ label, children }: { label: string; children: ReactNode }) {
  const { isSideFolded = false, sideWidth = sideWidths.initial } = useLayout()
  // While it is dragged, only the sidebar is rendered again.
  const [dragged, setDragged] = useState<number>()
  if (isSideFolded) return null
  const width = dragged ?? between(sideWidth)
  return (
    <aside className={classes.side} style={{ width }} aria-label={label}>
      {children}
      <div className={classes.sideFoot}>
        <Tooltip label={uiText.foldSide(label)}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={uiText.foldSide(label)}
            onClick={() => setLayout({ isSideFolded: true })}
          >
            <IconLayoutSidebarLeftCollapse size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      </div>
      <Edge label={uiText.widthOf(label)} width={width} onDrag={setDragged} />
    </aside>
  )
}

type EdgeProps = { label: string; width: number; onDrag(width: number | undefined): void }

/** The edge that changes the width, by dragging or with the arrow keys. A double-click restores the usual width. */
function Edge({ label, width, onDrag }: EdgeProps) {
  const start = useRef<{ x: number; width: number }>(undefined)
  const latest = useRef(width)
  latest.current = width

  function move({ clientX }: PointerEvent) {
    if (start.current) onDrag(between(start.current.width + clientX - start.current.x))
  }

  function end() {
    if (!start.current) return
    start.current = undefined
    setLayout({ sideWidth: latest.current })
    onDrag(undefined)
  }

  function onKeyDown(event: KeyboardEvent) {
    const widths: Record<string, number> = {
      ArrowLeft: width - stepPixels,
      ArrowRight: width + stepPixels,
      Home: sideWidths.min,
      End: sideWidths.max,
    }
    const next = widths[event.key]
    if (next === undefined) return
    event.preventDefault()
    setLayout({ sideWidth: between(next) })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: this separator can be moved, unlike `hr`.
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={width}
      aria-valuemin={sideWidths.min}
      aria-valuemax={sideWidths.max}
      tabIndex={0}
      className={classes.edge}
      onPointerDown={(event) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => setLayout({ sideWidth: sideWidths.initial })}
      onKeyDown={onKeyDown}
    />
  )
}

type DrawerProps = {
  label: string
  icon: Icon
  /** @param close is called after a selection. */
  children(close: () => void): ReactNode
}

/** Like `Side`, but as a button. It unfolds the sidebar or, if there is no room, opens it as a drawer. */
export function SideDrawer({ label, icon: Icon, children }: DrawerProps) {
  const [isOpen, { open, close }] = useDisclosure()
  const { isSideFolded = false } = useLayout()
  const button = { variant: 'default', size: 36, 'aria-label': label } as const
  return (
    <>
      <ActionIcon {...button} className={classes.sideButton} onClick={open}>
        <Icon size={16} />
      </ActionIcon>
      {isSideFolded && (
        <ActionIcon
          {...button}
          className={classes.unfoldButton}
          onClick={() => setLayout({ isSideFolded: false })}
        >
          <Icon size={16} />
        </ActionIcon>
      )}
      <Drawer
        opened={isOpen}
        onClose={close}
        size={288}
        title={label}
        closeButtonProps={{ 'aria-label': uiText.close }}
        styles={{ body: { padding: 0 } }}
      >
        {children(close)}
      </Drawer>
    </>
  )
}
