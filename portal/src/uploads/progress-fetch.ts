/**
 * A `fetch` that reports upload progress, which browsers support only in XMLHttpRequest.
 * @param onSent receives the number of bytes sent; for a form, slightly more than the file's.
 */
export const tellingFetch =
  (onSent: (bytes: number) => void): typeof fetch =>
  (input, init = {}) =>
    init.body ? sendTelling(String(input), init, onSent) : fetch(input, init)

function sendTelling(url: string, init: RequestInit, onSent: (bytes: number) => void): Promise<Response> {
  const { method = 'POST', headers, body, signal } = init
  const request = new XMLHttpRequest()
  const abort = () => request.abort()
  return new Promise<Response>((resolve, reject) => {
    signal?.throwIfAborted()
    request.open(method, url)
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onSent(loaded)
    request.onload = () => resolve(responseOf(request))
    request.onerror = () => reject(new TypeError('The request received no response.'))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', abort)
    request.send(body as XMLHttpRequestBodyInit)
  }).finally(() => signal?.removeEventListener('abort', abort))
}

/**
 * Builds the response of `fetch`. The `Response` constructor rejects even an empty body for statuses such as
 * 204.
 */
function responseOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name, value] = line.split(/: ?(.*)/)
    if (name) headers.append(name, value ?? '')
  }
  return new Response(responseText || null, { status, headers })
}
