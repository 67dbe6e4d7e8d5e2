// The program of a decoder process. The process has no environment variables and no network, and its
// JavaScript can open only the files that it is given (decoder.ts). A library that crashes, hangs or uses too
// many resources ends only this process.
import { flushCompileCache } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import sharp from 'sharp'
import { worker, workerEmit } from 'workerpool'
import { hasYielded, withinBudget } from './budget.ts'
import { edit } from './edit.ts'
import { inspect } from './inspect.ts'
import { decoderPriority } from './limits.ts'
import { render } from './render.ts'
import { readDocument } from './svg-document.ts'

const bytesMax = Number(process.argv.at(-1))

// A server that was started with a lower priority cannot raise it.
setPriority(Math.max(decoderPriority, getPriority()))
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
    // Formats of images in an SVG, and the formats that they are converted to.
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadJpegBuffer',
    // Images in documents of other programs.
    'VipsForeignLoadTiffBuffer',
  ],
})

/** Loaded when the first template is rendered, because most processes only decode files. */
const drawing = () => import('../drawing/make-render.ts')
type Drawing = Awaited<ReturnType<typeof drawing>>

/** Exit code of a process that accepts no more files, because its priority is the lowest (decoder.ts). */
const unbegunCode = 0

let isCompiledKept = false

/**
 * Writes the compiled code after the first file. At exit, a process with the lowest priority would take long
 * to write it.
 */
function keepCompiled() {
  if (!isCompiledKept) setImmediate(flushCompileCache)
  isCompiledKept = true
}

const bounded =
  <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
  async (cpuSeconds: number, ...args: Args) => {
    if (hasYielded()) process.exit(unbegunCode)
    // The server kills this process if it hangs.
    workerEmit(process.pid)
    try {
      return await withinBudget({ cpuSeconds, bytes: bytesMax }, () => work(...args))
    } finally {
      keepCompiled()
      // Exits after the result was sent.
      if (hasYielded()) setTimeout(() => process.exit(unbegunCode), 10)
    }
  }

// The parent may have exited before this process started, so the process has nothing to do.
process.on('error', () => process.exit())
worker({
  inspect: bounded(inspect),
  render: bounded(render),
  edit: bounded(edit),
  readDocument: bounded(readDocument),
  checkRender: bounded(async (...args: Parameters<Drawing['checkRender']>) =>
    (await drawing()).checkRender(...args),
  ),
  makeRender: bounded(async (...args: Parameters<Drawing['makeRender']>) =>
    (await drawing()).makeRender(...args),
  ),
})
