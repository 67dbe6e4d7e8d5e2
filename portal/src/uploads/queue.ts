import { RateLimitedError, type Uploaded } from '../../../sdk/src/index.ts'
import { mayGoOn } from '../../../sdk/src/uploads/tus.ts'
import type { Task, Upload } from './task.ts'
import { type Transfer, transferOf } from './transfer.ts'

const atOnceMax = 4
const attemptsMax = 8
const retryMsMin = 1_000
const retryMsMax = 30_000
/** Progress is reported at most this often, because each report renders the list. */
const tellMs = 100

type Entry = {
  upload: Upload
  transfer: Transfer
  settle: Task['settle']
  /** Uploaded, but the callback has not finished. */
  sent?: Uploaded
  running?: AbortController
}

export type Uploads = ReturnType<typeof createUploads>

/** Uploads files, a few at once, and keeps their results until they are cleared. Independent of pages. */
export function createUploads() {
  let entries: Entry[] = []
  let shown: readonly Upload[] = []
  let lastId = 0
  let telling: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()

  function tell() {
    clearTimeout(telling)
    telling = undefined
    shown = entries.map(({ upload }) => upload)
    for (const listener of listeners) listener()
  }
  const tellSoon = () => {
    telling ??= setTimeout(tell, tellMs)
  }
  const set = (entry: Entry, part: Partial<Upload>) => {
    entry.upload = { ...entry.upload, ...part }
  }

  function fill() {
    const free = atOnceMax - entries.filter(({ upload }) => upload.state === 'sending').length
    const waiting = entries.filter(({ upload }) => upload.state === 'waiting')
    for (const entry of waiting.slice(0, Math.max(0, free))) void run(entry)
    tell()
  }

  async function run(entry: Entry) {
    const running = new AbortController()
    entry.running = running
    set(entry, { state: 'sending' })
    try {
      const sent = await persist(entry, running.signal, (bytes) => {
        set(entry, { sent: Math.min(bytes, entry.upload.size) })
        tellSoon()
      })
      set(entry, {
        state: 'done',
        sent: entry.upload.size,
        assetId: sent.asset.id,
        ...(sent.duplicateOf !== null && { duplicateOf: sent.duplicateOf }),
      })
    } catch (error) {
      // The code that stopped it has already set its state.
      if (!running.signal.aborted) set(entry, { state: 'failed', error: error as Error })
    }
    fill()
  }

  function change(ids: readonly number[], states: Upload['state'][], work: (entry: Entry) => void) {
    for (const entry of entries)
      if (ids.includes(entry.upload.id) && states.includes(entry.upload.state)) work(entry)
    fill()
  }

  const idsOf = () => entries.map(({ upload }) => upload.id)

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    list: () => shown,
    add(tasks: readonly Task[]) {
      const added = tasks.map((task): Entry => {
        const { file, companyId } = task
        lastId += 1
        return {
          upload: { id: lastId, name: file.name, size: file.size, sent: 0, state: 'waiting', companyId },
          transfer: transferOf(task),
          settle: task.settle,
        }
      })
      entries = [...entries, ...added]
      fill()
    },
    pause: (ids = idsOf()) =>
      change(ids, ['waiting', 'sending'], (entry) => {
        set(entry, { state: 'paused' })
        entry.running?.abort()
      }),
    /** Resumes paused files and retries failed ones. */
    resume: (ids = idsOf()) => change(ids, ['paused', 'failed'], (entry) => set(entry, { state: 'waiting' })),
    cancel(ids = idsOf()) {
      const gone = entries.filter(({ upload }) => ids.includes(upload.id) && upload.state !== 'done')
      entries = entries.filter((entry) => !gone.includes(entry))
      for (const { running, transfer } of gone) {
        running?.abort()
        transfer.discard()
      }
      fill()
    },
    /** Removes finished files. */
    clear() {
      entries = entries.filter(({ upload }) => upload.state !== 'done')
      tell()
    },
  }
}

/**
 * Sends a file until it is uploaded and its callback has finished. An unavailable or busy server is not an
 * error. The SDK does not retry here.
 */
async function persist(
  entry: Entry,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<Uploaded> {
  let attempt = 0
  let furthest = 0
  const progressed = (sent: number) => {
    // Gives up if an upload starts again each time and fails each time.
    if (sent > furthest) attempt = 0
    furthest = Math.max(furthest, sent)
    onProgress(sent)
  }
  for (;;) {
    try {
      entry.sent ??= await entry.transfer.send(signal, progressed)
      signal.throwIfAborted()
      await entry.settle?.(entry.sent.asset.id)
      return entry.sent
    } catch (error) {
      attempt += 1
      if (signal.aborted || !isPassing(error) || attempt >= attemptsMax) throw error
      await pause(Math.min(retryMsMin * 2 ** attempt, retryMsMax), signal)
    }
  }
}

const isPassing = (error: unknown) => mayGoOn(error) || error instanceof RateLimitedError

/** Ends early if the connection is back, or if the upload was stopped. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const done = new AbortController()
    const { signal: ended } = done
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end, { signal: ended })
    signal.addEventListener('abort', () => reject(signal.reason), { signal: ended })
    function end() {
      clearTimeout(timer)
      done.abort()
      resolve()
    }
  })
