import type { ReactNode } from 'react'
import classes from './workbench.module.css'

type Props = {
  isNarrow?: boolean
  preview: ReactNode
  children: ReactNode
}

/** A form with a preview beside it that stays visible. On phones, the preview is above the form. */
export function Workbench({ isNarrow, preview, children }: Props) {
  return (
    <div className={classes.columns} data-narrow={isNarrow || undefined}>
      {children}
      <div className={classes.side}>{preview}</div>
    </div>
  )
}
