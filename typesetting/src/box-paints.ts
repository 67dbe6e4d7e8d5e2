import { localUrls } from '@atelier/svg/styles'
import { type Matrix, multiply, parseTransform } from '@atelier/svg/transforms'
import { localTarget, type SvgElement } from '@atelier/svg/tree'
import { written } from './emit.ts'
import type { Box } from './results.ts'

/**
 * Converts gradients and patterns that are relative to the bounding box of a text, because typesetting
 * changes the box.
 */
export type BoxPaints = {
  replaced(paint: string): string
  /** Elements that replacements reference. */
  defs: SvgElement[]
}

const linksMax = 16

/**
 * A gradient relative to a bounding box uses the box of the whole text, including its line height (SVG 2
 * §13.7). Outlines would use the box of each run's ink.
 * @param name the prefix of new IDs.
 */
export function boxPaints(
  byId: ReadonlyMap<string, SvgElement>,
  box: Box | undefined,
  name: string,
): BoxPaints {
  const defs: SvgElement[] = []
  const known = new Map<string, string>()
  const replacement = (paint: string): string => {
    const [id] = localUrls(paint.split(' ')[0] ?? '')
    const server = id === undefined ? undefined : byId.get(id)
    if (!server || !box || box.width <= 0 || box.height <= 0) return paint
    const copy = rewritten(byId, server, box, `${name}-paint-${defs.length}`)
    if (!copy) return paint
    defs.push(copy)
    return `url(#${copy.attributes.get('id')})`
  }
  return {
    defs,
    replaced(paint) {
      if (!paint.startsWith('url(')) return paint
      const before = known.get(paint)
      if (before !== undefined) return before
      const now = replacement(paint)
      known.set(paint, now)
      return now
    },
  }
}

type Find = (attribute: string) => string | undefined

function rewritten(
  byId: ReadonlyMap<string, SvgElement>,
  server: SvgElement,
  box: Box,
  id: string,
): SvgElement | undefined {
  const chain = linkedFrom(byId, server)
  const find: Find = (attribute) =>
    chain.map(({ attributes }) => attributes.get(attribute)).find((value) => value !== undefined)
  if (server.name === 'pattern') return pattern(chain, find, box, id)
  if (!/^(linear|radial)Gradient$/.test(server.name)) return undefined
  return find('gradientUnits') === 'userSpaceOnUse' ? undefined : gradient(server, chain, find, box, id)
}

function linkedFrom(byId: ReadonlyMap<string, SvgElement>, server: SvgElement): SvgElement[] {
  const chain = [server]
  for (let at = server; chain.length < linksMax; ) {
    const next = byId.get(localTarget(at) ?? '')
    if (!next || chain.includes(next)) break
    chain.push(next)
    at = next
  }
  return chain
}

const placesOf: Record<string, [name: string, usual: string | undefined][]> = {
  linearGradient: [
    ['x1', '0'],
    ['y1', '0'],
    ['x2', '1'],
    ['y2', '0'],
  ],
  radialGradient: [
    ['cx', '.5'],
    ['cy', '.5'],
    ['r', '.5'],
    ['fx', undefined],
    ['fy', undefined],
    ['fr', undefined],
  ],
}

function gradient(
  server: SvgElement,
  chain: SvgElement[],
  find: Find,
  { x, y, width, height }: Box,
  id: string,
): SvgElement {
  const matrix = multiply([width, 0, 0, height, x, y], parseTransform(find('gradientTransform')))
  const attributes = new Map([
    ['id', id],
    ['gradientUnits', 'userSpaceOnUse'],
    ['gradientTransform', transformText(matrix)],
  ])
  for (const [name, usual] of placesOf[server.name]!) {
    const value = find(name) ?? usual
    if (value !== undefined) attributes.set(name, written(fraction(value)))
  }
  const spread = find('spreadMethod')
  if (spread) attributes.set('spreadMethod', spread)
  const withStops = chain.find(({ children }) => children.some((child) => typeof child !== 'string'))
  return { name: server.name, attributes, children: withStops?.children ?? [] }
}

function pattern(chain: SvgElement[], find: Find, box: Box, id: string): SvgElement | undefined {
  const isByBox = find('patternUnits') !== 'userSpaceOnUse'
  const hasViewBox = find('viewBox') !== undefined
  const isContentByBox = find('patternContentUnits') === 'objectBoundingBox' && !hasViewBox
  if (!isByBox && !isContentByBox) return undefined
  const attributes = new Map([
    ['id', id],
    ['patternUnits', 'userSpaceOnUse'],
  ])
  const place = (name: string, offset: number, length: number) => {
    const value = find(name) ?? '0'
    attributes.set(name, isByBox ? written(offset + fraction(value) * length) : value)
  }
  place('x', box.x, box.width)
  place('y', box.y, box.height)
  place('width', 0, box.width)
  place('height', 0, box.height)
  for (const name of ['viewBox', 'preserveAspectRatio', 'patternTransform']) {
    const value = find(name)
    if (value !== undefined) attributes.set(name, value)
  }
  const withContent = chain.find(({ children }) => children.some((child) => typeof child !== 'string'))
  const children = withContent?.children ?? []
  if (!isContentByBox) return { name: 'pattern', attributes, children }
  const scale: Matrix = [box.width, 0, 0, box.height, 0, 0]
  const group: SvgElement = {
    name: 'g',
    attributes: new Map([['transform', transformText(scale)]]),
    children,
  }
  return { name: 'pattern', attributes, children: [group] }
}

const transformText = (matrix: Matrix) =>
  `matrix(${matrix.map((value) => written(Math.round(value * 1_000_000) / 1_000_000 + 0)).join(' ')})`

function fraction(text: string): number {
  const number = Number.parseFloat(text)
  if (!Number.isFinite(number)) return 0
  return text.trim().endsWith('%') ? number / 100 : number
}
