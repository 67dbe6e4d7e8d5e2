import { createContext, type ReactNode, type RefObject, useContext, useEffect, useState } from 'react'

/** Minimum number of pages per interval that counts as fast scrolling. */
const windowsMin = 1.25
const withinMs = 300
const restMs = 120

const IsRacing = createContext(false)

type Props = {
  scroller: RefObject<HTMLElement | null>
  children: ReactNode
}

/** Tells its content whether it scrolls too fast to be seen, so that images are not loaded needlessly. */
export function Racing({ scroller, children }: Props) {
  return <IsRacing value={useRacing(scroller)}>{children}</IsRacing>
}

/** @returns whether scrolling is slow enough for the content to be seen. */
export function useSeen(): boolean {
  const isRacing = useContext(IsRacing)
  const [isSeen, setSeen] = useState(!isRacing)
  if (!isRacing && !isSeen) setSeen(true)
  return isSeen
}

function useRacing(scroller: RefObject<HTMLElement | null>): boolean {
  const [isRacing, setRacing] = useState(false)
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    let restedAt = element.scrollTop
    let places: { top: number; at: number }[] = []
    let rest: ReturnType<typeof setTimeout> | undefined
    let frame = 0

    const onScroll = () => {
      const now = { top: element.scrollTop, at: performance.now() }
      if (places.length === 0) places = [{ top: restedAt, at: now.at }]
      const since = places.findLastIndex(({ at }) => now.at - at >= withinMs)
      places = [...places.slice(Math.max(0, since)), now]
      const [first] = places
      const stretches = Math.max(1, (now.at - first!.at) / withinMs)
      setRacing(Math.abs(now.top - first!.top) > windowsMin * element.clientHeight * stretches)
      stopResting()
      // Scroll events come just before a frame, so a late frame would look like the end of scrolling.
      rest = setTimeout(() => {
        frame = requestAnimationFrame(end)
      }, restMs)
    }
    function end() {
      restedAt = element!.scrollTop
      places = []
      setRacing(false)
    }
    function stopResting() {
      clearTimeout(rest)
      cancelAnimationFrame(frame)
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      element.removeEventListener('scroll', onScroll)
      stopResting()
    }
  }, [scroller])
  return isRacing
}
