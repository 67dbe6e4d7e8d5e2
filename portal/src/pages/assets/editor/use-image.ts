import { useEffect, useState } from 'react'

type State = { image?: HTMLImageElement; isFailed: boolean }

export function useImage(url: string): State {
  const [state, setState] = useState<State>({ isFailed: false })
  useEffect(() => {
    const image = new Image()
    image.onload = () => setState({ image, isFailed: false })
    image.onerror = () => setState({ isFailed: true })
    image.src = url
    return () => {
      image.onload = null
      image.onerror = null
    }
  }, [url])
  return state
}
