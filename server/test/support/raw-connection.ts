import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Reply } from './documented.ts'
import type { Service } from './service.ts'

/** Maximum wait for a response, shorter than the server's keep-alive timeout. */
const silenceMsMax = 5_000

/**
 * Sends bytes on a new connection.
 * @param endsAfterMs when to half-close, so that the server does not wait for more; never by default.
 * @returns everything received, as Latin-1, once the connection is closed.
 * @throws if the server neither responds nor closes.
 */
export function answerTo(
  { url }: Pick<Service, 'url'>,
  bytes: Uint8Array,
  endsAfterMs?: number,
): Promise<string> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  const socket = connect({ host: hostname, port: Number(port) }, async () => {
    if (endsAfterMs === 0) return socket.end(bytes)
    socket.write(bytes)
    if (endsAfterMs === undefined) return
    await wait(endsAfterMs)
    socket.end()
  })
  socket.setEncoding('latin1').on('data', (part) => {
    answer += part
  })
  socket.setTimeout(silenceMsMax, () => {
    reject(new Error(`no answer, and no end, within ${silenceMsMax} ms: ${JSON.stringify(answer)}`))
    socket.destroy()
  })
  socket.on('error', () => {}).on('close', () => resolve(answer))
  return promise
}

export type RawReply = Reply & { headers: Headers }

/** The responses in the received bytes. The last response may be truncated. */
export function repliesIn(answer: string, isHead = false): RawReply[] {
  const found = /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n((?:[^\r]+\r\n)*)\r\n/.exec(answer)
  if (!found) return []
  const status = Number(found[1])
  const lines = found[2]!.split('\r\n').filter(Boolean)
  const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/, 2) as [string, string]))
  const rest = answer.slice(found[0].length)
  if (status < 200) return repliesIn(rest, isHead)
  const bytes = isHead ? 0 : Number(headers.get('content-length') ?? 0)
  const text = Buffer.from(rest.slice(0, bytes), 'latin1').toString()
  const reply = { status, type: headers.get('content-type') ?? undefined, text, headers }
  return [reply, ...repliesIn(rest.slice(bytes), isHead)]
}
