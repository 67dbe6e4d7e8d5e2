import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Pool, pool, TerminateError } from 'workerpool'
import { ApiError } from '../http/errors.ts'
import { writeFault } from '../storage/faults.ts'
import { DecodeError, type DecodeFault } from './decode-error.ts'
import type { Inspection } from './inspect.ts'
import {
  decoderDataBytesMax,
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

const fileAt = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const program = fileAt('./decoder-process.ts')
/** Of the server itself, and of packages, which are its own or those of the workspace. */
const sources = ['../../../server/', '../../../node_modules/'].map(fileAt)

/**
 * No process runs until it is needed, and none goes on for long when it is needed no more.
 * @param directory of all files that are read or written.
 */
export function openDecoder(
  directory: string,
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
    running ??= openPool(directory, processesMax)
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

const openPool = (directory: string, processesMax: number) =>
  pool(program, {
    workerType: 'process',
    maxWorkers: Math.max(decoderProcessesMin, Math.min(processesMax, availableParallelism() - 1)),
    maxQueueSize: decoderQueueMax,
    forkOpts: {
      // Nothing of ours is in it. The one variable keeps libvips from writing into our log.
      env: { VIPS_WARNING: 'off' },
      ...limited([`--max-old-space-size=${decoderHeapMegabytesMax}`, ...permissionsIn(resolve(directory))]),
    },
  })

/** The process looks at its memory itself; the system refuses more where that is too late. */
const limited = (nodeArguments: string[]) =>
  process.platform === 'linux'
    ? {
        execPath: '/bin/sh',
        execArgv: [
          '-c',
          `ulimit -d ${decoderDataBytesMax / 1024}; exec "$0" "$@"`,
          process.execPath,
          ...nodeArguments,
        ],
      }
    : { execArgv: nodeArguments }

/**
 * What Node lets a process do: neither network nor processes nor threads, and no files but these. Code in C, which
 * decodes, is not held by it: that the libraries are sandboxed is not said.
 */
const permissionsIn = (directory: string) => [
  '--permission',
  // It warns of what stands above.
  '--disable-warning=PERM0001',
  '--allow-addons',
  ...[...sources, directory].map((path) => `--allow-fs-read=${path}`),
  `--allow-fs-write=${directory}`,
]

/** The file's fault, ours, or nobody's: there is no process left to ask, or none could be started. */
function faultOf(error: unknown): unknown {
  const { fault, name, message, cause } = error as Error & { fault?: DecodeFault }
  if (fault) return new DecodeError(fault)
  if (message.startsWith('Max queue size')) return new ApiError('unavailable', { cause: error })
  if (error instanceof TerminateError && cause) return new ApiError('unavailable', { cause: error })
  const isGone = error instanceof TerminateError || name === 'TimeoutError'
  return isGone ? new DecodeError('decoder_failed') : writeFault(error)
}
