import '../fonts.css'
import cells from '../pages/assets/asset-grid.module.css'
import { cellShape, factsOf, standOf } from '../pages/assets/look.ts'
import { sourcesOf } from '../pages/assets/sources.ts'
import boxes from '../pages/assets/thumbnail.module.css'
import type { Asset } from '../resources.gen.ts'
import { gridGap, gridSizes } from '../ui/grid-sizes.ts'
import classes from './first-view.module.css'

const id = 'first-view'
/** Pictures that are late keep nobody waiting for the portal. */
const wakeMsMax = 2_000
const leaveMsMax = 500

/**
 * Shows a library as the portal will: the same cells in the same places, as links, while the portal's code comes.
 * Whoever opens one meanwhile finds it open when the portal is there.
 * @returns when its pictures are drawn.
 */
export async function drawFirstView(assets: readonly Asset[]): Promise<void> {
  const view = element('div', classes.view)
  view.id = id
  view.ariaBusy = 'true'
  view.addEventListener('click', open)
  const grid = element('div', classes.grid)
  view.append(element('div', classes.bar), element('div', classes.side), grid)
  document.body.append(view)
  const { columns, cellWidth, rowHeight } = gridSizes(grid.offsetWidth, cellShape)
  grid.style.gridTemplateColumns = `repeat(${columns}, minmax(0, 1fr))`
  grid.style.gridAutoRows = `${rowHeight - gridGap}px`
  const rows = Math.ceil((innerHeight - grid.getBoundingClientRect().top) / rowHeight)
  grid.append(...assets.slice(0, rows * columns).map((asset) => cellOf(asset, cellWidth)))
  await Promise.race([drawn([...grid.querySelectorAll('img')]), later(wakeMsMax)])
}

/** The portal shows the same now. Its pictures must be there first, or they would blink. */
export async function leaveFirstView() {
  const view = document.getElementById(id)
  if (!view) return
  view.inert = true
  await later(0)
  const shown = [...document.querySelectorAll<HTMLImageElement>('#root img')].filter(
    (image) => image.getBoundingClientRect().top < innerHeight,
  )
  await Promise.race([drawn(shown), later(leaveMsMax)])
  view.remove()
}

function cellOf(asset: Asset, width: number) {
  const cell = element('a', `${cells.cell} ${classes.cell}`)
  cell.href = `?asset=${asset.id}`
  cell.draggable = false
  const picture = element('span', cells.picture)
  picture.append(boxOf(asset, width))
  cell.append(picture, line(cells.name, asset.name), line(cells.facts, factsOf(asset)))
  return cell
}

function boxOf(asset: Asset, width: number) {
  const box = element('span', boxes.box)
  if (asset.thumbnail_url === null) return box
  const { isWhole, isPale, ground, position } = standOf(asset)
  if (isWhole) box.dataset.whole = ''
  if (isPale) box.dataset.pale = ''
  if (ground) box.style.backgroundColor = ground
  const picture = element('img', boxes.picture)
  picture.alt = ''
  picture.draggable = false
  if (position) picture.style.objectPosition = position
  picture.sizes = `${Math.ceil(width)}px`
  picture.srcset = sourcesOf(asset)
  picture.src = asset.thumbnail_url
  box.append(picture)
  return box
}

function open(event: MouseEvent) {
  const cell = (event.target as Element).closest('a')
  if (!cell || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  for (const other of document.querySelectorAll(`#${id} [data-active]`)) other.removeAttribute('data-active')
  cell.dataset.active = ''
  // The portal's router begins with the address that it finds, and follows it later.
  history.pushState(null, '', cell.href)
}

function line(className: string | undefined, text: string) {
  const made = element('span', className)
  made.textContent = text
  return made
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className: string | undefined) {
  const made = document.createElement(tag)
  made.className = className ?? ''
  return made
}

const drawn = (pictures: HTMLImageElement[]) =>
  Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)))

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
