import { createContext, type ReactNode, type RefObject, useContext, useEffect, useState } from 'react'

/** More than a page down, which is looked at when it ends. */
const windowsMin = 1.25
const withinMs = 300
const restMs = 120

const IsRacing = createContext(false)

type Props = {
  /** Whose content flies past. */
  scroller: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Tells what is drawn inside whether it flies past: of what nobody can see, pictures are not worth fetching. */
export function Racing({ scroller, children }: Props) {
  return <IsRacing value={useRacing(scroller)}>{children}</IsRacing>
}

/** @returns whether it was slow enough to be seen, once. */
export function useSeen(): boolean {
  const isRacing = useContext(IsRacing)
  const [isSeen, setSeen] = useState(!isRacing)
  if (!isRacing && !isSeen) setSeen(true)
  return isSeen || !isRacing
}

function useRacing(scroller: RefObject<HTMLElement | null>): boolean {
  const [isRacing, setRacing] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let places = [{ top: element.scrollTop, at: performance.now() }]
    let rest: ReturnType<typeof setTimeout> | undefined

    const onScroll = () => {
      const now = { top: element.scrollTop, at: performance.now() }
      places = [...places.filter(({ at }) => now.at - at <= withinMs), now]
      setRacing(Math.abs(now.top - places[0]!.top) > windowsMin * element.clientHeight)
      clearTimeout(rest)
      rest = setTimeout(() => setRacing(false), restMs)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      clearTimeout(rest)
    }
  }, [scroller])
  return isRacing
}
