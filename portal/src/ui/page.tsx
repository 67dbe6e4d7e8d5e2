import type { ReactNode } from 'react'
import classes from './page.module.css'

type Props = {
  component?: 'div' | 'main'
  /** For libraries; what is read line by line stays narrow. */
  isWide?: boolean
  /** The page has the whole window, and scrolls its parts itself. */
  isFull?: boolean
  children: ReactNode
}

/** The room of a page: its width and its margins. */
export function Page({ component: Component = 'div', isWide = false, isFull = false, children }: Props) {
  return (
    <Component
      className={isFull ? classes.full : classes.page}
      data-wide={isWide || undefined}
      data-full={isFull || undefined}
    >
      {children}
    </Component>
  )
}
