import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { droppedFiles, type FoundFile } from '../uploads/found-files.ts'
import classes from './drop-area.module.css'
import { notifyError } from './notify.tsx'

type Props = {
  label?: string
  title: string
  hint?: string
  canDrop: boolean
  onFiles(found: readonly FoundFile[]): void
  className?: string | undefined
  children: ReactNode
}

export function DropArea({ label, title, hint, canDrop, onFiles, className, children }: Props) {
  const [isOver, setIsOver] = useState(false)
  // Moving over child elements fires leave and enter events.
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

/** Whether a drag contains files. Drags inside the page do not have the type `Files`. */
export const bringsFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }) =>
  dataTransfer?.types.includes('Files') ?? false
