// The program of a decoding process. It has no environment and no connection, and JavaScript in here reaches no other
// files than those it is given (decoder.ts). A library that crashes, hangs or takes too much ends this process alone.
import { getPriority, setPriority } from 'node:os'
import sharp from 'sharp'
import { worker } from 'workerpool'
import { inspect } from './inspect.ts'
import { decoderBytesMax } from './limits.ts'
import { render } from './render.ts'
import { readDocument } from './svg-document.ts'

const memoryCheckMs = 20
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
    'VipsForeignLoadSvgFile',
  ],
})

/** The decoders allocate outside of JavaScript's heap, which alone has a limit of its own. */
function watched<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) {
  return async (...args: Args) => {
    const watch = setInterval(() => {
      if (process.memoryUsage.rss() > decoderBytesMax) process.exit(1)
    }, memoryCheckMs)
    try {
      return await work(...args)
    } finally {
      clearInterval(watch)
    }
  }
}

// Whoever has started it may be gone before it has begun: then there is nobody to tell, and nothing to do.
process.on('error', () => process.exit())
worker({ inspect: watched(inspect), render: watched(render), readDocument: watched(readDocument) })
