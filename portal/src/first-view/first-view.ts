/**
 * The browser side of the server-rendered first view (`draw.tsx`), which shows a library until the portal
 * does.
 */
export const firstViewId = 'first-view'

/** Maximum time by which slow images delay the portal. */
const wakeMsMax = 2_000
const leaveMsMax = 500

const firstView = () => document.getElementById(firstViewId)

/**
 * Remembers an asset that is opened before the portal has loaded, and opens it then.
 * @returns when the images are rendered.
 */
export async function showFirstView(): Promise<void> {
  const view = firstView()
  if (!view) return
  view.addEventListener('click', open)
  fillWindow(view)
  await Promise.race([drawn([...view.querySelectorAll('img')].filter(isInWindow)), later(wakeMsMax)])
}

/** Activates the remaining cells for a window that is larger than usual. */
function fillWindow(view: HTMLElement) {
  const rest = view.querySelector('template')
  const last = view.querySelector('a:last-of-type')
  if (rest && last && last.getBoundingClientRect().bottom < innerHeight)
    last.parentElement!.append(rest.content)
}

/**
 * Replaces the first view with the portal's. The portal's images must be decoded first; otherwise, they
 * flicker.
 */
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
  // The portal's router reads the URL only once, when it starts.
  history.pushState(null, '', cell.href)
}

const drawn = (pictures: HTMLImageElement[]) =>
  Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
