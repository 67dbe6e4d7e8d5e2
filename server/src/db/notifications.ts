import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { quoteName } from './names.ts'
import { withinHearing } from './within.ts'

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
  /** Called when the connection is up and nothing comes on it: it leads to a pooler, or to another server. */
  onDeaf: () => void
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
const askMsUsually = 10_000
const answerMsMaxUsually = 5_000
/** Times that it is asked meanwhile: longer than a statement may run. What is told stands first in the line for a connection. */
const untoldMax = 2
const late = new Error('The server did not answer in time.')

export type ListeningOptions = {
  /** Of the server itself: behind a pooler that gives away sessions by the transaction nothing is heard. */
  url: string
  /** The role that it listens as. */
  role: string
  /** Tells something as commits do: on the connections of the pool, wherever they lead. */
  tell(channel: string, payload: string): Promise<unknown>
  /** Called when the server has not answered, or nothing could be told: either may be gone without a word. */
  onSilence?(): void
  askMs?: number
  answerMsMax?: number
}

/**
 * One connection of its own, beside the pool: it is opened with the first listener and again whenever it is lost. It
 * counts as listening once it has heard what the pool tells, and as long as it goes on to.
 */
export function postgresNotifications({
  url,
  role,
  tell,
  onSilence,
  askMs = askMsUsually,
  answerMsMax = answerMsMaxUsually,
}: ListeningOptions): Notifications {
  const known = listeners()
  const echoChannel = `atelier_echo_${randomUUID()}`
  const echoes = new Map<string, () => void>()
  let client: pg.Client | undefined
  let connecting: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isDeaf = false
  let untold = 0

  const answered = (asked: pg.Client, text: string) => withinHearing(asked.query(text), answerMsMax, late)

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      application_name: 'atelier-listener',
    })
    next.on('notification', ({ channel, payload = '' }) => {
      if (channel === echoChannel) echoes.get(payload)?.()
      else known.hear(channel, payload)
    })
    const began = performance.now()
    let isOver = false
    for (const end of ['error', 'end'] as const)
      next.on(end, () => {
        isOver = true
        lose(next)
      })
    try {
      await next.connect()
      await answered(next, `set role ${quoteName(role)}`)
      for (const channel of [echoChannel, ...known.channels()])
        await answered(next, `listen ${pg.escapeIdentifier(channel)}`)
      // The pool may hang, and with it what is told on it: meanwhile the server is asked here.
      const look = () => answered(next, 'select 1').catch(() => isOver || beSilent())
      const looking = setInterval(look, answerMsMax)
      const isHearing = await isHeard(randomUUID()).finally(() => clearInterval(looking))
      if (isOver) throw new Error('The connection has ended.')
      if (!isHearing) throw deaf()
    } catch (error) {
      void next.end().catch(() => {})
      if (performance.now() - began >= connectTimeoutMs) void askPool()
      throw error
    }
    isDeaf = false
    client = next
    timer = setInterval(() => ask(next), askMs)
  }

  /** The server does not take this connection. That may be because of its address alone: what the pool leads to may answer. */
  const askPool = () =>
    withinHearing(tell(echoChannel, ''), answerMsMax, late).catch((error) => error === late && beSilent())

  const beSilent = () => {
    if (!isClosed) onSilence?.()
  }

  /** Whether what the pool tells comes here. Throws when nothing can be told. */
  async function isHeard(word: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>()
    echoes.set(word, resolve)
    try {
      await tell(echoChannel, word)
      untold = 0
      return await withinHearing(promise, answerMsMax, late).then(
        () => true,
        () => false,
      )
    } finally {
      echoes.delete(word)
    }
  }

  const deaf = () => {
    if (!isDeaf && !isClosed) notifications.onDeaf()
    isDeaf = true
    return new Error('What is told is not heard.')
  }

  function ask(asked: pg.Client) {
    answered(asked, 'select 1').catch(() => {
      if (client === asked) beSilent()
      lose(asked)
    })
    // The server answers here: a pooler before it may not.
    if (untold++ >= untoldMax) onSilence?.()
    // When it can't be told, nobody else can tell anything either.
    isHeard(randomUUID()).then(
      (heard) => {
        if (heard || client !== asked) return
        deaf()
        lose(asked)
      },
      () => {},
    )
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

  const notifications: Notifications = {
    onDeaf: () => {},
    async listen(channel, hear, missed) {
      const listener = { hear, missed }
      const isFirst = known.add(channel, listener)
      connecting ??= connect().catch(reconnect)
      await connecting
      const asked = client
      if (isFirst && asked)
        await answered(asked, `listen ${pg.escapeIdentifier(channel)}`).catch(() => lose(asked))
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
  return notifications
}
