import { setTimeout as wait } from 'node:timers/promises'
import { type Command, InvalidArgumentError } from 'commander'

/** Waits until this number of bytes can be transferred. */
export type Pace = (bytes: number) => Promise<void>

/**
 * Minimum rate. The server closes connections that send less than 64 KB in 30 seconds, and files share the
 * rate.
 */
const bytesPerSecondMin = 50_000
const bytesPerUnit: Record<string, number> = { '': 1, k: 1_000, m: 1_000_000, g: 1_000_000_000 }

/** Adds `--limit-rate`, which all transfer commands have. */
export const withLimitRate = (command: Command) =>
  command.option(
    '--limit-rate <rate>',
    'bytes per second for all transfers combined, such as 500k or 2M',
    rate,
  )

function rate(text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([kmg]?)b?$/i.exec(text) ?? []
  const bytes = Number(number) * bytesPerUnit[(unit ?? '').toLowerCase()]!
  if (bytes >= bytesPerSecondMin) return bytes
  throw new InvalidArgumentError('It must be bytes per second, such as 500k or 2M, and at least 50k.')
}

/**
 * One limiter for a whole command, so that concurrent transfers share the rate. Without a rate, transfers
 * never wait.
 */
export function paceOf(bytesPerSecond: number | undefined, signal: AbortSignal): Pace | undefined {
  if (bytesPerSecond === undefined) return undefined
  let free = performance.now()
  return async (bytes) => {
    const now = performance.now()
    free = Math.max(free, now) + (bytes / bytesPerSecond) * 1_000
    if (free > now) await wait(free - now, undefined, { signal })
  }
}

/** Maximum number of bytes sent at once, so that a slow transfer has no long pauses. */
const pieceBytesMax = 16 * 1_024

/** Like `fetch`, but sends files and forms at this pace. */
export const pacedFetch =
  (pace: Pace): typeof fetch =>
  (input, init) => {
    const body = init?.body
    if (!(body instanceof Blob || body instanceof FormData)) return fetch(input, init)
    // `Response` gives the form its boundary.
    const encoded = new Response(body)
    const headers = new Headers(init?.headers)
    const type = encoded.headers.get('content-type')
    if (type && !headers.has('content-type')) headers.set('content-type', type)
    if (body instanceof Blob) headers.set('content-length', String(body.size))
    const paced = encoded.body?.pipeThrough(pacing(pace)) ?? null
    // `duplex` is required for streams, and missing from the types.
    return fetch(input, { ...init, headers, body: paced, duplex: 'half' } as RequestInit)
  }

const pacing = (pace: Pace) =>
  new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      for (let at = 0; at < chunk.length; at += pieceBytesMax) {
        const piece = chunk.subarray(at, at + pieceBytesMax)
        await pace(piece.length)
        controller.enqueue(piece)
      }
    },
  })
