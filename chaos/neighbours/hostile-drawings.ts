import { randomUUID } from 'node:crypto'
import { upload } from '../../server/test/support/uploads.ts'
import type { SoakTarget, Work } from '../soak/weighted-request.ts'
import type { Attack, Use } from './attack.ts'
import { drawOne } from './flooded-queues.ts'

const chained = 18
const glyphs = 100_000
const newlines = 500_000
const rules = 5_000
const crossings = 4_000

/**
 * Small documents that are slow to render. The other company uploads ordinary images and waits for their
 * renditions.
 */
export const hostileDrawings: Attack = {
  done: 'uploaded small SVG documents that are slow to render',
  env: () => ({}),
  perSecond: 3,
  seconds: 26,
  async open(use, [company]) {
    const drawings = drawingsOf(use)
    let turn = 0
    const next = () => drawings[turn++ % drawings.length]!(randomUUID())
    const name = 'drawing.svg'
    return [
      {
        name: 'drawing',
        part: 1,
        ask: () => upload(company!, company!, { bytes: Buffer.from(next()), name }),
      },
    ]
  },
  waits: {
    perSecond: 4,
    async open(target: SoakTarget): Promise<Work[]> {
      return [{ name: 'picture', part: 1, expected: 200, ask: () => drawOne(target) }]
    },
  },
}

/** @returns a function that creates a document that was not sent before. */
function drawingsOf(use: Use): ((title: string) => string)[] {
  const parts = use === 'ordinary' ? ['<rect width="90" height="60" fill="#2060D0"/>'] : hostileParts()
  return parts.map(
    (inside) => (title) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><title>${title}</title>${inside}</svg>`,
  )
}

function hostileParts(): string[] {
  const box = 'width="1000" height="1000"'
  /** Returns a chain in which each element uses the previous element twice. */
  const chain = (one: (at: number, use: string) => string, use: (at: number) => string) =>
    Array.from({ length: chained }, (_, at) => one(at, at === 0 ? `<rect ${box}/>` : use(at - 1).repeat(2)))
  const masks = chain(
    (at, inside) => `<mask id="m${at}">${inside}</mask>`,
    (at) => `<rect ${box} fill="#fff" mask="url(#m${at})"/>`,
  )
  const patterns = chain(
    (at, inside) =>
      `<pattern id="p${at}" width="9" height="9" patternUnits="userSpaceOnUse">${inside}</pattern>`,
    (at) => `<rect ${box} fill="url(#p${at})"/>`,
  )
  const blurs = '<feGaussianBlur stdDeviation="400"/><feTurbulence baseFrequency=".9" numOctaves="99"/>'
  return [
    `<defs>${masks.join('')}</defs><rect ${box} mask="url(#m${chained - 1})"/>`,
    '<path d="M0 5H100000000" stroke="#000" stroke-dasharray="1"/>',
    `<text>${'\n'.repeat(newlines)}</text>`,
    `<path d="${'M0 0A1e7 1e7 0 1 1 9 9'.repeat(2_000)}" stroke="#000" stroke-width="1e5"/>`,
    `<filter id="f" x="-9" y="-9" width="99" height="99">${blurs.repeat(20)}</filter><rect ${box} filter="url(#f)"/>`,
    `<defs>${patterns.join('')}</defs><rect ${box} fill="url(#p${chained - 1})"/>`,
    `<text y="50" font-size="9">${'g'.repeat(glyphs)}</text>`,
    // The path passes the estimate and exceeds the budget of the process.
    `<path stroke="#000" d="${Array.from({ length: crossings }, (_, at) => `M${at % 1_000} 0L${(at * 761) % 1_000} 1000`).join('')}"/>`,
    `<style>${Array.from({ length: rules }, (_, at) => `g g :not(.a${at}) rect{fill:#000}`).join('')}</style>${'<g><rect/></g>'.repeat(rules)}`,
  ]
}
