import { whileWanted } from '../http/wait.ts'

/** A server-sent event (HTML Living Standard). An event without data only advances the cursor. */
export type ServerEvent = { id: string; data: string | undefined }

/** Time after which a silent stream counts as dead: three heartbeat intervals of the server. */
const silenceMsMax = 45_000

/**
 * @throws the signal's reason when it aborts, the stream's errors, or an error if the stream is silent for
 * too long.
 */
export async function* serverEvents(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  const linesIn = lineReader()
  let block: string[] = []
  try {
    for (;;) {
      const { done, value } = await whileWanted(inTime(reader.read()), signal)
      if (done) return
      for (const line of linesIn(decoder.decode(value, { stream: true }))) {
        if (line !== '') {
          block.push(line)
          continue
        }
        const event = eventIn(block)
        block = []
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

/**
 * Splits text into lines, which end with LF, CR or CRLF. @returns a function that takes a chunk of text and
 * returns the complete lines.
 */
function lineReader() {
  let rest = ''
  let isAfterReturn = false
  return (piece: string): string[] => {
    if (piece === '') return []
    // The second half of a CRLF that was split between chunks.
    const text = isAfterReturn && piece.startsWith('\n') ? piece.slice(1) : piece
    isAfterReturn = piece.endsWith('\r')
    const lines = (rest + text).split(/\r\n|\r|\n/)
    rest = lines.pop()!
    return lines
  }
}

async function inTime<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The stream was silent for too long.')), silenceMsMax)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

function eventIn(lines: string[]): ServerEvent | undefined {
  let id: string | undefined
  const data: string[] = []
  for (const line of lines) {
    // JSON can contain U+2028 and U+2029, which are not line ends here.
    const [, name, value] = /^(\w+): ?(.*)$/s.exec(line) ?? []
    if (name === 'id') id = value
    if (name === 'data') data.push(value!)
  }
  return id === undefined ? undefined : { id, data: data.length > 0 ? data.join('\n') : undefined }
}
