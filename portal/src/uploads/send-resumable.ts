import type { HttpResponse, Upload } from 'tus-js-client'
import { ApiError, createApi, errorOf, urlOf } from '../api.ts'
import type { ResumableUpload } from '../resources.gen.ts'
import { apiText } from '../strings/api.ts'
import { duplicateHeader, type Task, type Transfer } from './task.ts'

/**
 * By tus (tus.io): what has arrived is kept, and the rest goes on from there, after a pause, a lost connection, or
 * when the same file is chosen again after the page was closed.
 */
export function resumableTransfer(task: Task): Transfer {
  let upload: Upload | undefined
  return {
    async send(signal, onProgress) {
      upload ??= await prepare(task)
      signal.throwIfAborted()
      const duplicateOf = await run(upload, signal, onProgress)
      const id = upload.url!.split('/').at(-1)!
      const { data } = await createApi(task.companyId).get<{ data: ResumableUpload }>(`/uploads/${id}`)
      return { assetId: data.asset_id ?? undefined, duplicateOf }
    },
    discard() {
      void upload?.abort(true).catch(() => {})
    },
  }
}

async function prepare({ file, companyId, folderId }: Task): Promise<Upload> {
  const [tus, folder] = await Promise.all([import('tus-js-client'), folderId()])
  const upload = new tus.Upload(file, {
    endpoint: urlOf('/uploads'),
    headers: { 'Atelier-Company': companyId },
    metadata: { filename: file.name, ...(folder !== null && { folder_id: folder }) },
    fingerprint: async () =>
      ['atelier', companyId, folder, file.name, file.size, file.lastModified].join('/'),
    removeFingerprintOnSuccess: true,
    // The queue tries again, for every kind of upload alike.
    retryDelays: null,
  })
  const [before] = await upload.findPreviousUploads()
  if (before) upload.resumeFromPreviousUpload(before)
  return upload
}

/** @returns the asset that has the same bytes. */
function run(upload: Upload, signal: AbortSignal, onProgress: (sent: number) => void) {
  let abort = () => {}
  return new Promise<string | undefined>((resolve, reject) => {
    abort = () => void upload.abort().then(() => reject(signal.reason), reject)
    Object.assign(upload.options, {
      onProgress,
      onSuccess: ({ lastResponse }: { lastResponse: HttpResponse }) =>
        resolve(lastResponse.getHeader(duplicateHeader) ?? undefined),
      onError: (error: Error & { originalResponse?: HttpResponse | null }) =>
        void faultOf(error.originalResponse).then(reject),
    })
    signal.addEventListener('abort', abort)
    upload.start()
  }).finally(() => signal.removeEventListener('abort', abort))
}

async function faultOf(response: HttpResponse | null | undefined): Promise<ApiError> {
  if (!response || response.getStatus() === 0) return new ApiError(apiText.unreachable, { status: 0 })
  const requestId = response.getHeader('X-Request-Id')
  return errorOf(
    new Response(response.getBody(), {
      status: response.getStatus(),
      headers: requestId === undefined || requestId === null ? {} : { 'X-Request-Id': requestId },
    }),
  )
}
