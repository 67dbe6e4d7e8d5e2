/** Inherited, by name. */
export type Paint = {
  values: ReadonlyMap<string, string>
  color: string
}

const painted = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-dasharray',
  'stroke-dashoffset',
  'paint-order',
  'vector-effect',
]

export function paintOf(get: (property: string) => string | undefined, around: Paint): Paint {
  const color = get('color')
  const own = painted.map((property) => [property, get(property)] as const).filter(([, value]) => value)
  if (color === undefined && own.length === 0) return around
  const isOwnColor = color !== undefined && color.toLowerCase() !== 'currentcolor'
  const values = new Map(around.values)
  for (const [property, value] of own)
    values.set(
      property,
      value!.toLowerCase() === 'currentcolor' ? (isOwnColor ? color : around.color) : value!,
    )
  return { values, color: isOwnColor ? color : around.color }
}

export const fillOf = ({ values }: Paint): string => values.get('fill') ?? 'black'

export const strokeOf = ({ values }: Paint): string => values.get('stroke') ?? 'none'
