import { viewBoxOf } from '@atelier/svg/size'
import { identity, type Matrix, multiply, readTransform, transformBox } from '@atelier/svg/transforms'
import { childElements, type SvgElement } from '@atelier/svg/tree'
import { num, nums, type Ref } from './file.ts'
import { attributeIn, chainOf, fromBox } from './paint-servers.ts'
import { boxOf, type Painter, type Place } from './painting.ts'
import { lengthOf, matrixTo } from './source.ts'
import { newStream, type Stream, within } from './stream.ts'
import { initialStyle, styleOf } from './style.ts'

const openTiles = new Set<SvgElement>()

/** ISO 32000-2 §8.7.3. */
export async function tileOf(
  painter: Painter,
  stream: Stream,
  place: Place,
  element: SvgElement,
  pattern: SvgElement,
): Promise<Ref | undefined> {
  if (openTiles.has(pattern)) return undefined
  const { source, viewport } = place
  const chain = chainOf(source, pattern)
  const content = chain.find((one) => childElements(one).length > 0)
  const inBox = attributeIn(chain, 'patternUnits') !== 'userSpaceOnUse'
  const contentInBox = attributeIn(chain, 'patternContentUnits') === 'objectBoundingBox'
  const box = boxOf(place, element)
  if (!content || ((inBox || contentInBox) && !(box && box.width > 0 && box.height > 0))) return undefined
  const whole = inBox ? { width: 1, height: 1 } : viewport
  const at = (name: string, axis: 'x' | 'y') => lengthOf(attributeIn(chain, name) ?? '0', axis, whole)
  const stated = { x: at('x', 'x'), y: at('y', 'y'), width: at('width', 'x'), height: at('height', 'y') }
  const tile = inBox ? transformBox(fromBox(box!), stated) : stated
  if (!(tile.width > 0 && tile.height > 0)) return undefined
  const viewBox = chain.map(viewBoxOf).find((one) => one !== undefined)
  const matrix: Matrix = viewBox
    ? matrixTo(viewBox, tile, attributeIn(chain, 'preserveAspectRatio'))
    : contentInBox
      ? [box!.width, 0, 0, box!.height, tile.x, tile.y]
      : inBox
        ? [1, 0, 0, 1, tile.x, tile.y]
        : [1, 0, 0, 1, tile.x, tile.y]
  const transform = readTransform(attributeIn(chain, 'patternTransform')) ?? identity
  const inside = newStream(tile, painter.common)
  const style = styleOf(source.cascade, content, initialStyle)
  openTiles.add(pattern)
  try {
    await within(inside, matrix, () =>
      painter.paintChildren(
        painter,
        inside,
        { ...place, style, isCopy: true, viewport: viewBox ?? viewport },
        content,
      ),
    )
  } finally {
    openTiles.delete(pattern)
  }
  const bounds = nums([tile.x, tile.y, tile.x + tile.width, tile.y + tile.height])
  const head = `/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[${bounds}]/XStep ${num(tile.width)}/YStep ${num(tile.height)}`
  const toStream = multiply(stream.matrix, transform)
  return painter.file.addStream(
    `${head}/Matrix[${nums(toStream)}]/Resources${inside.resources()}`,
    inside.out.join('\n'),
  )
}
