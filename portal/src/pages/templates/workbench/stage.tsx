import { type ReactNode, useEffect, useState } from 'react'
import classes from './workbench.module.css'

type Props = {
  size: { width: number; height: number }
  svg: string | undefined
  alt: string
  /** Drawn over the picture, with the same edges. */
  children?: ReactNode
}

/** A rendered document on a neutral background, as large as the available space. */
export function Stage({ size: { width, height }, svg, alt, children }: Props) {
  const url = useShown(svg)
  const ratio = width / height
  return (
    <div className={classes.ground}>
      <div className={classes.stage} style={{ '--ratio': ratio } as React.CSSProperties}>
        {url !== undefined && <img src={url} alt={alt} draggable={false} />}
        {children}
      </div>
    </div>
  )
}

/**
 * The URL of a drawing. Changes when the browser has decoded the new drawing, so that nothing flickers. A document
 * that is shown as an image runs no scripts, loads nothing, and its styles do not affect the page.
 */
function useShown(svg: string | undefined): string | undefined {
  const [shown, setShown] = useState<string>()
  useEffect(() => {
    if (svg === undefined) return
    let isLeft = false
    const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
    const image = new Image()
    image.src = url
    const show = () => {
      if (isLeft) URL.revokeObjectURL(url)
      else setShown(url)
    }
    image.decode().then(show, show)
    return () => {
      isLeft = true
    }
  }, [svg])
  useEffect(() => {
    if (shown !== undefined) return () => URL.revokeObjectURL(shown)
  }, [shown])
  return shown
}
