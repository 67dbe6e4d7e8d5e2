import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Pool, pool, TerminateError } from 'workerpool'
import type { RenderDecoder } from '../drawing/render-request.ts'
import { ApiError } from '../errors.ts'
import { fairSlots } from '../fair-slots.ts'
import type { CompanyId } from '../ids.ts'
import { writeFault } from '../storage/file-errors.ts'
import { threadsDirectory } from './budget.ts'
import { DecodeError, type DecodeFault } from './decode-error.ts'
import type { Edited, EditRequest } from './edit.ts'
import { extractMedia, type MediaKind } from './ffmpeg.ts'
import type { Inspection } from './inspect.ts'
import {
  decoderBytesMax,
  decoderBytesMin,
  decoderEndSecondsMax,
  decoderHeapMegabytesMax,
  decoderIdleSeconds,
  decoderMemoryShare,
  decoderPriority,
  decoderProcessesMax,
  decoderProcessesMin,
  decoderQueueMax,
  decoderReservedBytes,
  hangFactor,
  inspectSecondsMax,
  renderSecondsMax,
  startSecondsMax,
} from './limits.ts'
import type { CompanyFont } from './outline-text.ts'
import { isDrawnBy, previewKind } from './previews/kinds.ts'
import type { Rendered } from './render.ts'
import type { Rendering } from './rendering.ts'
import type { DocumentFacts } from './svg-document.ts'

/**
 * Reads and draws files in separate processes, limited in number, memory and time, and shared between
 * companies. Every method throws {@link DecodeError} for a file that cannot be decoded, and {@link ApiError}
 * `unavailable` for a company with too many waiting files.
 */
export type Decoder = RenderDecoder & {
  /** Whether files with this extension can have renditions. */
  draws(extension: string): boolean
  /**
   * Detects the format of a file and describes its content.
   * @param name decides if the bytes are ambiguous (identify.ts).
   */
  inspect(companyId: CompanyId, path: string, name?: string): Promise<Inspection>
  /**
   * Writes renditions of the file, the largest first. Text of a vector uses the company's fonts.
   * @param extension the extension under which the file is stored.
   */
  render(
    companyId: CompanyId,
    path: string,
    extension: string,
    targets: readonly (Rendering & { path: string })[],
    fonts?: readonly CompanyFont[],
  ): Promise<Rendered[]>
  /** The parameters are the same as for `render`. */
  edit(
    companyId: CompanyId,
    path: string,
    extension: string,
    request: EditRequest,
    fonts?: readonly CompanyFont[],
  ): Promise<Edited>
  /**
   * Writes a sanitized copy of an SVG beside it. Returns the facts that a template needs, or the reason for
   * its rejection.
   */
  readDocument(companyId: CompanyId, path: string): Promise<DocumentFacts | { refusal: string }>
  close(): Promise<void>
}

type Method = Exclude<keyof Decoder, 'close' | 'draws'>

export type DecoderLimits = {
  processes: number
  bytes: number
  seconds: { read: number; render: number }
}

/**
 * @param memoryBytes the memory of the machine or container.
 * @param workers the number of server processes that share it.
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
/** The sources of the server, of the workspaces that it imports, and of packages. */
const sources = ['server', 'svg', 'typesetting', 'filling', 'node_modules'].map((folder) =>
  fileAt(`../../../${folder}/`),
)

/**
 * Processes start on demand and exit when they are idle for a while.
 * @param directory contains all files that are read or written.
 * @param ffmpeg the program, if there is one. Without it, videos and compressed audio have no renditions.
 */
export function openDecoder(directory: string, limits: DecoderLimits, ffmpeg?: string): Decoder {
  const slots = fairSlots(limits.processes, decoderQueueMax)
  let running: Pool | undefined
  let isClosed = false
  let busy = 0
  let idle: NodeJS.Timeout | undefined

  const secondsOf = (method: Method) =>
    ['render', 'edit', 'makeRender'].includes(method) ? limits.seconds.render : limits.seconds.read

  async function end() {
    const ending = running
    running = undefined
    if (!ending) return
    keepProcesses(ending, 0)
    // The library does not notice when something else kills an idle process.
    await Promise.resolve(ending.terminate(true, decoderEndSecondsMax * 1000)).catch(() => {})
  }

  /**
   * Kills the process of a file that hangs. The pool's own timeout is only for processes that never start, because a
   * worker that exits just after such a timeout is never replaced.
   */
  async function exec(method: Method, args: unknown[]) {
    running ??= openPool(directory, limits)
    const seconds = secondsOf(method)
    let hang: NodeJS.Timeout | undefined
    let isHung = false
    const onBegun = (processId: number) => {
      hang = setTimeout(
        () => {
          isHung = true
          process.kill(processId, 'SIGKILL')
        },
        seconds * hangFactor * 1000,
      )
    }
    try {
      const result = running.exec(method, [seconds, ...args], { on: onBegun })
      keepProcesses(running, Math.min(running.stats().totalWorkers, limits.processes) + 1)
      return await result.timeout((seconds * hangFactor + startSecondsMax) * 1000)
    } catch (error) {
      throw isHung ? new DecodeError('decoder_failed') : error
    } finally {
      clearTimeout(hang)
    }
  }

  async function untilBegun(work: () => Promise<unknown>): Promise<unknown> {
    // Every process may have exited in the meantime.
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
      // The process was killed by an operator, or because the machine is out of memory, so the file may be
      // valid.
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

  /** Renders a frame of a video, or the waveform of a sound. */
  async function renderExtracted(
    kind: MediaKind,
    companyId: CompanyId,
    path: string,
    targets: readonly (Rendering & { path: string })[],
  ): Promise<Rendered[]> {
    if (ffmpeg === undefined) throw new DecodeError('no_picture')
    const shown = kind === 'video' ? 'png' : 'wav'
    const extracted = `${path}.extracted.${shown}`
    try {
      await slots.run(companyId, () => extractMedia(ffmpeg, kind, path, extracted))
      return await run(companyId, 'render', extracted, shown, targets, [])
    } finally {
      await rm(extracted, { force: true })
    }
  }

  return {
    draws: isDrawnBy(ffmpeg),
    inspect: (companyId, path, name) => run(companyId, 'inspect', path, name),
    async render(companyId, path, extension, targets, fonts = []) {
      const kind = previewKind(extension)
      if (kind === 'video' || kind === 'audio') return renderExtracted(kind, companyId, path, targets)
      const rendered = run<Rendered[]>(companyId, 'render', path, extension, targets, fonts)
      if (kind !== 'wav' || ffmpeg === undefined) return rendered
      // A WAV file can contain codecs that only ffmpeg decodes.
      return rendered.catch((error) => {
        const hasOtherCodec = error instanceof DecodeError && error.fault === 'no_picture'
        return hasOtherCodec ? renderExtracted('audio', companyId, path, targets) : Promise.reject(error)
      })
    },
    edit: (companyId, path, extension, request, fonts = []) =>
      run(companyId, 'edit', path, extension, request, fonts),
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

/**
 * Creates the directory in which processes keep their compiled code, which halves the CPU time of a start.
 * It is in the directory of the processes' files, or next to the compiled code of this process.
 */
function openCompiled(directory: string): string {
  const own = getCompileCacheDir()
  const compiled = own === undefined ? join(directory, 'compiled') : join(dirname(own), 'decoder')
  // A process cannot create the directory outside the directory of its files.
  mkdirSync(compiled, { recursive: true, mode: 0o700 })
  return compiled
}

function openPool(directory: string, { processes, bytes }: DecoderLimits): Pool {
  const compiled = openCompiled(resolve(directory))
  return pool(program, {
    workerType: 'process',
    // One more than the number of files read at a time, so that one process is ready while another starts.
    maxWorkers: processes + 1,
    forkArgs: [String(bytes)],
    forkOpts: {
      // Passes none of our variables. The first variable keeps libvips from writing to the log.
      env: { VIPS_WARNING: 'off', NODE_COMPILE_CACHE: compiled },
      ...limited(bytes, [
        `--max-old-space-size=${decoderHeapMegabytesMax}`,
        ...permissionsIn([resolve(directory), compiled]),
      ]),
    },
  })
}

/**
 * The number of processes below which an ended process is replaced immediately, because its start takes longer
 * than most files. The library accepts this number only when the pool is opened, but then each process would
 * start before there is a file for it.
 */
const keepProcesses = (pool: Pool, count: number) => Object.assign(pool, { minWorkers: count })

/**
 * The process monitors its memory itself; the system's limit covers cases where that is too late. No core
 * dump is written.
 */
const limited = (bytes: number, nodeArguments: string[]) =>
  process.platform === 'linux'
    ? {
        execPath: '/bin/sh',
        execArgv: [
          '-c',
          `ulimit -c 0; ulimit -d ${Math.ceil((bytes + decoderReservedBytes) / 1024)}; exec nice -n ${decoderPriority} "$0" "$@"`,
          process.execPath,
          ...nodeArguments,
        ],
      }
    : { execArgv: nodeArguments }

/**
 * Node's permissions of a process: no network, processes or threads, and only these files. They do not restrict the
 * native code that decodes, so this is not a sandbox.
 */
const permissionsIn = (directories: readonly string[]) => [
  '--permission',
  // Suppresses Node's warning about the previous option.
  '--disable-warning=PERM0001',
  '--allow-addons',
  ...[...sources, ...directories, threadsDirectory].map((path) => `--allow-fs-read=${path}`),
  ...directories.map((path) => `--allow-fs-write=${path}`),
]

/**
 * The process exited before it got the file, or its priority was lowered and it accepts no file
 * (decoder-process.ts).
 */
const isUnbegun = (error: unknown) =>
  error instanceof TerminateError &&
  (/^Worker is terminated|exitCode: `0`/.test(error.message) || isPipeClosed(error.cause))

const isPipeClosed = (cause: unknown) =>
  ['EPIPE', 'ERR_IPC_CHANNEL_CLOSED'].includes((cause as NodeJS.ErrnoException | undefined)?.code ?? '')

const isKilled = (error: unknown) =>
  error instanceof TerminateError && /signalCode: `SIG(KILL|TERM|INT)`/.test(error.message)

/**
 * Distinguishes errors of the file from internal errors and from a process that died or could not be started.
 */
function faultOf(error: unknown): unknown {
  const { fault, reason, name, cause } = error as Error & { fault?: DecodeFault; reason?: string }
  if (error instanceof ApiError) return error
  if (fault) return new DecodeError(fault, reason)
  if (error instanceof TerminateError && cause) return new ApiError('unavailable', { cause: error })
  const isGone = error instanceof TerminateError || name === 'TimeoutError'
  return isGone ? new DecodeError('decoder_failed') : writeFault(error)
}
