import type { Duplex } from 'node:stream'
import pg from 'pg'

const usesBeforeName = 3
/** Maximum number of statement texts that are remembered until they get a name. */
const seenMax = 2_000

/**
 * A `pg` client that prepares each statement with parameters once per connection, and sends all statements of
 * one tick of the event loop in one write. Open it with `pipeline: true`.
 * @param statementsMax maximum number of prepared statements, because each uses memory of the connection.
 * Other statements run unprepared.
 */
export function preparingClient(statementsMax: number): typeof pg.Client {
  const names = new Map<string, string>()
  const seen = new Map<string, number>()
  const nameOf = (text: string) => names.get(text) ?? (names.size < statementsMax ? newName(text) : undefined)

  /** A statement gets a name only when it is repeated, so that rare statements do not use up the names. */
  function newName(text: string) {
    const uses = (seen.get(text) ?? 0) + 1
    if (seen.size >= seenMax) seen.clear()
    seen.set(text, uses)
    if (uses < usesBeforeName) return undefined
    const name = `s${names.size}`
    seen.delete(text)
    names.set(text, name)
    return name
  }

  return class PreparingClient extends pg.Client {
    readonly session: Session = { isStandby: false, startedAt: Number.POSITIVE_INFINITY }

    constructor(config?: pg.ClientConfig) {
      super(config)
      connectionOf(this).on('parameterStatus', ({ parameterName, parameterValue }) => {
        if (parameterName === 'in_hot_standby') this.session.isStandby = parameterValue === 'on'
      })
    }

    // biome-ignore lint/suspicious/noExplicitAny: Kysely calls only this one of the overloads of `query` in pg.
    override query(text: any, values?: any, callback?: any): any {
      const { stream } = connectionOf(this)
      stream.cork()
      process.nextTick(() => stream.uncork())
      // The response to `begin` contains no information, so it is not awaited. If `begin` fails, no
      // transaction is open for the following statements, and the connection is closed before any of them can
      // run.
      if (text === 'begin' && callback === undefined) {
        super.query(text).catch((error: Error) => stream.destroy(error))
        return Promise.resolve({ rows: [] })
      }
      const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && nameOf(text)
      return name ? super.query({ name, text, values }, callback) : super.query(text, values, callback)
    }
  }
}

/** Counts and sizes stay far below 2^53, so they are numbers here, as in JSON. */
const numberTypes = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

/**
 * How columns are converted to values, on both engines. As in `pg`, except that integers and decimals are
 * numbers.
 */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    numberTypes.has(type) ? Number : pg.types.getTypeParser(type, format as 'text'),
}

/** The known state of a session of `preparingClient`. */
export type Session = {
  isStandby: boolean
  /**
   * Start time of the session, by `performance.now()`. Infinity if unknown, because a pooler can give each
   * transaction another session.
   */
  startedAt: number
}

/** The session of a client of `preparingClient`, which all pools use. */
export const sessionOf = (client: pg.ClientBase): Session =>
  (client as pg.ClientBase & { session: Session }).session

type Connection = NodeJS.EventEmitter & { stream: Duplex }

/** A client's protocol connection and socket. They exist in `pg`, but not in its types. */
export const connectionOf = (client: pg.ClientBase): Connection =>
  (client as unknown as { connection: Connection }).connection
