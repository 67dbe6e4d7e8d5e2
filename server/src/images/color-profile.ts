type Point = readonly [x: number, y: number]
type Triple = [number, number, number]

export type Chromaticities = { white: Point; red: Point; green: Point; blue: Point }

export const sRgb: Chromaticities = {
  white: [0.3127, 0.329],
  red: [0.64, 0.33],
  green: [0.3, 0.6],
  blue: [0.15, 0.06],
}

/** D50. */
const profileWhite: Triple = [0.9642, 1, 0.8249]

/**
 * An ICC profile (version 2, ICC.1:2001-04).
 * @param points undefined for gray.
 * @param transfer maps code values to linear light: an exponent, or values from 0 to 1 at equal distances.
 */
export function colorProfile(points: Chromaticities | undefined, transfer: number | number[]): Buffer {
  const curve =
    typeof transfer === 'number'
      ? tag('curv', uint32(1), uint16(Math.round(transfer * 256)), uint16(0))
      : tag('curv', uint32(transfer.length), ...transfer.map((value) => uint16(Math.round(value * 65_535))))
  const texts: [string, Buffer][] = [
    ['desc', tag('desc', uint32(7), Buffer.from('stated\0'), Buffer.alloc(78))],
    ['cprt', tag('text', Buffer.from('\0'))],
    ['wtpt', xyz(profileWhite)],
  ]
  if (!points) return profile('GRAY', [...texts, ['kTRC', curve]])
  const [red, green, blue] = columns(points)
  return profile('RGB ', [
    ...texts,
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ])
}

const bradford: Triple[] = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
]

/** The XYZ values of the three primaries at full strength, adapted to the white point of profiles. */
function columns({ white, red, green, blue }: Chromaticities): [Triple, Triple, Triple] {
  const primaries = [red, green, blue].map(xyzOf)
  const matrix = transposed(primaries)
  const whitePoint = xyzOf(white)
  const strengths = times(inverted(matrix), whitePoint)
  const [from, to] = [times(bradford, whitePoint), times(bradford, profileWhite)]
  const adapted = primaries.map((primary, at) => {
    const cone = times(bradford, primary.map((value) => value * strengths[at]!) as Triple)
    return times(
      inverted(bradford),
      cone.map((value, index) => (value * to[index]!) / from[index]!) as Triple,
    )
  })
  return adapted as [Triple, Triple, Triple]
}

const xyzOf = ([x, y]: Point): Triple => [x / y, 1, (1 - x - y) / y]

const times = (matrix: readonly Triple[], [x, y, z]: Triple) =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple

const transposed = (rows: readonly Triple[]) =>
  [0, 1, 2].map((column) => rows.map((row) => row[column]!) as Triple)

function inverted(rows: readonly Triple[]): Triple[] {
  const [a, b, c] = rows as [Triple, Triple, Triple]
  const cross = (one: Triple, other: Triple): Triple => [
    one[1] * other[2] - one[2] * other[1],
    one[2] * other[0] - one[0] * other[2],
    one[0] * other[1] - one[1] * other[0],
  ]
  const across = [cross(b, c), cross(c, a), cross(a, b)]
  const determinant = a[0] * across[0]![0] + a[1] * across[0]![1] + a[2] * across[0]![2]
  return transposed(across).map((row) => row.map((value) => value / determinant) as Triple)
}

const uint16 = (value: number) => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function tag(type: string, ...parts: Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.from(type), Buffer.alloc(4), ...parts])
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)])
}

const xyz = (values: Triple) =>
  tag(
    'XYZ ',
    ...values.map((value) => {
      const bytes = Buffer.alloc(4)
      bytes.writeInt32BE(Math.round(value * 65_536))
      return bytes
    }),
  )

const headerLength = 128

function profile(space: 'RGB ' | 'GRAY', tags: [name: string, bytes: Buffer][]): Buffer {
  const table = Buffer.alloc(4 + 12 * tags.length)
  table.writeUInt32BE(tags.length)
  let at = headerLength + table.length
  tags.forEach(([name, bytes], index) => {
    table.write(name, 4 + 12 * index)
    table.writeUInt32BE(at, 8 + 12 * index)
    table.writeUInt32BE(bytes.length, 12 + 12 * index)
    at += bytes.length
  })
  const header = Buffer.alloc(headerLength)
  header.writeUInt32BE(at)
  header.writeUInt32BE(0x02400000, 8)
  header.write(`mntr${space}XYZ `, 12)
  header.write('acsp', 36)
  header.writeUInt32BE(1, 64)
  profileWhite.forEach((value, index) => {
    header.writeInt32BE(Math.round(value * 65_536), 68 + 4 * index)
  })
  return Buffer.concat([header, table, ...tags.map(([, bytes]) => bytes)])
}
