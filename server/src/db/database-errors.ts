/** The SQLSTATE of a write on a standby or on a server that is set read-only. */
export const standbyState = '25006'

export const standbyError = () =>
  Object.assign(new Error('DATABASE_URL points to a standby, which is read-only.'), { code: standbyState })

/**
 * SQLSTATE classes of temporary errors: connection, authorization, resources, shutdown, statement timeout and
 * standby. Authorization errors are included, because they stop as soon as a replaced password is updated.
 */
const states = new RegExp(`^(08...|28...|53...|57P0[123]|57014|${standbyState})$`)
/**
 * Node's codes for a peer that cannot be reached or resolved, or that disconnects. The last two are Atelier's own.
 */
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
/** Messages of connection errors of `pg` that have no code. */
const messages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client .+ not queryable)/

/** The error of a rejected caller. The response asks the client to try again later. */
export const tooBusy = (message: string) => Object.assign(new Error(message), { code: 'TOO_BUSY' })

/** Whether work was rejected before it reached the database (admission.ts, batch-queue.ts). */
export const isTooBusy = (error: unknown) => (error as { code?: string } | undefined)?.code === 'TOO_BUSY'

/** Errors of statements that were never sent. Not stored in the error, because the log prints all its fields. */
const unsent = new WeakSet<object>()

export function markUnsent(error: unknown): void {
  if (error instanceof Error) unsent.add(error)
}

/** Whether a statement that failed may have reached the database. */
export const wasSent = (error: unknown): boolean => !(error instanceof Error && unsent.has(error))

/** SQLSTATE for a full disk. Handled separately, because the error lasts until space is freed. */
const diskFull = '53100'

/** Whether the database's disk is full. Nothing was written. */
export const isDiskFull = (error: unknown) => (error as { code?: string } | undefined)?.code === diskFull

/** Raised by the triggers of `0066-client-limits`. */
const outsideLimit = 'AT403'

/** Whether a limited client tried to change an asset or a folder outside its folders. Nothing was written. */
export const isOutsideLimit = (error: unknown) =>
  (error as { code?: string } | undefined)?.code === outsideLimit

/** Whether an error means that the database cannot be reached or cannot answer now. A retry can succeed. */
export function isUnavailable(error: unknown): boolean {
  // `localhost` has two IP addresses, so the error of the first attempt decides.
  if (error instanceof AggregateError) return isUnavailable(error.errors[0])
  if (!(error instanceof Error)) return false
  const { code = '' } = error as { code?: string }
  return states.test(code) || codes.has(code) || messages.test(error.message)
}
