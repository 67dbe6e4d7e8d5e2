import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { type Pool, pool, TerminateError } from 'workerpool'
import { ApiError } from '../http/errors.ts'
import { writeFault } from '../storage/faults.ts'
import { DecodeError, type DecodeFault } from './decode-error.ts'
import type { Inspection } from './inspect.ts'
import {
  decoderHeapMegabytesMax,
  decoderIdleSeconds,
  decoderProcessesMax,
  decoderProcessesMin,
  decoderQueueMax,
  inspectSecondsMax,
  renderSecondsMax,
} from './limits.ts'
import type { Rendered } from './render.ts'
import type { Rendering } from './rendering.ts'
import type { DocumentFacts } from './svg-document.ts'

/** Reads and draws files in processes of their own, bounded in number, memory and time. */
export type Decoder = {
  /** What the file is and looks like. @throws {DecodeError} */
  inspect(path: string): Promise<Inspection>
  /** Writes pictures of the file, the largest first. @throws {DecodeError} */
  render(
    path: string,
    isVector: boolean,
    targets: readonly (Rendering & { path: string })[],
  ): Promise<Rendered[]>
  /** Cleans an SVG beside itself and reads what a template needs, or says why not. @throws {DecodeError} */
  readDocument(path: string): Promise<DocumentFacts | { refusal: string }>
  close(): Promise<void>
}

type Method = Exclude<keyof Decoder, 'close'>

const program = fileURLToPath(new URL('./decoder-process.ts', import.meta.url))

/** No process runs until it is needed, and none goes on for long when it is needed no more. */
export function openDecoder(
  secondsMax = { read: inspectSecondsMax, render: renderSecondsMax },
  processesMax = decoderProcessesMax,
): Decoder {
  let running: Pool | undefined
  let isClosed = false
  let busy = 0
  let idle: NodeJS.Timeout | undefined

  const secondsOf = (method: Method) => (method === 'render' ? secondsMax.render : secondsMax.read)

  async function end() {
    const ending = running
    running = undefined
    await ending?.terminate(true)
  }

  async function run<Result>(method: Method, ...args: unknown[]): Promise<Result> {
    if (isClosed) throw new ApiError('unavailable')
    clearTimeout(idle)
    running ??= openPool(processesMax)
    busy++
    try {
      return (await running.exec(method, args).timeout(secondsOf(method) * 1000)) as Result
    } catch (error) {
      throw isClosed ? new ApiError('unavailable', { cause: error }) : faultOf(error)
    } finally {
      busy--
      if (busy === 0 && !isClosed) idle = setTimeout(() => void end(), decoderIdleSeconds * 1000).unref()
    }
  }

  return {
    inspect: (path) => run('inspect', path),
    render: (path, isVector, targets) => run('render', path, isVector, targets),
    readDocument: (path) => run('readDocument', path),
    async close() {
      isClosed = true
      clearTimeout(idle)
      await end()
    },
  }
}

const openPool = (processesMax: number) =>
  pool(program, {
    workerType: 'process',
    maxWorkers: Math.max(decoderProcessesMin, Math.min(processesMax, availableParallelism() - 1)),
    maxQueueSize: decoderQueueMax,
    forkOpts: {
      // Nothing of ours is in it. The one variable keeps libvips from writing into our log.
      env: { VIPS_WARNING: 'off' },
      execArgv: [`--max-old-space-size=${decoderHeapMegabytesMax}`],
    },
  })

/** The file's fault, ours, or nobody's: there is no process left to ask, or none could be started. */
function faultOf(error: unknown): unknown {
  const { fault, name, message, cause } = error as Error & { fault?: DecodeFault }
  if (fault) return new DecodeError(fault)
  if (message.startsWith('Max queue size')) return new ApiError('unavailable', { cause: error })
  if (error instanceof TerminateError && cause) return new ApiError('unavailable', { cause: error })
  const isGone = error instanceof TerminateError || name === 'TimeoutError'
  return isGone ? new DecodeError('decoder_failed') : writeFault(error)
}
