import { Skeleton, Text } from '@mantine/core'
import { IconChevronRight, IconFolder, IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { folderText } from '../../../strings/assets.ts'
import { uiText } from '../../../strings/ui.ts'
import { formatCount } from '../../../ui/amounts.ts'
import { bringsFiles } from '../../../ui/drop-area.tsx'
import { dragFolder, isFromLibrary } from '../dragging.ts'
import { levelQuery, rootId } from './folder-queries.ts'
import classes from './folders.module.css'

const indent = 16
/**
 * Minimum width of an item: room for the icons and a part of the name. A deep tree becomes wider than the
 * sidebar and scrolls.
 */
const lineWidthMin = 176
/** Time after which a folder opens when something is dragged over it. */
const openMs = 700

export type TreeProps = {
  /** ID of the current or selected folder, `root`, or undefined for none. */
  current: string | undefined
  onOpen(folder: Folder | undefined): void
  /** The ancestors of the current folder, which are expanded initially. */
  around?: readonly Folder[]
  /** Handles a drop of assets, a folder or files on a folder; `root` for the root. */
  onDrop?: ((event: React.DragEvent, folderId: string) => void) | undefined
  onMenu?(event: React.MouseEvent, folder: Folder): void
  rootLabel: string
}

export type Branch = TreeProps & {
  isExpanded(id: string): boolean
  toggle(id: string): void
  entryId: string
}

type Props = { folder: Folder | undefined; depth: number; branch: Branch }

export function Level({ parentId, depth, branch }: { parentId: string; depth: number; branch: Branch }) {
  const level = useQuery(levelQuery(useCompany(), parentId))
  if (level.isPending)
    return (
      <div role="none">
        <Skeleton height={10} width="60%" my={10} ml={28 + depth * 16} />
      </div>
    )
  if (level.isError) return <Retry depth={depth} retry={() => void level.refetch()} />
  return level.data.map((folder) => (
    <TreeItem key={folder.id} folder={folder} depth={depth} branch={branch} />
  ))
}

/** A tree contains only items, so this button has their role and keys. */
const Retry = ({ depth, retry }: { depth: number; retry(): void }) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles its keys.
  <div
    role="treeitem"
    aria-level={depth + 1}
    aria-selected={false}
    tabIndex={-1}
    className={classes.line}
    style={{ paddingInlineStart: depth * indent + 8 }}
    onClick={retry}
  >
    <Text size="xs" c="var(--mantine-color-error)">
      {folderText.failed} {uiText.retry}
    </Text>
  </div>
)

/** A folder and, if expanded, its subfolders; without a folder, the root of the tree. */
export function TreeItem({ folder, depth, branch }: Props) {
  const id = folder?.id ?? rootId
  const isExpanded = canExpand(folder) && branch.isExpanded(id)
  return (
    <>
      <Line folder={folder} depth={depth} branch={branch} />
      {isExpanded && <Level parentId={id} depth={depth + 1} branch={branch} />}
    </>
  )
}

const canExpand = (folder: Folder | undefined) => folder !== undefined && folder.folders_count > 0

/** The element that opens the folder, can be dragged, and is a drop target. The tree handles its keys. */
function Line({ folder, depth, branch }: Props) {
  const id = folder?.id ?? rootId
  const opensIt = canExpand(folder) && !branch.isExpanded(id) ? () => branch.toggle(id) : undefined
  const { isOver, ...dropping } = useDropping(branch.onDrop, id, opensIt)
  const isCurrent = folder ? branch.current === id : branch.current === undefined
  const label = folder?.name ?? branch.rootLabel
  const Icon = folder ? IconFolder : IconPhoto
  const line = useKeptVisible(folder !== undefined && isCurrent)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: see the reason above.
    <div
      ref={line}
      role="treeitem"
      aria-level={depth + 1}
      aria-selected={isCurrent}
      aria-expanded={canExpand(folder) ? branch.isExpanded(id) : undefined}
      tabIndex={branch.entryId === id ? 0 : -1}
      data-folder={id}
      data-over={isOver || undefined}
      className={classes.line}
      style={{ paddingInlineStart: depth * indent, minWidth: lineWidthMin + depth * indent }}
      onClick={() => branch.onOpen(folder)}
      onContextMenu={(event) => folder && branch.onMenu?.(event, folder)}
      draggable={folder !== undefined && branch.onDrop !== undefined}
      onDragStart={(event) => folder && dragFolder(event, folder.id)}
      {...dropping}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see the reason above. */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: see the reason above. */}
      <span
        className={classes.twist}
        onClick={(event) => {
          if (!canExpand(folder)) return
          event.stopPropagation()
          branch.toggle(id)
        }}
      >
        {canExpand(folder) && <IconChevronRight size={14} aria-hidden />}
      </span>
      <Icon size={16} stroke={1.75} aria-hidden />
      <span className={classes.label} title={label}>
        {label}
      </span>
      {folder && folder.assets_count > 0 && (
        <span className={classes.count}>{formatCount(folder.assets_count)}</span>
      )}
    </div>
  )
}

/** Scrolls to the current folder, in a deep tree sideways too. */
function useKeptVisible(isCurrent: boolean) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) line.current?.scrollIntoView({ block: 'nearest', inline: 'end' })
  }, [isCurrent])
  return line
}

const canDrop = (event: DragEvent) => isFromLibrary(event) || bringsFiles(event)

function useDropping(onDrop: Branch['onDrop'], id: string, open: (() => void) | undefined) {
  const [isOver, setIsOver] = useState(false)
  const opens = useRef(open)
  opens.current = open
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => opens.current?.(), openMs)
    return () => clearTimeout(timer)
  }, [isOver])
  if (!onDrop) return { isOver }
  const over = (event: DragEvent) => {
    if (!canDrop(event)) return
    event.preventDefault()
    if (!isFromLibrary(event)) event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  return {
    isOver,
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: () => setIsOver(false),
    onDrop(event: DragEvent) {
      setIsOver(false)
      if (!canDrop(event)) return
      event.preventDefault()
      onDrop(event, id)
    },
  }
}
