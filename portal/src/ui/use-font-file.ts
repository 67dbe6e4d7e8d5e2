import { useEffect, useState } from 'react'

/**
 * Loads a font file while a component uses it.
 * @param family must be unique in the page. Does nothing without a URL.
 */
export function useFontFile(family: string, url: string | null): 'loading' | 'shown' | 'failed' {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useEffect(() => {
    if (url === null) return
    setState('loading')
    // The font for all weights: a variable font is rendered in the requested weight, and the browser
    // synthesizes none.
    const font = new FontFace(family, `url("${url}")`, { weight: '1 1000' })
    let isLeft = false
    font.load().then(
      () => {
        if (isLeft) return
        document.fonts.add(font)
        setState('shown')
      },
      () => isLeft || setState('failed'),
    )
    return () => {
      isLeft = true
      document.fonts.delete(font)
    }
  }, [family, url])
  return state
}
