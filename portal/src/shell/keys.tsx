import { lazy, Suspense, useEffect, useState } from 'react'

const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }))

/** The list of keyboard shortcuts, opened with `?`. */
export function Keys() {
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === '?' && !event.defaultPrevented && !isTyping(event.target)) setIsOpen(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  if (!isOpen) return null
  return (
    <Suspense>
      <KeyList onClose={() => setIsOpen(false)} />
    </Suspense>
  )
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=textbox], [role=combobox]'))
