import { randomKey } from '../../../sdk/src/http/api.ts'
import { RateLimitedError, type Uploaded } from '../../../sdk/src/index.ts'
import { mayGoOn } from '../../../sdk/src/uploads/tus.ts'
import { statusOf } from '../errors.ts'
import { sessionEnd } from '../session-end.ts'
import { uploadText } from '../strings/uploads.ts'
import { forgetFiles, keepFiles } from './kept-files.ts'
import type { Choice, KeptTask, Task, Upload } from './task.ts'
import { type Transfer, transferOf } from './transfer.ts'

const atOnceMax = 4
const attemptsMax = 8
const retryMsMin = 1_000
const retryMsMax = 30_000
/**
 * A browser that takes longer to store files may never answer. The files are then sent without being stored,
 * and are forgotten on a reload.
 */
const keepMsMax = 5_000
/** Minimum interval between reports of progress, because each renders the list. */
const tellMs = 100

type Entry = {
  upload: Upload
  task: Omit<Task, 'file'>
  /** Undefined while the file is missing. */
  transfer: Transfer | undefined
  /** The modification time of a missing file. */
  lastModified?: number
  /** The entry's key in this browser's storage, which is also its idempotency key. */
  key: string
  choice?: Choice
  /**
   * Whether the file is being stored in this browser. It is sent afterwards, so that it survives a reload.
   */
  isBeingKept?: boolean
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
    // Uploads continue after the next sign-in.
    if (sessionEnd.isNow()) return tell()
    const free = atOnceMax - entries.filter(({ upload }) => upload.state === 'sending').length
    const waiting = entries.filter(({ upload, isBeingKept }) => upload.state === 'waiting' && !isBeingKept)
    for (const entry of waiting.slice(0, Math.max(0, free))) void run(entry)
    tell()
  }

  async function run(entry: Entry) {
    const running = new AbortController()
    entry.running = running
    set(entry, { state: 'sending' })
    try {
      if (await mustAsk(entry, running.signal)) return fill()
      running.signal.throwIfAborted()
      const sent = await persist(entry, running.signal, (bytes) => {
        set(entry, { sent: Math.min(bytes, entry.upload.size) })
        tellSoon()
      })
      set(entry, {
        state: 'done',
        sent: entry.upload.size,
        assetId: sent.asset.id,
        isVersion: entry.choice === 'version',
        ...(sent.duplicateOf !== null && { duplicateOf: sent.duplicateOf }),
      })
      forget([entry])
    } catch (error) {
      // The code that stopped it has already set its state.
      if (!running.signal.aborted) fail(entry, error)
    }
    fill()
  }

  /** Whether the folder has an asset with that name, and the user has yet to decide what to do. */
  async function mustAsk(entry: Entry, signal: AbortSignal): Promise<boolean> {
    const { choice, task } = entry
    if (choice !== undefined) return false
    const existing = await retrying(signal, async () => task.findSameName?.())
    signal.throwIfAborted()
    if (existing === undefined) {
      entry.choice = 'add'
      return false
    }
    set(entry, { state: 'asking', sameName: existing.id })
    return true
  }

  function fail(entry: Entry, error: unknown) {
    if (statusOf(error) === 401) {
      set(entry, { state: 'waiting' })
      sessionEnd.note()
    } else set(entry, { state: 'failed', error: error as Error, canRetry: canRetry(error) })
  }

  const forget = (gone: readonly Entry[]) =>
    void forgetFiles(gone.filter(({ task }) => task.kept).map(({ key }) => key))

  function change(ids: readonly number[], states: Upload['state'][], work: (entry: Entry) => void) {
    for (const entry of entries)
      if (ids.includes(entry.upload.id) && states.includes(entry.upload.state)) work(entry)
    fill()
  }

  const newUpload = (
    { companyId }: Omit<Task, 'file'>,
    { name, size }: { name: string; size: number },
  ): Upload => {
    lastId += 1
    return { id: lastId, name, size, sent: 0, state: 'waiting', companyId }
  }

  /**
   * Continues an upload that misses this file. A changed file must not be combined with the server's bytes of
   * the old file.
   * @param into restricts the choice to uploads with the same target.
   */
  function giveBack(file: File, into?: Task): boolean {
    const entry = entries.find(
      ({ upload, task, lastModified }) =>
        upload.state === 'lost' &&
        upload.name === file.name &&
        upload.size === file.size &&
        lastModified === file.lastModified &&
        (into === undefined || targetOf(task) === targetOf(into)),
    )
    if (entry === undefined) return false
    entry.transfer = transferOf({ ...entry.task, file }, entry.key)
    set(entry, { state: 'waiting' })
    return true
  }

  sessionEnd.subscribe(() => {
    if (!sessionEnd.isNow()) fill()
  })

  const idsOf = () => entries.map(({ upload }) => upload.id)

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    list: () => shown,
    add(tasks: readonly Task[]) {
      const fresh = tasks.filter((task) => !giveBack(task.file, task))
      const added = fresh.map((task): Entry => {
        const { file } = task
        const key = randomKey()
        const upload = newUpload(task, file)
        if (file.size > 0)
          return { upload, task, key, transfer: transferOf(task, key), isBeingKept: task.kept !== undefined }
        const error = new Error(uploadText.emptyFile)
        return {
          upload: { ...upload, state: 'failed', error, canRetry: false },
          task,
          key,
          transfer: undefined,
        }
      })
      entries = [...entries, ...added]
      const keeping = keepFiles(
        added.flatMap(({ task, key, transfer }, at) =>
          task.kept && transfer
            ? [{ ...task.kept, key, companyId: task.companyId, file: fresh[at]!.file }]
            : [],
        ),
      )
      void Promise.race([keeping, wait(keepMsMax)]).then(() => {
        for (const entry of added) entry.isBeingKept = false
        // Forgets uploads that were canceled while their files were being stored.
        forget(added.filter((entry) => !entries.includes(entry)))
        fill()
      })
      fill()
    },
    /** Continues with files of an earlier page. */
    addKept(tasks: readonly KeptTask[]) {
      const known = new Set(entries.map(({ key }) => key))
      const unknown = tasks.filter(({ key }) => !known.has(key))
      const added = unknown.map((task): Entry => {
        const { key, file, lastModified } = task
        const upload = newUpload(task, file ?? task)
        const transfer = file && transferOf({ ...task, file }, key)
        return { upload: { ...upload, state: file ? 'waiting' : 'lost' }, task, key, transfer, lastModified }
      })
      entries = [...entries, ...added]
      fill()
    },
    /**
     * Continues uploads whose files were chosen again.
     * @returns the files that belong to no upload.
     */
    giveFiles(files: readonly File[]): File[] {
      const unknown = files.filter((file) => !giveBack(file))
      fill()
      return unknown
    },
    /** Decides what happens to files whose names already exist in their folders. */
    choose(choice: Choice, ids: readonly number[] = idsOf()) {
      change(ids, ['asking'], (entry) => {
        entry.choice = choice
        set(entry, { state: choice === 'skip' ? 'skipped' : 'waiting' })
        if (choice === 'skip') forget([entry])
      })
    },
    pause: (ids = idsOf()) =>
      change(ids, ['waiting', 'sending'], (entry) => {
        set(entry, { state: 'paused' })
        entry.running?.abort()
      }),
    /** Resumes paused files and retries failed ones. */
    resume: (ids = idsOf()) =>
      change(ids, ['paused', 'failed'], (entry) => {
        if (entry.upload.canRetry !== false) set(entry, { state: 'waiting' })
      }),
    cancel(ids = idsOf()) {
      const gone = entries.filter(({ upload }) => ids.includes(upload.id) && !isFinished(upload))
      entries = entries.filter((entry) => !gone.includes(entry))
      for (const { running, transfer } of gone) {
        running?.abort()
        transfer?.discard()
      }
      forget(gone)
      fill()
    },
    /** The asset of an upload was moved to the trash, because the library has its file already. */
    dropCopy(id: number) {
      change([id], ['done'], (entry) => {
        const { assetId: _, duplicateOf: __, ...upload } = entry.upload
        entry.upload = { ...upload, state: 'skipped' }
      })
    },
    clear() {
      entries = entries.filter(({ upload }) => !isFinished(upload))
      tell()
    },
  }
}

/** Sends a file until it is uploaded and its callback has finished. */
function persist(entry: Entry, signal: AbortSignal, onProgress: (sent: number) => void): Promise<Uploaded> {
  let furthest = 0
  return retrying(signal, async (isFirst) => {
    const progressed = (sent: number) => {
      // Gives up if an upload starts again each time and fails each time.
      if (sent > furthest) isFirst()
      furthest = Math.max(furthest, sent)
      onProgress(sent)
    }
    entry.sent ??= await send(entry, signal, progressed)
    signal.throwIfAborted()
    await entry.task.settle?.(entry.sent.asset.id)
    return entry.sent
  })
}

/**
 * An unavailable or busy server is not an error. The SDK does not retry here.
 * @param work calls `isFirst` when it succeeded in part: the attempts are counted again from there.
 */
async function retrying<Result>(signal: AbortSignal, work: (isFirst: () => void) => Promise<Result>) {
  let attempt = 0
  const isFirst = () => {
    attempt = 0
  }
  for (;;) {
    try {
      await connected(signal)
      return await work(isFirst)
    } catch (error) {
      attempt += 1
      if (signal.aborted || !isPassing(error) || attempt >= attemptsMax) throw error
      await pause(Math.min(retryMsMin * 2 ** attempt, retryMsMax), signal)
    }
  }
}

function send({ transfer, choice, upload }: Entry, ...more: [AbortSignal, (sent: number) => void]) {
  if (choice === 'version' && upload.sameName !== undefined)
    return transfer!.replace(upload.sameName, ...more)
  return transfer!.send(...more)
}

const targetOf = ({ companyId, kept }: Omit<Task, 'file'>) =>
  JSON.stringify([companyId, kept?.target.top, kept?.target.folders])

export const isFinished = ({ state }: Upload) => state === 'done' || state === 'skipped'

/** Whether a retry can succeed. A rejected file would be rejected again. */
const canRetry = (error: unknown) => ![413, 415, 422].includes(statusOf(error) ?? 0)

/** An offline browser fails every request immediately, so waiting for it does not count as an attempt. */
async function connected(signal: AbortSignal) {
  if (!navigator.onLine) await pause(Number.POSITIVE_INFINITY, signal)
}

const isPassing = (error: unknown) => mayGoOn(error) || error instanceof RateLimitedError

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Ends early if the connection is back, or if the upload was stopped. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const done = new AbortController()
    const { signal: ended } = done
    const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(end, ms)
    window.addEventListener('online', end, { signal: ended })
    signal.addEventListener('abort', () => reject(signal.reason), { signal: ended })
    function end() {
      clearTimeout(timer)
      done.abort()
      resolve()
    }
  })
