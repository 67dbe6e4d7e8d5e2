import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { withinHearing } from './deadline.ts'
import { quoteName } from './names.ts'

/** Notifications that transactions send with `pg_notify` when they commit. */
export type Notifications = {
  /**
   * @param onNotify called for each notification on this channel.
   * @param onLost called when notifications may have been lost.
   * @returns a function that stops listening.
   */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    onLost: () => void,
  ): Promise<() => Promise<void>>
  isListening(): boolean
  /**
   * Called when the connection is up but receives no notifications, because it leads to a pooler or to
   * another server.
   */
  onSubscriptionLost: () => void
  close(): Promise<void>
}

type Listener = { onNotify: (payload: string) => void; onLost: () => void }

export function listeners() {
  const channels = new Map<string, Set<Listener>>()
  return {
    channels: () => [...channels.keys()],
    /** @returns whether the listener is the first of its channel. */
    add(channel: string, listener: Listener) {
      const all = channels.get(channel) ?? new Set()
      channels.set(channel, all.add(listener))
      return all.size === 1
    },
    remove: (channel: string, listener: Listener) => void channels.get(channel)?.delete(listener),
    notify(channel: string, payload = '') {
      for (const { onNotify } of channels.get(channel) ?? []) onNotify(payload)
    },
    lost() {
      for (const all of channels.values()) for (const { onLost } of all) onLost()
    },
  }
}

const reconnectMs = 1_000
const connectTimeoutMs = 5_000
/** Interval of checking the connection, which can die silently. The connection is closed if it does not respond. */
const askMsUsually = 10_000
const answerMsMaxUsually = 5_000
/**
 * Number of failed checks after which the pool counts as unresponsive. Together, they take longer than a
 * statement can run.
 */
const unconfirmedMax = 2
const late = new Error('The server did not respond in time.')

export type ListeningOptions = {
  /**
   * The URL of the server itself, because a pooler that shares sessions between transactions delivers no
   * notifications.
   */
  url: string
  role: string
  /** Sends a notification through the pool, as a commit does. */
  notify(channel: string, payload: string): Promise<unknown>
  /**
   * Called when the server does not respond, or no notification could be sent. The driver may report no error
   * in either case.
   */
  onSilence?(): void
  askMs?: number
  answerMsMax?: number
}

/**
 * Opens a connection beside the pool for the first listener and reopens it when it is lost. The connection counts as
 * listening while it receives the notifications that are sent through the pool.
 */
export function postgresNotifications({
  url,
  role,
  notify,
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
  let isSubscriptionLost = false
  let unconfirmed = 0

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
      else known.notify(channel, payload)
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
      // The pool may hang and delay the notification, so this connection is also checked directly.
      const look = () => answered(next, 'select 1').catch(() => isOver || beSilent())
      const looking = setInterval(look, answerMsMax)
      const hasEcho = await isEchoed(randomUUID()).finally(() => clearInterval(looking))
      if (isOver) throw new Error('The connection has ended.')
      if (!hasEcho) throw subscriptionLost()
    } catch (error) {
      void next.end().catch(() => {})
      if (performance.now() - began >= connectTimeoutMs) void askPool()
      throw error
    }
    isSubscriptionLost = false
    client = next
    timer = setInterval(() => ask(next), askMs)
  }

  /**
   * The server rejects this connection, possibly only because of its URL. The pool may lead to a server that
   * responds.
   */
  const askPool = () =>
    withinHearing(notify(echoChannel, ''), answerMsMax, late).catch((error) => error === late && beSilent())

  const beSilent = () => {
    if (!isClosed) onSilence?.()
  }

  /** Whether a notification sent through the pool arrives here. Throws if no notification can be sent. */
  async function isEchoed(word: string): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>()
    echoes.set(word, resolve)
    try {
      await notify(echoChannel, word)
      unconfirmed = 0
      return await withinHearing(promise, answerMsMax, late).then(
        () => true,
        () => false,
      )
    } finally {
      echoes.delete(word)
    }
  }

  const subscriptionLost = () => {
    if (!isSubscriptionLost && !isClosed) notifications.onSubscriptionLost()
    isSubscriptionLost = true
    return new Error('Notifications do not arrive.')
  }

  function ask(asked: pg.Client) {
    answered(asked, 'select 1').catch(() => {
      if (client === asked) beSilent()
      lose(asked)
    })
    // The server responds here, but a pooler in front of it may not.
    if (unconfirmed++ >= unconfirmedMax) onSilence?.()
    // If no notification can be sent, other senders also fail.
    isEchoed(randomUUID()).then(
      (hasEcho) => {
        if (hasEcho || client !== asked) return
        subscriptionLost()
        lose(asked)
      },
      () => {},
    )
  }

  function lose(lost: pg.Client) {
    if (client !== lost) return
    client = undefined
    clearInterval(timer)
    known.lost()
    void lost.end().catch(() => {})
    if (!isClosed) reconnect()
  }

  function reconnect() {
    timer = setTimeout(() => {
      connecting = connect().then(known.lost, () => {
        if (!isClosed) reconnect()
      })
    }, reconnectMs)
  }

  const notifications: Notifications = {
    onSubscriptionLost: () => {},
    async listen(channel, onNotify, onLost) {
      const listener = { onNotify, onLost }
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
