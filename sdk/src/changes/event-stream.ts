import { whileWanted } from '../http/wait.ts'

/** One event of a stream (HTML Living Standard, «Server-sent events»); without data it only moves the reader's place. */
export type ServerEvent = { id: string; data: string | undefined }

/** Three times what the server's heartbeat takes: a stream that is silent for longer is dead. */
const silenceMsMax = 45_000

/** @throws the signal's reason when it ends; what the stream throws; when nothing comes for too long. */
export async function* serverEvents(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await whileWanted(inTime(reader.read()), signal)
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop()!
      for (const block of blocks) {
        const event = eventIn(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Nothing came for too long.')), silenceMsMax)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function eventIn(block: string): ServerEvent | undefined {
  let id: string | undefined
  const data: string[] = []
  for (const line of block.split('\n')) {
    const [, name, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (name === 'id') id = value
    if (name === 'data') data.push(value!)
  }
  return id === undefined ? undefined : { id, data: data.length > 0 ? data.join('\n') : undefined }
}
