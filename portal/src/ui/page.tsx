import type { ReactNode } from 'react'
import classes from './page.module.css'

type Props = {
  component?: 'div' | 'main'
  /** Libraries use the full width; text pages stay narrow. */
  isWide?: boolean
  /** The page fills the window and scrolls its parts itself. */
  isFull?: boolean
  children: ReactNode
}

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
