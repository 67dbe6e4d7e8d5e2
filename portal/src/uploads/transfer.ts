import { randomKey } from '../../../sdk/src/http/api.ts'
import { NotFoundError, type Uploaded, type UploadOptions } from '../../../sdk/src/index.ts'
import { createApi } from '../api.ts'
import type { Task } from './task.ts'
import { tellingFetch } from './telling-fetch.ts'

/** A file's way to the server. Aborted by the signal, it may be sent again. */
export type Transfer = {
  /** @param onProgress is told the bytes that have gone. */
  send(signal: AbortSignal, onProgress: (sent: number) => void): Promise<Uploaded>
  /** Nobody wants it any more: the server may forget what it has. */
  discard(): void
}

/**
 * By the SDK: what has arrived of a large file is kept, and the rest goes on from there, after a pause, a lost connection,
 * or when the same file is chosen again after the page was closed.
 */
export function transferOf({ file, companyId, folderId }: Task): Transfer {
  const { assets, uploads } = createApi(companyId)
  // Sent again after an answer was lost, it is still one asset.
  let idempotencyKey = randomKey()
  let place: Place | undefined

  /** Nothing when there is none, or it has ended: then it begins anew. */
  async function resumed(place: Place, options: UploadOptions): Promise<Uploaded | undefined> {
    const url = place.get()
    if (url === undefined) return undefined
    try {
      return await uploads.resume(url, file, options)
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error
      place.set(undefined)
      idempotencyKey = randomKey()
      return undefined
    }
  }

  return {
    async send(signal, onProgress) {
      const folder = await folderId()
      signal.throwIfAborted()
      place ??= placeOf(
        ['atelier-upload', companyId, folder, file.name, file.size, file.lastModified].join('/'),
      )
      const options = { ...telling(onProgress), signal, maxRetries: 0, onUrl: place.set }
      const fields = folder === null ? {} : { folder_id: folder }
      const sent =
        (await resumed(place, options)) ?? (await assets.upload(file, fields, { ...options, idempotencyKey }))
      place.set(undefined)
      return sent
    },
    discard() {
      const url = place?.get()
      place?.set(undefined)
      // What can't be removed now, the server removes in a day.
      if (url) void uploads.delete(url).catch(() => {})
    },
  }
}

/** Tells of each byte, where the SDK alone would tell of each request. */
function telling(onProgress: (sent: number) => void): Pick<UploadOptions, 'fetch' | 'onProgress'> {
  let acknowledged = 0
  return {
    fetch: tellingFetch((sent) => onProgress(acknowledged + sent)),
    onProgress({ sent }) {
      acknowledged = sent
      onProgress(sent)
    },
  }
}

type Place = { get(): string | undefined; set(url: string | undefined): void }

/** The address of an upload under way, which outlives the page. The same file may be sent twice at once, to two. */
function placeOf(fingerprint: string): Place {
  let own = localStorage.getItem(fingerprint) ?? undefined
  return {
    get: () => own,
    set(url) {
      own = url
      if (url === undefined) localStorage.removeItem(fingerprint)
      else localStorage.setItem(fingerprint, url)
    },
  }
}
