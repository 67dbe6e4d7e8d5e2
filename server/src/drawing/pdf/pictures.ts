import { createHash } from 'node:crypto'
import { viewBoxOf } from '@atelier/svg/size'
import { identity, type Rectangle } from '@atelier/svg/transforms'
import { hrefOf, type SvgElement } from '@atelier/svg/tree'
import { intersection, scalesOf } from '../matrix.ts'
import { openPicture } from '../photograph.ts'
import { pictureKey } from '../plan.ts'
import { fitted, naturalSize } from '../view.ts'
import { bledOut } from './bleed.ts'
import { num, nums } from './file.ts'
import { pictureObject } from './images.ts'
import { groupOf, type Painter, type Place, type Size, setState } from './painting.ts'
import { pixelsPerPoint } from './pixels.ts'
import { lengthReader, matrixTo, type Source } from './source.ts'
import { rectOperator, type Stream, within } from './stream.ts'

export async function paintImage(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  alpha: number,
): Promise<void> {
  const { source, viewport, style } = place
  const length = lengthReader(source, element, viewport)
  const box = {
    x: length('x', 'x'),
    y: length('y', 'y'),
    width: length('width', 'x'),
    height: length('height', 'y'),
  }
  const shown = style.isVisible ? await pictureIn(painter, element) : undefined
  if (!shown || !(box.width > 0 && box.height > 0)) return
  const fit = element.attributes.get('preserveAspectRatio') ?? 'xMidYMid meet'
  if (shown.vector) {
    const inner = shown.vector
    const natural = viewBoxOf(inner.root) ?? { x: 0, y: 0, ...naturalSize(inner.root) }
    const matrix = matrixTo(natural, box, fit)
    const draw = async (inside: Stream) => {
      inside.out.push(rectOperator(box), 'W n')
      await within(inside, matrix, () =>
        painter.paintDocument(
          { ...painter, bleed: undefined, printed: undefined, runs: undefined },
          inside,
          inner,
          natural,
        ),
      )
    }
    if (alpha === 1) return within(stream, identity, () => draw(stream))
    const group = await groupOf(painter, stream, draw)
    return within(stream, identity, async () => {
      setState(painter, stream, `/ca ${num(alpha)}/CA ${num(alpha)}`)
      stream.out.push(`/${stream.use('XObject', group)} Do`)
    })
  }
  const [seen, to] = bledPicture(painter, place, box, fitted(shown.size, box, fit), fit)
  const [scaleX, scaleY] = scalesOf(stream.matrix)
  const wanted = { width: to.width * scaleX * pixelsPerPoint, height: to.height * scaleY * pixelsPerPoint }
  const ref = await pictureObject(painter.images, shown.input, shown.key, wanted)
  await within(stream, identity, async () => {
    if (alpha < 1) setState(painter, stream, `/ca ${num(alpha)}`)
    if (seen) stream.out.push(rectOperator(seen), 'W n')
    stream.out.push(
      `${nums([to.width, 0, 0, -to.height, to.x, to.y + to.height])} cm`,
      `/${stream.use('XObject', ref)} Do`,
    )
  })
}

/**
 * The visible part and position of an image. A cropped image grows until it fills the bleed that it reaches.
 */
function bledPicture(
  { bleed }: Painter,
  { frame, isCopy }: Place,
  box: Rectangle,
  to: Rectangle,
  fit: string,
): [Rectangle | undefined, Rectangle] {
  const isCut = fit.includes('slice')
  const shown = isCut ? box : intersection(box, to)
  const wanted = bleed && !isCopy ? bledOut(bleed, frame, shown) : shown
  if (wanted === shown) return [isCut ? box : undefined, to]
  const [centerX, centerY] = [to.x + to.width / 2, to.y + to.height / 2]
  const reach = Math.max(
    1,
    (2 * Math.max(centerX - wanted.x, wanted.x + wanted.width - centerX)) / to.width,
    (2 * Math.max(centerY - wanted.y, wanted.y + wanted.height - centerY)) / to.height,
  )
  const [width, height] = [to.width * reach, to.height * reach]
  return [wanted, { x: centerX - width / 2, y: centerY - height / 2, width, height }]
}

type Shown = { vector: Source } | { vector?: undefined; input: string | Buffer; key: string; size: Size }

async function pictureIn({ pictures, vectors }: Painter, element: SvgElement): Promise<Shown | undefined> {
  const key = pictureKey(element)
  const href = hrefOf(element) ?? ''
  const vector = vectors.get(key ?? href)
  if (vector) return { vector }
  const picture = key === undefined ? undefined : pictures.get(key)
  if (picture) return { input: picture.path, key: `file ${picture.path}`, size: picture }
  const bytes = bytesOf(href)
  const size = bytes && (await openPicture(bytes).catch(() => undefined))
  return size && { input: bytes, key: createHash('sha256').update(bytes).digest('hex'), size }
}

export function bytesOf(href: string): Buffer | undefined {
  const [head] = /^data:image\/[\w+.-]+;base64,/.exec(href) ?? []
  return head === undefined ? undefined : Buffer.from(href.slice(head.length), 'base64')
}
