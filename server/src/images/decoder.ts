import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Pool, pool, TerminateError } from 'workerpool'
import type { RenderDecoder } from '../drawing/render-request.ts'
import { ApiError } from '../errors.ts'
import type { CompanyId } from '../ids.ts'
import { writeFault } from '../storage/faults.ts'
import { threadsDirectory } from './budget.ts'
import { DecodeError, type DecodeFault } from './decode-error.ts'
import { decoderSlots } from './decoder-slots.ts'
import type { Inspection } from './inspect.ts'
import {
  decoderBytesMax,
  decoderBytesMin,
  decoderHeapMegabytesMax,
  decoderIdleSeconds,
  decoderMemoryShare,
  decoderProcessesMax,
  decoderProcessesMin,
  decoderQueueMax,
  decoderReservedBytes,
  hangFactor,
  inspectSecondsMax,
  renderSecondsMax,
} from './limits.ts'
import type { CompanyFont } from './outlined.ts'
import type { Rendered } from './render.ts'
import type { Rendering } from './rendering.ts'
import type { DocumentFacts } from './svg-document.ts'

/**
 * Reads and draws files in processes of their own, bounded in number, memory and time, and shared between companies.
 * Every method throws {@link DecodeError} for a file that cannot be decoded, and {@link ApiError} `unavailable` for a
 * company that has too many files waiting.
 */
export type Decoder = RenderDecoder & {
  /** Finds out what the file is and what it looks like. */
  inspect(companyId: CompanyId, path: string): Promise<Inspection>
  /** Writes renditions of the file, the largest first, with the texts of a vector in the fonts of the company. */
  render(
    companyId: CompanyId,
    path: string,
    isVector: boolean,
    targets: readonly (Rendering & { path: string })[],
    fonts?: readonly CompanyFont[],
  ): Promise<Rendered[]>
  /** Cleans an SVG beside itself and reads what a template needs, or says why not. */
  readDocument(companyId: CompanyId, path: string): Promise<DocumentFacts | { refusal: string }>
  close(): Promise<void>
}

type Method = Exclude<keyof Decoder, 'close'>

/** What the processes may take. */
export type DecoderLimits = {
  processes: number
  /** Memory of one process. */
  bytes: number
  /** CPU time of one file. */
  seconds: { read: number; render: number }
}

/**
 * @param memoryBytes of the machine or the container.
 * @param workers how many servers share it.
 */
export function decoderLimits(memoryBytes: number, workers: number): DecoderLimits {
  const wanted = Math.min(decoderProcessesMax, 2 * (availableParallelism() - 1))
  const processes = workers > 1 ? decoderProcessesMin : Math.max(decoderProcessesMin, wanted)
  const each = (memoryBytes * decoderMemoryShare) / (processes * workers)
  return {
    processes,
    bytes: Math.max(decoderBytesMin, Math.min(decoderBytesMax, each)),
    seconds: { read: inspectSecondsMax, render: renderSecondsMax },
  }
}

const fileAt = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))
const program = fileAt('./decoder-process.ts')
/** Of the server itself, of the workspaces that it imports, and of packages. */
const sources = ['server', 'svg', 'typesetting', 'filling', 'node_modules'].map((folder) =>
  fileAt(`../../../${folder}/`),
)

/**
 * No process runs until it is needed, and none goes on for long when it is needed no more.
 * @param directory of all files that are read or written.
 */
export function openDecoder(directory: string, limits: DecoderLimits): Decoder {
  const slots = decoderSlots(limits.processes, decoderQueueMax)
  let running: Pool | undefined
  let isClosed = false
  let busy = 0
  let idle: NodeJS.Timeout | undefined

  const secondsOf = (method: Method) =>
    method === 'render' || method === 'makeRender' ? limits.seconds.render : limits.seconds.read

  async function end() {
    const ending = running
    running = undefined
    await ending?.terminate(true)
  }

  async function exec(method: Method, args: unknown[]) {
    running ??= openPool(directory, limits)
    const seconds = secondsOf(method)
    return running.exec(method, [seconds, ...args]).timeout(seconds * hangFactor * 1000)
  }

  async function untilBegun(work: () => Promise<unknown>): Promise<unknown> {
    // Each process may have ended.
    for (let left = 2 * limits.processes; ; left--) {
      try {
        return await work()
      } catch (error) {
        if (isClosed || left === 0 || !isUnbegun(error)) throw error
      }
    }
  }

  async function run<Result>(companyId: CompanyId, method: Method, ...args: unknown[]): Promise<Result> {
    if (isClosed) throw new ApiError('unavailable')
    clearTimeout(idle)
    busy++
    const once = () => slots.run(companyId, () => untilBegun(() => exec(method, args)))
    try {
      // Killed by an operator or for want of memory of the whole machine: the file may be good.
      const result = await once().catch((error) =>
        isKilled(error) && !isClosed ? once() : Promise.reject(error),
      )
      return result as Result
    } catch (error) {
      throw isClosed ? new ApiError('unavailable', { cause: error }) : faultOf(error)
    } finally {
      busy--
      if (busy === 0 && !isClosed) idle = setTimeout(() => void end(), decoderIdleSeconds * 1000).unref()
    }
  }

  return {
    inspect: (companyId, path) => run(companyId, 'inspect', path),
    render: (companyId, path, isVector, targets, fonts = []) =>
      run(companyId, 'render', path, isVector, targets, fonts),
    readDocument: (companyId, path) => run(companyId, 'readDocument', path),
    checkRender: (companyId, request) => run(companyId, 'checkRender', request),
    makeRender: (companyId, request, output) => run(companyId, 'makeRender', request, output),
    async close() {
      isClosed = true
      clearTimeout(idle)
      slots.close()
      await end()
    },
  }
}

const openPool = (directory: string, { processes, bytes }: DecoderLimits) =>
  pool(program, {
    workerType: 'process',
    maxWorkers: processes,
    forkArgs: [String(bytes)],
    forkOpts: {
      // Nothing of ours is in it. The one variable keeps libvips from writing into our log.
      env: { VIPS_WARNING: 'off' },
      ...limited(bytes, [
        `--max-old-space-size=${decoderHeapMegabytesMax}`,
        ...permissionsIn(resolve(directory)),
      ]),
    },
  })

/** The process looks at its memory itself; the system refuses more where that is too late. It leaves no core dump. */
const limited = (bytes: number, nodeArguments: string[]) =>
  process.platform === 'linux'
    ? {
        execPath: '/bin/sh',
        execArgv: [
          '-c',
          `ulimit -c 0; ulimit -d ${Math.ceil((bytes + decoderReservedBytes) / 1024)}; exec "$0" "$@"`,
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
  ...[...sources, directory, threadsDirectory].map((path) => `--allow-fs-read=${path}`),
  `--allow-fs-write=${directory}`,
]

/** The process had ended before it got the file, or it has yielded and begins none (decoder-process.ts). */
const isUnbegun = (error: unknown) =>
  error instanceof TerminateError &&
  (/^Worker is terminated|exitCode: `0`/.test(error.message) || isPipeClosed(error.cause))

const isPipeClosed = (cause: unknown) =>
  ['EPIPE', 'ERR_IPC_CHANNEL_CLOSED'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '')

const isKilled = (error: unknown) =>
  error instanceof TerminateError && /signalCode: `SIG(KILL|TERM|INT)`/.test(error.message)

/** The file's fault, ours, or nobody's: there is no process left to ask, or none could be started. */
function faultOf(error: unknown): unknown {
  const { fault, name, cause } = error as Error & { fault?: DecodeFault }
  if (error instanceof ApiError) return error
  if (fault) return new DecodeError(fault)
  if (error instanceof TerminateError && cause) return new ApiError('unavailable', { cause: error })
  const isGone = error instanceof TerminateError || name === 'TimeoutError'
  return isGone ? new DecodeError('decoder_failed') : writeFault(error)
}
