import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { uploadText as text } from '../../strings/uploads.ts'
import { droppedFiles, type FoundFile } from '../../uploads/found-files.ts'
import classes from './assets.module.css'
import { bringsFiles } from './dragging.ts'

type Props = {
  label: string
  /** Where they go; undefined for the top. */
  folder: string | undefined
  canDrop: boolean
  onFiles(found: readonly FoundFile[]): void
  children: ReactNode
}

/** The library itself takes what is dropped on it. */
export function DropArea({ label, folder, canDrop, onFiles, children }: Props) {
  const [isOver, setIsOver] = useState(false)
  // Going over what is inside leaves and enters.
  const depth = useRef(0)

  function over(event: DragEvent, step: 0 | 1) {
    if (!canDrop || !bringsFiles(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    depth.current += step
    setIsOver(true)
  }

  function leave(event: DragEvent) {
    if (!canDrop || !bringsFiles(event)) return
    depth.current -= 1
    setIsOver(depth.current > 0)
  }

  function drop(event: DragEvent) {
    depth.current = 0
    setIsOver(false)
    if (!canDrop || !bringsFiles(event)) return
    event.preventDefault()
    void droppedFiles(event.dataTransfer).then(onFiles)
  }

  return (
    <section
      className={classes.main}
      aria-label={label}
      onDragEnter={(event) => over(event, 1)}
      onDragOver={(event) => over(event, 0)}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
      {isOver && (
        <div className={classes.drop} aria-hidden>
          <IconUpload size={32} stroke={1.5} />
          <strong>{folder === undefined ? text.dropHere : text.dropInto(folder)}</strong>
          <span>{text.dropHint}</span>
        </div>
      )}
    </section>
  )
}
