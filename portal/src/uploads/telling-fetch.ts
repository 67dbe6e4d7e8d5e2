/**
 * A `fetch` that tells how many bytes of a request's body have gone, which browsers tell of the older way alone.
 * @param onSent is told them as they go; those of a form are a little more than those of its file.
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

/** As `fetch` would have answered. Where there must be no body, not even an empty one is taken. */
function responseOf(request: XMLHttpRequest): Response {
  const { status, responseText } = request
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const [name, value] = line.split(/: ?(.*)/)
    if (name) headers.append(name, value ?? '')
  }
  return new Response(responseText || null, { status, headers })
}
