import { ApiError, errorOf, urlOf } from '../api.ts'
import { apiText } from '../strings/api.ts'
import { duplicateHeader, type Sent, type Task, type Transfer } from './task.ts'

/** In one piece. `fetch` does not tell how much has gone, so that the older way is taken. */
export function formTransfer({ file, companyId, folderId }: Task): Transfer {
  // Sent again after an answer was lost, it is still one asset.
  const key = randomKey()
  return {
    async send(signal, onProgress) {
      const form = new FormData()
      const folder = await folderId()
      if (folder !== null) form.append('folder_id', folder)
      form.append('file', file)
      signal.throwIfAborted()
      const answer = await post(
        form,
        { 'Atelier-Company': companyId, 'Idempotency-Key': key },
        signal,
        onProgress,
      )
      if (!answer.ok) throw await errorOf(answer)
      const { data } = (await answer.json()) as { data: { id: string } }
      return {
        assetId: data.id,
        duplicateOf: answer.headers.get(duplicateHeader) ?? undefined,
      } satisfies Sent
    },
    discard() {},
  }
}

function post(
  form: FormData,
  headers: Record<string, string>,
  signal: AbortSignal,
  onProgress: (sent: number) => void,
): Promise<Response> {
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  return new Promise<Response>((resolve, reject) => {
    request.open('POST', urlOf('/assets'))
    request.setRequestHeader('Accept', 'application/json')
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onload = () => resolve(responseOf(request))
    request.onerror = () => reject(new ApiError(apiText.unreachable, { status: 0 }))
    request.onabort = () => reject(signal.reason)
    signal.addEventListener('abort', abort)
    request.send(form)
  }).finally(() => signal.removeEventListener('abort', abort))
}

/** As `fetch` would have answered. */
function responseOf(request: XMLHttpRequest): Response {
  const names = ['Content-Type', 'X-Request-Id', 'Retry-After', duplicateHeader]
  const headers = names.map((name) => [name, request.getResponseHeader(name)] as const)
  return new Response(request.responseText, {
    status: request.status,
    headers: headers.filter((pair): pair is [string, string] => pair[1] !== null),
  })
}

/** `randomUUID` is only there under https. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
