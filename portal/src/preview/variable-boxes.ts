import type { Filled } from '@atelier/filling'
import type { Box, Matrix } from '@atelier/typesetting'
import type { Place } from './messages.ts'

export function placesIn({ layout, pictures }: Filled): Place[] {
  const texts = layout.flatMap(({ variable, box, ink }) =>
    variable === undefined ? [] : [{ variable, box, ink }],
  )
  const placed = pictures.flatMap(({ placements }) =>
    placements.flatMap(({ element, transform }) => {
      const variable = element.attributes.get('data-variable')
      const box = boxOf(transform)
      return variable === undefined ? [] : [{ variable, box, ink: box }]
    }),
  )
  return [...placed, ...texts]
}

function boxOf([a, b, c, d, e, f]: Matrix): Box {
  const [across, down] = [
    [e, e + a, e + c, e + a + c],
    [f, f + b, f + d, f + b + d],
  ]
  const [x, y] = [Math.min(...across!), Math.min(...down!)]
  return { x, y, width: Math.max(...across!) - x, height: Math.max(...down!) - y }
}
