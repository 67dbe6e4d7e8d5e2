import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { changes } from './admission.ts'
import { queryOlderSession } from './connections.ts'
import { wasSent } from './database-errors.ts'
import type { Handle } from './handle.ts'

/**
 * How long to ask PostgreSQL for the outcome: longer than it needs to notice a closed connection.
 */
const askedForMsMax = 5_000
const firstPauseMs = 10
const pauseMsMax = 200

/**
 * The outcome of a change is unknown, because the connection was lost after COMMIT was sent, and PostgreSQL cannot be
 * asked. Neither success nor an error would be certain, so the client gets no response (contract R-ERR-13).
 */
export class OutcomeUnknownError extends Error {
  override name = 'OutcomeUnknownError'

  constructor(cause: unknown) {
    super(
      'It is unknown whether the change was committed, because the connection to the database was lost.',
      { cause },
    )
  }
}

/** SQLSTATEs with which PostgreSQL ends a session, possibly after the commit. */
const endOfSession = /^(08...|57P..|25P0[34])$/

/** Whether a failed commit may have succeeded. Any other PostgreSQL error means a rollback. */
function mayHaveHappened(error: unknown): boolean {
  // Kysely's error when PostgreSQL answers COMMIT with ROLLBACK.
  if ((error as Error).name === 'AbortedTransactionError') return false
  if (!(error instanceof pg.DatabaseError)) return true
  const { severity = '', code = '' } = error
  // The text of the severity is localized, but the code is not.
  return severity === 'FATAL' || severity === 'PANIC' || endOfSession.test(code)
}

/**
 * Finds the outcome of a failed commit.
 * @param xid the transaction's ID.
 * @param startedAt when the transaction began, by `performance.now()`.
 * @returns if the transaction was committed.
 * @throws the commit's error if it was rolled back, and `OutcomeUnknownError` if the outcome cannot be
 * determined.
 */
export async function outcomeOf(db: Handle, xid: string, startedAt: number, error: unknown): Promise<void> {
  if (!mayHaveHappened(error)) throw error
  const until = performance.now() + askedForMsMax
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
    const status = await statusOf(db, xid, startedAt).catch(() => undefined)
    if (status === 'committed') return
    if (status === 'aborted') throw error
    // The transaction is still committing, or the server has not yet noticed that its client has
    // disconnected.
    if (status !== 'in progress' || performance.now() > until) throw new OutcomeUnknownError(error)
    await wait(pauseMs)
  }
}

/**
 * Uses a connection that is older than the transaction. While that connection lives, the server has neither
 * crashed nor been replaced by a standby. Later, the same ID may belong to another transaction.
 */
async function statusOf(
  { connections }: Handle,
  xid: string,
  startedAt: number,
): Promise<string | null | undefined> {
  const rows = await queryOlderSession<{ status: string | null }>(connections, startedAt, {
    text: 'select pg_xact_status($1::xid8) as status',
    values: [xid],
  })
  return rows?.[0]?.status
}

/**
 * Runs a statement that commits by itself, or a transaction.
 * @param isRolledBack whether an error occurred in the transaction before its commit.
 * @throws {OutcomeUnknownError} if the connection was lost after the statement was sent.
 */
export async function committing<T>(
  statement: Promise<T>,
  isRolledBack: (error: unknown) => boolean = () => false,
): Promise<T> {
  try {
    return await statement
  } catch (error) {
    const isLost = !isRolledBack(error) && wasSent(error) && mayHaveHappened(error)
    throw isLost ? new OutcomeUnknownError(error) : error
  }
}

/**
 * Runs the rest of a change that is partly committed.
 * @throws {OutcomeUnknownError} if the rest fails, because neither an error nor success would be true.
 */
export async function goingOn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await changes.run({ isBegun: true }, work)
  } catch (error) {
    throw error instanceof OutcomeUnknownError ? error : new OutcomeUnknownError(error)
  }
}
