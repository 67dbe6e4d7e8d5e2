import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { droppedFiles, type FoundFile } from '../uploads/found-files.ts'
import classes from './drop-area.module.css'
import { notifyError } from './notify.tsx'

type Props = {
  /** Makes it a region of the page. */
  label?: string
  /** What dropping does, shown while files are over it. */
  title: string
  hint?: string
  canDrop: boolean
  onFiles(found: readonly FoundFile[]): void
  className?: string | undefined
  children: ReactNode
}

/** A part of a page that takes the files dropped on it. */
export function DropArea({ label, title, hint, canDrop, onFiles, className, children }: Props) {
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
    void droppedFiles(event.dataTransfer).then(onFiles, notifyError)
  }

  return (
    <section
      className={[classes.area, className].filter(Boolean).join(' ')}
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
          <strong>{title}</strong>
          {hint && <span>{hint}</span>}
        </div>
      )}
    </section>
  )
}

/** What is dragged inside the page has no type `Files`. */
const bringsFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false
