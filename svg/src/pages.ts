import { canvasOf } from './geometry.ts'
import { viewBoxOf } from './size.ts'
import type { Rectangle } from './transforms.ts'
import { childElements, type SvgElement } from './tree.ts'

/** In user units of the root. */
export type Page = Rectangle & { name: string }

/** Marks a `view` of SVG 2 as a page. Its value is the page's name. */
export const pageAttribute = 'data-page'

/**
 * Represents a page in the sanitized document. A `view` names an area of the canvas, and no program draws it.
 */
export const pageElement = ({ name, x, y, width, height }: Page): SvgElement => ({
  name: 'view',
  attributes: new Map([
    [pageAttribute, name],
    ['viewBox', [x, y, width, height].join(' ')],
  ]),
  children: [],
})

/** A document without pages has one page, which is its canvas. */
export function pagesOf(root: SvgElement): Rectangle[] {
  const pages = childElements(root).flatMap((child) => {
    const box = child.name === 'view' && child.attributes.has(pageAttribute) ? viewBoxOf(child) : undefined
    return box ? [box] : []
  })
  return pages.length > 1 ? pages : [canvasBox(root)]
}

/** The page that contains a point. Points outside all pages belong to the canvas, which images show. */
export const pageAt = (root: SvgElement, pages: readonly Rectangle[], x: number, y: number): Rectangle =>
  pages.find((page) => x >= page.x && y >= page.y && x <= page.x + page.width && y <= page.y + page.height) ??
  canvasBox(root)

function canvasBox(root: SvgElement): Rectangle {
  return { x: 0, y: 0, ...canvasOf(root), ...viewBoxOf(root) }
}
