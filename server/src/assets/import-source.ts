import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { MIMEType } from 'node:util'
import { collect, type ReceivedFile } from '../http/files/upload.ts'
import type { CompanyId } from '../ids.ts'
import { Deferred, type JobContext, type RunningJob, TryLater } from '../jobs/job.ts'
import { type Calls, callsOf } from '../outbound/destinations.ts'
import type { CallCounter, OutboundAnswer } from '../outbound/outbound.ts'
import { OutboundError, type OutboundFault } from '../outbound/outbound-error.ts'
import { secondsAskedFor } from '../outbound/retry-after.ts'
import { writeFault } from '../storage/file-errors.ts'
import type { Room } from './files.ts'

const redirectsMax = 5
/** Maximum duration. Long enough for the largest file at 2 MB per second. */
export const fetchSecondsMax = 900
/** Maximum time without data from the host, as for uploads by clients (transfer-timeout.ts). */
const paceMs = 30_000
const progressEveryMs = 1_000
/** How long an import waits for a slot of its host, and the minimum delay before its retry. */
const busyMsMax = 5_000
const busyLookMs = 250
/** The longest accepted `Retry-After`. */
const retryAfterSecondsMax = 3_600

/**
 * Thrown if a URL returned no file, with a reason for the requester. The reason never contains the URL, which
 * can contain a secret.
 */
export class SourceError extends TryLater {
  override name = 'SourceError'
  /** Whether a retry may succeed. */
  readonly mayPass: boolean

  constructor(reason: string, mayPass: boolean, afterSeconds = 0) {
    super(`The URL could not be fetched. ${reason}`, afterSeconds)
    this.mayPass = mayPass
  }
}

/**
 * Downloads the file of a URL to disk and reports progress.
 * @returns the file, which the caller must delete.
 * @param room the maximum size of the file, in bytes.
 * @throws {SourceError}; {Deferred} while the host has too many imports; {ApiError} `storage_full`, or the
 * error of `room`. In that case, no file is left on disk.
 */
export async function fetchFile(
  url: string,
  companyId: CompanyId,
  { outbound, destinations, storage, uploadBytesMax, job }: JobContext,
  room: Room | undefined,
): Promise<ReceivedFile> {
  if (room && room.bytes <= 0) throw room.refusal()
  const bytesMax = Math.min(uploadBytesMax, room?.bytes ?? uploadBytesMax)
  const calls = callsOf(companyId, destinations.imports)
  let answer: OutboundAnswer | undefined
  try {
    answer = await outbound.send(url, {
      redirectsMax,
      timeoutMs: fetchSecondsMax * 1_000,
      paceMs,
      bytesMax,
      signal: job.signal,
      calls: waiting(calls, job.signal),
    })
    if (answer.status !== 200) throw refusalOf(answer)
    const path = join(storage.incomingDirectory, randomUUID())
    const bytes = Readable.from(told(answer, job))
    return await collect(() => bytes, path, bytesMax, fileNameOf(answer), job.signal)
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code === 'stopped') throw writeFault(error)
    if (error.code === 'busy') throw new Deferred(error.message, busyMsMax * (1 + Math.random()))
    if (error.code === 'too_large' && room && bytesMax < uploadBytesMax) throw room.refusal()
    throw new SourceError(error.message, passing.includes(error.code))
  } finally {
    answer?.discard()
    calls.leaveAll()
  }
}

/**
 * Waits briefly for a slot of a host. Otherwise, the job would be claimed again and again. A host that has redirected
 * gets no further request in the meantime.
 */
function waiting(calls: Calls, signal: AbortSignal): CallCounter {
  const patience = performance.now() + busyMsMax
  return {
    async admit(place) {
      while (!calls.admit(place)) {
        if (performance.now() > patience) return false
        await wait(busyLookMs, undefined, { signal })
      }
      return true
    },
    leave: calls.leave,
  }
}

/** Errors that may be temporary, because DNS, the host or the network can recover. */
const passing: OutboundFault[] = ['not_found', 'unreachable', 'refused', 'closed', 'too_slow']

function refusalOf({ status, headers }: OutboundAnswer) {
  const afterSeconds = secondsAskedFor(headers['retry-after'], retryAfterSecondsMax)
  return new SourceError(`The response status was ${status}.`, mayChange(status), afterSeconds)
}

/** Whether the status allows a retry (RFC 9110 §15.5.9 and §15.6, RFC 8470 §5.2, RFC 6585 §4). */
const mayChange = (status: number) => [408, 425, 429].includes(status) || status >= 500

async function* told({ body, headers }: OutboundAnswer, job: RunningJob) {
  const total = Number(headers['content-length'])
  let bytes = 0
  let toldAt = performance.now()
  for await (const chunk of body) {
    // Frees the memory of the chunk after it is written.
    bytes += chunk.length
    yield chunk
    if (!(total > 0) || performance.now() - toldAt < progressEveryMs) continue
    toldAt = performance.now()
    // A failed progress report must not fail the import.
    await job.progress(bytes / total).catch(() => {})
  }
}

/** The name in the response headers or, without one, the last part of the URL's path. */
function fileNameOf({ headers, url }: OutboundAnswer): string {
  return (
    nameInDisposition(headers['content-disposition']) ?? decoded(new URL(url).pathname.split('/').at(-1)!)
  )
}

/** The file name in `Content-Disposition` (RFC 6266 §4.1). */
function nameInDisposition(header = ''): string | undefined {
  const params = parametersOf(header)
  const [, extended] = /^utf-8'[^']*'(.+)$/i.exec(params?.get('filename*') ?? '') ?? []
  if (extended !== undefined) return decoded(extended)
  // Headers are read as Latin-1, but most servers that send non-ASCII names mean UTF-8.
  const plain = params?.get('filename') ?? ''
  const bytes = Buffer.from(plain, 'latin1')
  return (isUtf8(bytes) ? bytes.toString() : plain) || undefined
}

/** Parses parameters in the syntax of media types. */
function parametersOf(header: string) {
  try {
    return new MIMEType(`x/${header}`).params
  } catch {
    return undefined
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
