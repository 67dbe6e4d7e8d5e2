import { type Rectangle, transformBox } from '@atelier/svg/transforms'
import type { SvgElement } from '@atelier/svg/tree'
import { intersection, scalesOf } from '../matrix.ts'
import { num, nums, type Ref } from './file.ts'
import type { Segment } from './outlines.ts'
import { type Gradient, gradientPattern, isTranslucent, readGradient } from './paint-servers.ts'
import { areaOf, boxOf, groupOf, type Painter, type Place, setState } from './painting.ts'
import { tileOf } from './patterns.ts'
import { lengthOf } from './source.ts'
import { pathOperators, rectOperator, type Stream } from './stream.ts'
import type { Color, Paint } from './style.ts'

export async function paintFill(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  shown: string,
  alpha: number,
) {
  const { style } = place
  const isSet = await setPaint(painter, stream, place, element, style.fill, style.fillOpacity * alpha, false)
  if (isSet) stream.out.push(shown, 'Q')
}

export async function paintStroke(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  segments: Segment[],
  alpha: number,
) {
  const { style, viewport, source } = place
  const length = (text: string) => lengthOf(text, 'both', viewport, style.fontSize)
  const isFixed = source.cascade.own(element, 'vector-effect') === 'non-scaling-stroke'
  const [scaleX, scaleY] = scalesOf(place.frame)
  const width = length(style.strokeWidth) / (isFixed ? Math.sqrt(scaleX * scaleY) : 1)
  if (!(width > 0)) return
  const isSet = await setPaint(
    painter,
    stream,
    place,
    element,
    style.stroke,
    style.strokeOpacity * alpha,
    true,
  )
  if (!isSet) return
  const caps: Record<string, number> = { butt: 0, round: 1, square: 2 }
  const joins: Record<string, number> = { round: 1, bevel: 2 }
  const dashes =
    style.dashes === 'none'
      ? []
      : style.dashes
          .split(/[\s,]+/)
          .filter((part) => part !== '')
          .map(length)
  const isDashed = dashes.some((dash) => dash > 0) && dashes.every((dash) => dash >= 0)
  const even = dashes.length % 2 === 1 ? [...dashes, ...dashes] : dashes
  stream.out.push(
    `${num(width)} w ${caps[style.lineCap] ?? 0} J ${joins[style.lineJoin] ?? 0} j ${num(Math.max(1, style.miterLimit))} M`,
    ...(isDashed ? [`[${nums(even)}] ${num(length(style.dashOffset))} d`] : []),
    pathOperators(segments),
    'S',
    'Q',
  )
}

/** Saves the graphics state and sets the paint. The caller restores the state. */
async function setPaint(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  wanted: Paint,
  alpha: number,
  isStroke: boolean,
): Promise<boolean> {
  if (alpha <= 0) return false
  const { file, colors } = painter
  const open = (state: string[]) => {
    stream.out.push('q')
    if (state.length > 0) setState(painter, stream, state.join(''))
  }
  const opacityState = (value: number) => (value < 1 ? [`/${isStroke ? 'CA' : 'ca'} ${num(value)}`] : [])
  const setColor = (color: Color) => {
    if (color.alpha <= 0) return false
    open(opacityState(alpha * color.alpha))
    stream.out.push(colors.operator(color.hex, isStroke, (category, ref) => stream.use(category, ref)))
    return true
  }
  if (wanted.type === 'none') return false
  if (wanted.type === 'color') return setColor(wanted.color)
  const server = place.source.byId.get(wanted.id)
  const setPattern = (ref: Ref) => {
    const space = isStroke ? '/Pattern CS' : '/Pattern cs'
    stream.out.push(space, `/${stream.use('Pattern', ref)} ${isStroke ? 'SCN' : 'scn'}`)
  }
  if (server?.name === 'linearGradient' || server?.name === 'radialGradient') {
    const gradient = readGradient(place.source, server, boxOf(place, element), place.viewport)
    if (!gradient) return false
    if ('hex' in gradient) return setColor(gradient)
    open([
      ...opacityState(alpha),
      ...(isTranslucent(gradient) ? [`/SMask ${await gradientMask(painter, stream, gradient)}`] : []),
    ])
    const seen = intersection(
      transformBox(stream.matrix, grown(boxOf(place, element) ?? areaOf(stream))),
      stream.area,
    )
    setPattern(gradientPattern(file, gradient, stream.matrix, seen, colors))
    return true
  }
  if (server?.name === 'pattern') {
    const tile = await tileOf(painter, stream, place, element, server)
    if (!tile) return false
    open(opacityState(alpha))
    setPattern(tile)
    return true
  }
  return setPaint(painter, stream, place, element, wanted.otherwise, alpha, isStroke)
}

/** Enlarges a rectangle to make room for strokes. */
const grown = ({ x, y, width, height }: Rectangle): Rectangle => ({
  x: x - width * 0.1,
  y: y - height * 0.1,
  width: width * 1.2,
  height: height * 1.2,
})

async function gradientMask(painter: Painter, stream: Stream, gradient: Gradient): Promise<string> {
  const group = await groupOf(
    painter,
    stream,
    async (inside) => {
      const pattern = gradientPattern(painter.file, gradient, inside.matrix, inside.area, 'opacity')
      inside.out.push('/Pattern cs', `/${inside.use('Pattern', pattern)} scn`, rectOperator(inside.area), 'f')
    },
    'DeviceGray',
  )
  return `<</S/Luminosity/G ${group} 0 R/BC[0]>>`
}
