import { after } from 'node:test'
import type { Service } from './service.ts'

export type Sent = { id: string; data?: Record<string, unknown> }

/** Reads server-sent events like a browser: the events so far, and how the stream ended. */
export async function follow(
  service: Pick<Service, 'url'>,
  token: string,
  path: string,
  headers: Record<string, string> = {},
) {
  const stop = new AbortController()
  after(() => stop.abort())
  const response = await fetch(service.url + path, {
    signal: stop.signal,
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
  })
  const events: Sent[] = []
  let text = ''
  const ended = (async () => {
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s)))
        if (fields.id) events.push({ id: fields.id, ...(fields.data && { data: JSON.parse(fields.data) }) })
      }
    }
    return 'ended' as const
  })().catch(() => 'cut' as const)
  return { response, events, ended, stop: () => stop.abort() }
}
