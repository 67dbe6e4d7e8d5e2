import { viewBoxOf } from '@atelier/svg/size'
import { type Matrix, type Rectangle, transformBox } from '@atelier/svg/transforms'
import { childElements, descendants, type SvgElement } from '@atelier/svg/tree'
import { type Pixels, trimmed } from '../blend.ts'
import type { Pictures } from '../drawable.ts'
import { embedPictures } from '../embed.ts'
import { openLayer, writeLayer } from '../layer.ts'
import { drawnPixelsMax } from '../limits.ts'
import { intersection, inverse, wholePixels } from '../matrix.ts'
import { naturalSize, viewOf } from '../view.ts'
import { referenced, type Source } from './source.ts'

/** Elements that are drawn only if another element references them. */
const patternContent = (root: SvgElement) =>
  [...descendants(root)]
    .filter(({ name }) => ['pattern', 'symbol', 'mask', 'defs'].includes(name))
    .flatMap((one) => [...descendants(one)])

type Wanted = { resolution: number; region: Rectangle | undefined; filter: SvgElement | undefined }

/**
 * Draws one element of a document as pixels.
 * @param resolution pixels per user unit of the root.
 * @param region the area outside of which nothing is drawn, in user units of the root.
 * @param filter a filter that replaces the element's own.
 * @returns the pixels, and the matrix from them to user units of the root. Undefined if nothing is visible.
 */
export async function rasterized(
  source: Source,
  pictures: Pictures,
  element: SvgElement,
  { resolution, region, filter }: Wanted,
): Promise<{ pixels: Pixels; matrix: Matrix } | undefined> {
  const { root, cascade } = source
  const natural = naturalSize(root)
  const unit = (viewBoxOf(root)?.width ?? natural.width) / natural.width
  const most = Math.sqrt((drawnPixelsMax / (natural.width * natural.height)) * 0.98)
  const view = viewOf(root, { scale: Math.min(most, resolution * unit) })
  const scale = Math.max(view.matrix[0], view.matrix[3])
  const shown = new Set([...descendants(element), ...patternContent(root)])
  const replaced = await embedPictures(shown, cascade, pictures, scale)
  const around = new Set<SvgElement>()
  for (let one = cascade.parentOf(element); one; one = cascade.parentOf(one)) around.add(one)
  if (filter) replaced.set(referenced(source, element, 'filter')!, filter)
  const whole = { x: 0, y: 0, width: view.width, height: view.height }
  const piece = region ? intersection(wholePixels(transformBox(view.matrix, region)), whole) : whole
  if (piece.width < 1 || piece.height < 1) return undefined
  const svg = writeLayer(root, view, { parts: new Set([element]), plain: around, replaced }, piece)
  const data = await openLayer(svg).ensureAlpha().raw().toBuffer()
  const pixels = trimmed({ ...piece, data })
  const matrix = inverse(view.matrix)
  return pixels.width > 0 && matrix ? { pixels, matrix } : undefined
}

/** Minimum blur radius in pixels. Below this resolution, steps would be visible. */
const radiusMin = 6

/**
 * The resolution of a blurred shadow, with no more pixels than its blur can show, but at least 33 % of the
 * requested resolution.
 */
export function shadowResolution(filter: SvgElement, resolution: number): number {
  const radii = childElements(filter)
    .filter(({ name }) => name === 'feGaussianBlur')
    .flatMap(({ attributes }) => (attributes.get('stdDeviation') ?? '0').split(/[\s,]+/).map(Number))
  const radius = radii.length > 0 ? Math.min(...radii) : 0
  const isInPixels = filter.attributes.get('primitiveUnits') !== 'objectBoundingBox'
  if (!(radius > 0) || !isInPixels) return resolution
  return Math.min(resolution, Math.max(resolution / 3, radiusMin / radius))
}

/**
 * The filter without the element itself on top, if the filter only adds something below it. Then only the
 * shadow becomes pixels, and the element stays vector.
 */
export function shadowOnly(source: Source, element: SvgElement): SvgElement | undefined {
  const filter = referenced(source, element, 'filter')
  if (filter?.name !== 'filter') return undefined
  const isAltered = ['opacity', 'mask', 'mix-blend-mode'].some(
    (property) => source.cascade.own(element, property) !== undefined,
  )
  if (isAltered) return undefined
  const steps = childElements(filter)
  const last = steps.at(-1)
  if (!last) return undefined
  const before = steps.slice(0, -1)
  const withSteps = (more: SvgElement[]): SvgElement => ({ ...filter, children: [...before, ...more] })
  const step = (
    name: string,
    attributes: Record<string, string | undefined>,
    children: SvgElement[] = [],
  ): SvgElement => ({
    name,
    attributes: new Map(
      Object.entries(attributes).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    children,
  })
  const of = (name: string) => last.attributes.get(name)
  if (last.name === 'feDropShadow') {
    if (before.length > 0 || (of('in') ?? 'SourceGraphic') !== 'SourceGraphic') return undefined
    const style = source.cascade
    const space = style.own(last, 'color-interpolation-filters')
    const [color, alpha] = ['flood-color', 'flood-opacity'].map((property) => style.own(last, property))
    return withSteps([
      step('feGaussianBlur', {
        'color-interpolation-filters': space,
        in: 'SourceAlpha',
        stdDeviation: of('stdDeviation') ?? '2',
        result: 'atelier-blur',
      }),
      step('feOffset', {
        'color-interpolation-filters': space,
        in: 'atelier-blur',
        dx: of('dx') ?? '2',
        dy: of('dy') ?? '2',
        result: 'atelier-offset',
      }),
      step('feFlood', {
        'color-interpolation-filters': space,
        'flood-color': color,
        'flood-opacity': alpha,
        result: 'atelier-flood',
      }),
      step('feComposite', {
        'color-interpolation-filters': space,
        in: 'atelier-flood',
        in2: 'atelier-offset',
        operator: 'in',
      }),
    ])
  }
  if (last.name === 'feBlend') {
    const below = of('in2')
    const isOnTop = of('in') === 'SourceGraphic' && (of('mode') ?? 'normal') === 'normal'
    if (!isOnTop || !below || below.startsWith('Source')) return undefined
    return withSteps([step('feMerge', {}, [step('feMergeNode', { in: below })])])
  }
  if (last.name === 'feMerge') {
    const nodes = childElements(last)
    if (nodes.at(-1)?.attributes.get('in') !== 'SourceGraphic' || nodes.length < 2) return undefined
    return withSteps([{ ...last, children: nodes.slice(0, -1) }])
  }
  return undefined
}
