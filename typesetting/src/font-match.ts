/** CSS Fonts 4 §5.2. */
type Wanted = { weight: number; width: number; italic: boolean }
type Offered = {
  weights: readonly [number, number]
  widths?: readonly [number, number]
  styles?: readonly ('normal' | 'italic')[]
  style?: 'normal' | 'italic'
}

/**
 * The faces of a family that match best. Several faces can match equally well, such as the parts of one font.
 */
export function bestOf<Face extends Offered>(faces: readonly Face[], wanted: Wanted): Face[] {
  let left = nearest(faces, (face) => widthDistance(face.widths ?? [100, 100], wanted.width))
  left = nearest(left, (face) =>
    (face.styles ?? [face.style]).includes(wanted.italic ? 'italic' : 'normal') ? 0 : 1,
  )
  return nearest(left, (face) => weightDistance(face.weights, wanted.weight))
}

function nearest<Face>(faces: readonly Face[], distance: (face: Face) => number): Face[] {
  const distances = faces.map(distance)
  const least = Math.min(...distances)
  return faces.filter((_, index) => distances[index] === least)
}

/** Distance of a face from the wanted width. Narrow text prefers narrower faces, and wide text wider ones. */
function widthDistance([least, most]: readonly [number, number], wanted: number): number {
  if (wanted >= least && wanted <= most) return 0
  const isNarrower = most < wanted
  const gap = isNarrower ? wanted - most : least - wanted
  return isNarrower === wanted <= 100 ? gap : gap + 1_000
}

/**
 * Light text prefers lighter faces, and bold text prefers bolder ones. Weights 400 and 500 substitute each
 * other.
 */
function weightDistance([least, most]: readonly [number, number], wanted: number): number {
  if (wanted >= least && wanted <= most) return 0
  const isLighter = most < wanted
  const gap = isLighter ? wanted - most : least - wanted
  if (wanted >= 400 && wanted <= 500) {
    if (!isLighter && least <= 500) return gap
    return isLighter ? gap + 1_000 : gap + 2_000
  }
  return isLighter === wanted < 400 ? gap : gap + 1_000
}
