import type { ReactNode } from 'react'
import classes from './workbench.module.css'

type Props = {
  isNarrow?: boolean
  preview: ReactNode
  /** An element with the class `form` of workbench.module.css. */
  children: ReactNode
}

/** A form and, beside it, a preview that stays in sight. On phones the preview is above. */
export function Workbench({ isNarrow, preview, children }: Props) {
  return (
    <div className={classes.columns} data-narrow={isNarrow || undefined}>
      {children}
      <div className={classes.side}>{preview}</div>
    </div>
  )
}
