import { useEffect, useState } from 'react'

/**
 * Loads a font from its file, for as long as something shows it.
 * @param family a name that nothing else in the page has. Without a URL nothing is loaded.
 */
export function useFontFile(family: string, url: string | null): 'loading' | 'shown' | 'failed' {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useEffect(() => {
    if (url === null) return
    setState('loading')
    // For every weight: a file that can do several is drawn in the one that is asked for, and none is made up.
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
