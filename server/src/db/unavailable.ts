/** Of a server that changes nothing: it follows another, or has been told to. */
export const standbyState = '25006'

export const standbyError = () =>
  Object.assign(new Error('DATABASE_URL points to a standby, which is read-only.'), { code: standbyState })

/**
 * SQLSTATE classes: connection, authorization, resources, shutting down; a statement that took too long; a standby. Whose
 * password is being replaced is let in again by the next start.
 */
const states = new RegExp(`^(08...|28...|53...|57P0[123]|57014|${standbyState})$`)
/** Node's codes for a peer that is not there, goes away, or has no address; the last two are our own. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENGINE_STOPPED',
  'TOO_BUSY',
])
/** `pg` gives these no code. */
const messages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client .+ not queryable)/

/** Of who is turned away: it is said as «try again later». */
export const tooBusy = (message: string) => Object.assign(new Error(message), { code: 'TOO_BUSY' })

/** Whether somebody was turned away before the database was asked (admission.ts, batch-queue.ts). */
export const isTooBusy = (error: unknown) => (error as { code?: string } | undefined)?.code === 'TOO_BUSY'

const unsent = new WeakSet<object>()

/** Marks an error of whoever was given no connection. */
export function markUnsent(error: unknown): void {
  if (error instanceof Error) unsent.add(error)
}

/** Whether a statement that failed may have reached the database. */
export const wasSent = (error: unknown): boolean => !(error instanceof Error && unsent.has(error))

/** Not before somebody makes room: it is told apart from what passes by itself. */
const diskFull = '53100'

/** Whether the disk of the database has no room for what was to be written. Nothing of it was. */
export const isDiskFull = (error: unknown) => (error as { code?: string } | undefined)?.code === diskFull

/** Whether an error says «the database can't be reached or can't answer now»: it may be tried again. */
export function isUnavailable(error: unknown): boolean {
  // `localhost` has two addresses: of several tries the first speaks for all.
  if (error instanceof AggregateError) return isUnavailable(error.errors[0])
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: string }
  return states.test(code) || codes.has(code) || messages.test(error.message)
}
