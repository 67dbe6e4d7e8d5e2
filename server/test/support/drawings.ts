import { readCleanSvg } from '@atelier/svg/read'
import type { Drawable } from '../../src/drawing/drawable.ts'

export const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300" ${attributes}>${content}</svg>`

/** A document after filling: images are referenced by key. */
export const filledDocument = (content: string, attributes = ''): Drawable => ({
  root: readCleanSvg(svg(content, attributes)),
})
