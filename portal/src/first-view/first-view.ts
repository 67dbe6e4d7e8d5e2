/** What the server has drawn (`draw.tsx`), in the browser: it shows a library until the portal does. */
export const firstViewId = 'first-view'

/** Pictures that are late keep nobody waiting for the portal. */
const wakeMsMax = 2_000
const leaveMsMax = 500

const firstView = () => document.getElementById(firstViewId)

/**
 * Whoever opens an asset before the portal is there finds it open then.
 * @returns when its pictures are drawn.
 */
export async function showFirstView(): Promise<void> {
  const view = firstView()
  if (!view) return
  view.addEventListener('click', open)
  fillWindow(view)
  await Promise.race([drawn([...view.querySelectorAll('img')].filter(isInWindow)), later(wakeMsMax)])
}

/** Shows what has been drawn for a window that is larger than usual. */
function fillWindow(view: HTMLElement) {
  const rest = view.querySelector('template')
  const last = view.querySelector('a:last-of-type')
  if (rest && last && last.getBoundingClientRect().bottom < innerHeight)
    last.parentElement!.append(rest.content)
}

/** The portal shows the same now. Its pictures must be there first, or they would blink. */
export async function leaveFirstView() {
  const view = firstView()
  if (!view) return
  view.inert = true
  await later(0)
  const shown = [...document.querySelectorAll<HTMLImageElement>('#root img')].filter(isInWindow)
  await Promise.race([drawn(shown), later(leaveMsMax)])
  view.remove()
}

const isInWindow = (image: HTMLImageElement) => image.getBoundingClientRect().top < innerHeight

function open(event: MouseEvent) {
  const cell = (event.target as Element).closest('a')
  if (!cell || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  for (const other of document.querySelectorAll(`#${firstViewId} [data-active]`))
    other.removeAttribute('data-active')
  cell.dataset.active = ''
  // The portal's router begins with the address that it finds, and follows it later.
  history.pushState(null, '', cell.href)
}

const drawn = (pictures: HTMLImageElement[]) =>
  Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
