import type { KeyboardEvent } from 'react'

const item = '[role="treeitem"]'

const levelOf = (element: Element) => Number(element.getAttribute('aria-level'))

/**
 * Keyboard control of a tree, following the ARIA practices. Only visible items exist, because a collapsed
 * folder renders no items.
 */
export function onTreeKey(event: KeyboardEvent<HTMLElement>, toggle: (id: string) => void) {
  const current = (event.target as Element).closest<HTMLElement>(item)
  if (!current) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(item)]
  const at = items.indexOf(current)
  const expanded = current.getAttribute('aria-expanded')
  const go = (to: HTMLElement | null | undefined) => to?.focus()
  const id = current.dataset.folder ?? ''
  switch (event.key) {
    case 'ArrowDown':
      go(items[at + 1])
      break
    case 'ArrowUp':
      go(items[at - 1])
      break
    case 'Home':
      go(items[0])
      break
    case 'End':
      go(items.at(-1))
      break
    case 'ArrowRight':
      if (expanded === 'false') toggle(id)
      else if (expanded === 'true') go(items[at + 1])
      break
    case 'ArrowLeft':
      if (expanded === 'true') toggle(id)
      else go(items.slice(0, at).findLast((one) => levelOf(one) < levelOf(current)))
      break
    case 'Enter':
    case ' ':
      current.click()
      break
    default:
      return
  }
  event.preventDefault()
  event.stopPropagation()
}
