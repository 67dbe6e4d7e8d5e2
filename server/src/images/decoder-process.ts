// The program of a decoding process. It has no environment and no connection, and JavaScript in here reaches no other
// files than those it is given (decoder.ts). A library that crashes, hangs or takes too much ends this process alone.
import { getPriority, setPriority } from 'node:os'
import sharp from 'sharp'
import { worker } from 'workerpool'
import { hasYielded, withinBudget } from './budget.ts'
import { inspect } from './inspect.ts'
import { render } from './render.ts'
import { readDocument } from './svg-document.ts'

const bytesMax = Number(process.argv.at(-1))
/** Whoever waits for an answer goes first. */
const priority = 10

// A server that was started with less has no right to give more.
setPriority(Math.max(priority, getPriority()))
process.umask(0o077)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadPngFile',
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadTiffFile',
    'VipsForeignLoadSvgBuffer',
    // Pictures in an SVG, and what they are converted to.
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
  ],
})

/** Loaded when the first template is rendered: most processes only read and draw files. */
const drawing = () => import('../drawing/make-render.ts')
type Drawing = Awaited<ReturnType<typeof drawing>>

/** A process with the lowest priority begins no file (decoder.ts). */
const unbegunCode = 0

const bounded =
  <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
  async (cpuSeconds: number, ...args: Args) => {
    if (hasYielded()) process.exit(unbegunCode)
    try {
      return await withinBudget({ cpuSeconds, bytes: bytesMax }, () => work(...args))
    } finally {
      // Once its result has been sent.
      if (hasYielded()) setTimeout(() => process.exit(unbegunCode), 10)
    }
  }

// Whoever has started it may be gone before it has begun: then there is nobody to tell, and nothing to do.
process.on('error', () => process.exit())
worker({
  inspect: bounded(inspect),
  render: bounded(render),
  readDocument: bounded(readDocument),
  checkRender: bounded(async (...args: Parameters<Drawing['checkRender']>) =>
    (await drawing()).checkRender(...args),
  ),
  makeRender: bounded(async (...args: Parameters<Drawing['makeRender']>) =>
    (await drawing()).makeRender(...args),
  ),
})
