import { type Matrix, multiply, type Rectangle } from '@atelier/svg/transforms'
import { nums, type Ref } from './file.ts'
import type { Segment } from './outlines.ts'

type Category = 'ExtGState' | 'Pattern' | 'XObject' | 'ColorSpace' | 'Font'

export type Stream = {
  out: string[]
  matrix: Matrix
  area: Rectangle
  use(category: Category, ref: Ref): string
  resources(): string
}

const prefixes: Record<Category, string> = {
  ExtGState: 'G',
  Pattern: 'P',
  XObject: 'X',
  ColorSpace: 'C',
  Font: 'F',
}

/** @param common resources that all streams of the file share. */
export function newStream(area: Rectangle, common = ''): Stream {
  const used = new Map<Category, Map<string, Ref>>()
  return {
    out: [],
    matrix: [1, 0, 0, 1, 0, 0],
    area,
    use(category, ref) {
      const name = `${prefixes[category]}${ref}`
      const names = used.get(category) ?? new Map<string, Ref>()
      used.set(category, names.set(name, ref))
      return name
    },
    resources() {
      const entries = [...used].map(([category, names]) => {
        const list = [...names].map(([name, ref]) => `/${name} ${ref} 0 R`).join('')
        return `/${category}<<${category === 'ColorSpace' ? common : ''}${list}>>`
      })
      const rest = common !== '' && !used.has('ColorSpace') ? `/ColorSpace<<${common}>>` : ''
      return `<<${entries.join('')}${rest}>>`
    },
  }
}

/** Saves the graphics state, changes the user space, writes, and restores the state. */
export async function within(stream: Stream, matrix: Matrix, write: () => Promise<void>): Promise<void> {
  const before = stream.matrix
  stream.out.push('q')
  if (!isIdentity(matrix)) {
    stream.matrix = multiply(before, matrix)
    stream.out.push(`${nums(matrix)} cm`)
  }
  await write()
  stream.out.push('Q')
  stream.matrix = before
}

const isIdentity = ([a, b, c, d, e, f]: Matrix) =>
  a === 1 && b === 0 && c === 0 && d === 1 && e === 0 && f === 0

/** Formats a path as operators (ISO 32000-2 §8.5.2). */
export function pathOperators(segments: readonly Segment[]): string {
  return segments
    .map((segment) => {
      if (segment.type === 'Z') return 'h'
      if (segment.type === 'C') {
        const { x1, y1, x2, y2, x, y } = segment
        return `${nums([x1, y1, x2, y2, x, y])} c`
      }
      return `${nums([segment.x, segment.y])} ${segment.type === 'M' ? 'm' : 'l'}`
    })
    .join('\n')
}

export const rectOperator = ({ x, y, width, height }: Rectangle) => `${nums([x, y, width, height])} re`
