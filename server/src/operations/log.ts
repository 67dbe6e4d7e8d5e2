import { type Logger, pino } from 'pino'
import type { Answered } from '../http/answered.ts'
import { publicId } from '../ids.ts'

/** Lines are written together, when so many have come or so much time has passed. */
const logBytesAtOnce = 16_000
const logDelayMs = 50

/** JSON lines on standard output, written a little later and in larger pieces: a request never waits for its log. */
export function createLogger(level: string): Logger {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, messageKey: 'message' },
    pino.destination({ dest: 1, sync: false, minLength: logBytesAtOnce, periodicFlush: logDelayMs }),
  )
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
