import { type Logger, pino } from 'pino'
import type { Answered } from '../http/answered.ts'
import { publicId } from '../ids.ts'

/** Lines are written together, when so many have come or so much time has passed. */
const logBytesAtOnce = 16_000
const logDelayMs = 50

/** JSON lines on standard output, written a little later and in larger pieces: a request never waits for its log. */
export function createLogger(level: string): Logger {
  const out = pino.destination({
    dest: 1,
    sync: false,
    minLength: logBytesAtOnce,
    periodicFlush: logDelayMs,
    // Texts it would add up, and measure from the beginning with each line.
    contentMode: 'buffer',
  })
  const lines = {
    write: (line: string) => void out.write(Buffer.from(line) as unknown as string),
    flush: (done?: (error?: Error) => void) => out.flush(done),
  }
  return pino({ level, base: null, timestamp: isoTime(), messageKey: 'message' }, lines)
}

/** Many lines are written in a millisecond. */
function isoTime() {
  let [at, text] = [0, '']
  return () => {
    const now = Date.now()
    if (now !== at) [at, text] = [now, `,"time":"${new Date(now).toISOString()}"`]
    return text
  }
}

/** One line a request. The route, never the URL: what callers put there may be secret. */
export function logAnswer(logger: Logger, { id, method, route, status, elapsedMs, principal }: Answered) {
  logger.info({
    method,
    route: route ?? null,
    status,
    duration_ms: Math.round(elapsedMs * 10) / 10,
    client: principal?.clientId ? publicId('client', principal.clientId) : null,
    person: principal && !principal.clientId ? publicId('person', principal.personId!) : undefined,
    company: principal?.companyId ? publicId('company', principal.companyId) : null,
    request_id: id,
  })
}
