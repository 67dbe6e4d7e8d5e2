import { randomKey } from '../../../sdk/src/http/api.ts'
import { NotFoundError, type Uploaded, type UploadOptions } from '../../../sdk/src/index.ts'
import { createApi } from '../api.ts'
import { tellingFetch } from './progress-fetch.ts'
import type { Task } from './task.ts'

/** A transfer can be repeated after it was aborted. */
export type Transfer = {
  /** @param onProgress receives the number of bytes sent. */
  send(signal: AbortSignal, onProgress: (sent: number) => void): Promise<Uploaded>
  /** Sends it as a new version of an asset. */
  replace(assetId: string, signal: AbortSignal, onProgress: (sent: number) => void): Promise<Uploaded>
  /** Deletes the unfinished upload on the server after a cancellation. */
  discard(): void
}

/**
 * Uses the SDK: a large file resumes after a pause, a lost connection, or when the same file is selected
 * again after the page was closed.
 * @param firstKey the idempotency key, if an earlier page may have sent the file.
 */
export function transferOf(
  { file, companyId, folderId }: Pick<Task, 'file' | 'companyId' | 'folderId'>,
  firstKey = randomKey(),
): Transfer {
  const { assets, uploads } = createApi(companyId)
  // The idempotency key prevents a duplicate asset after a lost response.
  let idempotencyKey = firstKey
  let place: Place | undefined

  /** Undefined if there is no unfinished upload or it has expired. Then the upload starts again. */
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
    async replace(assetId, signal, onProgress) {
      const options = { ...telling(onProgress), signal, maxRetries: 0, idempotencyKey }
      return { asset: await assets.replaceFile(assetId, file, options), duplicateOf: null }
    },
    discard() {
      const url = place?.get()
      place?.set(undefined)
      // If this fails, the server deletes the upload within a day.
      if (url) void uploads.delete(url).catch(() => {})
    },
  }
}

/** Reports progress within a request, because the SDK reports only complete requests. */
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

/**
 * Stores the URL of an unfinished upload, so that it survives the page. Two uploads of the same file have
 * separate entries.
 */
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
