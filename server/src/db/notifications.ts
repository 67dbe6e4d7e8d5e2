import pg from 'pg'
import { appRole } from './roles.ts'

/** What transactions tell when they commit: `pg_notify`. */
export type Notifications = {
  /**
   * @param hear is called for each commit that told something on this channel.
   * @param missed is called when some may have gone unheard.
   * @returns ends it.
   */
  listen(channel: string, hear: (payload: string) => void, missed: () => void): Promise<() => Promise<void>>
  /** Whether the connection is up on which they come, as far as is known. */
  isListening(): boolean
  close(): Promise<void>
}

type Listener = { hear: (payload: string) => void; missed: () => void }

/** Who listens to what. */
export function listeners() {
  const channels = new Map<string, Set<Listener>>()
  return {
    channels: () => [...channels.keys()],
    /** Whether it is the first of its channel. */
    add(channel: string, listener: Listener) {
      const all = channels.get(channel) ?? new Set()
      channels.set(channel, all.add(listener))
      return all.size === 1
    },
    remove: (channel: string, listener: Listener) => void channels.get(channel)?.delete(listener),
    hear(channel: string, payload = '') {
      for (const { hear } of channels.get(channel) ?? []) hear(payload)
    },
    missed() {
      for (const all of channels.values()) for (const { missed } of all) missed()
    },
  }
}

const reconnectMs = 1_000
const connectTimeoutMs = 5_000
/** A connection can die without a word: it is asked this often, and given up when it does not answer. */
const askMs = 10_000
const answerTimeoutMs = 5_000

/** One connection of its own, beside the pool: it is opened with the first listener and again whenever it is lost. */
export function postgresNotifications(url: string): Notifications {
  const known = listeners()
  let client: pg.Client | undefined
  let connecting: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: answerTimeoutMs,
      keepAlive: true,
      application_name: 'atelier-listener',
    })
    next.on('notification', ({ channel, payload }) => known.hear(channel, payload))
    next.on('error', () => lose(next))
    next.on('end', () => lose(next))
    try {
      await next.connect()
      await next.query(`set role ${appRole}`)
      for (const channel of known.channels()) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      void next.end().catch(() => {})
      throw error
    }
    client = next
    timer = setInterval(() => next.query('select 1').catch(() => lose(next)), askMs)
  }

  function lose(lost: pg.Client) {
    if (client !== lost) return
    client = undefined
    clearInterval(timer)
    known.missed()
    void lost.end().catch(() => {})
    if (!isClosed) reconnect()
  }

  function reconnect() {
    timer = setTimeout(() => {
      connecting = connect().then(known.missed, () => {
        if (!isClosed) reconnect()
      })
    }, reconnectMs)
  }

  return {
    async listen(channel, hear, missed) {
      const listener = { hear, missed }
      const isFirst = known.add(channel, listener)
      connecting ??= connect().catch(reconnect)
      await connecting
      const asked = client
      if (isFirst) await asked?.query(`listen ${pg.escapeIdentifier(channel)}`).catch(() => lose(asked))
      return async () => known.remove(channel, listener)
    },
    isListening: () => client !== undefined,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await connecting
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
