import { type Logger, pino } from 'pino'
import type { Principal } from '../http/caller.ts'
import type { RequestSummary } from '../http/request-summary.ts'
import { publicId } from '../ids.ts'

/** Number of bytes, and time, after which the collected lines are written. */
const logBytesAtOnce = 64 * 1024
const logDelayMs = 50

export type Output = { write(lines: Buffer): void; flush(done?: (error?: Error) => void): void }

/** Opens standard output, buffered and asynchronous, so that nothing waits for it. */
export function openOutput(): Output {
  const out = pino.destination({
    dest: 1,
    sync: false,
    minLength: logBytesAtOnce,
    maxWrite: 2 * logBytesAtOnce,
    periodicFlush: logDelayMs,
    // In text mode, the stream would concatenate and measure the whole buffer for each line.
    contentMode: 'buffer',
  })
  return {
    // In the content mode `buffer`, the stream accepts buffers, which its types do not express.
    write: (lines) => void out.write(lines as unknown as string),
    flush: (done) => out.flush(done),
  }
}

/** JSON lines on standard output. Requests never wait for the log. */
export function createLogger(level: string, output = openOutput()): Logger {
  const lines = {
    write: (line: string) => output.write(Buffer.from(line)),
    flush: output.flush,
  }
  return pino({ level, base: null, timestamp: isoTime(), messageKey: 'message' }, lines)
}

/** The time is cached, because many lines are written per millisecond. */
function isoTime() {
  let [at, text] = [0, '']
  return () => {
    const now = Date.now()
    if (now !== at) [at, text] = [now, `,"time":"${new Date(now).toISOString()}"`]
    return text
  }
}

/**
 * Writes one line per request. The line contains the route and never the URL, which can contain secrets. Builds the
 * line here, where only the route may need an escape, and writes it to the logger's stream together with the other
 * responses of the tick, because logging would otherwise be the most expensive part of a cached page.
 */
export function answerLog(logger: Logger): (answers: readonly RequestSummary[]) => void {
  if (!logger.isLevelEnabled('info')) return () => {}
  // The symbol is public, but missing from the type of a logger.
  const stream = (logger as unknown as { [pino.symbols.streamSym]: { write(line: string): void } })[
    pino.symbols.streamSym
  ]
  const time = isoTime()
  /**
   * Caches the JSON of a principal's IDs. Principals are cached with their tokens (oauth/authenticate.ts).
   */
  const callers = new WeakMap<Principal, string>()

  function callerOf(principal: Principal | undefined) {
    if (!principal) return nobody
    const known = callers.get(principal)
    if (known !== undefined) return known
    const fields = fieldsOf(idsOf(principal))
    callers.set(principal, fields)
    return fields
  }

  function restOf({ id, method, route, status, elapsedMs, principal }: RequestSummary) {
    const asked = `"method":"${method}","route":${JSON.stringify(route ?? null)},"status":${status}`
    const took = `"duration_ms":${Math.round(elapsedMs * 10) / 10}`
    return `${asked},${took},${callerOf(principal)},"request_id":"${id}"}\n`
  }

  return (answers) => {
    const begin = `{"level":${info}${time()},`
    stream.write(answers.map((answered) => begin + restOf(answered)).join(''))
  }
}

const info = pino.levels.values.info
const fieldsOf = (object: object) => JSON.stringify(object).slice(1, -1)
const nobody = fieldsOf({ client: null, company: null })

const idsOf = ({ clientId, personId, companyId }: Principal) => ({
  client: clientId ? publicId('client', clientId) : null,
  person: clientId ? undefined : publicId('person', personId!),
  company: companyId ? publicId('company', companyId) : null,
})
