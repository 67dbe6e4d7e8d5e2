import { type CommandParser, createClient, defineScript } from '@redis/client'

const connectWithinMs = 2_000
/** Of one answer: much longer than Redis ever takes, and what a caller waits for in vain when it has stopped. */
const answerWithinMs = 160
/** A deadline passes in turns: in a process that was too busy to listen only one of them has. */
const turnMs = 20

/** Allowed or not, taken in this window, when it ends and what time it is: by the clock of Redis, in milliseconds. */
type Counted = [allowed: 0 | 1, taken: number, endsAt: number, now: number]

export type Connection = {
  open(): Promise<void>
  /** @returns undefined when the connection is lost, by this or before. */
  take(key: string, limit: number, windowMs: number): Promise<Counted | undefined>
  giveBack(key: string, endsAt: number): void
  close(): void
}

/** The fixed window of contract C18, as `rateLimiter` has it: from the first hit, and what is refused does not count. */
const takeScript = `
local limit, length = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window = redis.call('HMGET', KEYS[1], 'taken', 'ends')
local taken, ends = tonumber(window[1]), tonumber(window[2])
-- A clock that was set back must lock nobody out.
if not ends or ends <= now or ends > now + length then
  taken, ends = 0, now + length
end
if taken >= limit then return { 0, taken, ends, now } end
redis.call('HSET', KEYS[1], 'taken', taken + 1, 'ends', ends)
redis.call('PEXPIREAT', KEYS[1], ends)
return { 1, taken + 1, ends, now }`

const giveBackScript = `
local window = redis.call('HMGET', KEYS[1], 'taken', 'ends')
if tonumber(window[2]) == tonumber(ARGV[1]) and tonumber(window[1]) > 0 then
  redis.call('HINCRBY', KEYS[1], 'taken', -1)
end
return 0`

/**
 * A connection ends at the first answer that is late or an error: whoever waits is told at once, and `onLost` why.
 * @param onLost is never told the password.
 */
export function openConnection(url: string, onLost: (reason: string) => void): Connection {
  const client = createClient({
    url,
    RESP: 2,
    scripts: { take: script(takeScript), giveBack: script(giveBackScript) },
    commandOptions: { timeout: 0 },
    disableClientInfo: true,
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: { connectTimeout: connectWithinMs, reconnectStrategy: false },
  })
  // It keeps no process alive.
  client.unref()
  let isLost = false
  client.on('error', lose)

  function lose(error: unknown) {
    if (isLost) return
    isLost = true
    client.destroy()
    onLost(reasonOf(error))
  }

  async function inTime<T>(work: () => Promise<T>, withinMs: number): Promise<T | undefined> {
    if (isLost) return undefined
    const stop = afterTurns(withinMs / turnMs, () => lose(new Error(`No answer in ${withinMs} ms.`)))
    try {
      return await work()
    } catch (error) {
      lose(error)
      return undefined
    } finally {
      stop()
    }
  }

  return {
    async open() {
      // Its own limit is that of the way there; what is left is for an answer.
      await inTime(() => client.connect(), connectWithinMs + answerWithinMs)
    },
    take: (key, limit, windowMs) =>
      inTime(() => client.take(key, String(limit), String(windowMs)) as Promise<Counted>, answerWithinMs),
    giveBack(key, endsAt) {
      void inTime(() => client.giveBack(key, String(endsAt)), answerWithinMs)
    },
    close() {
      isLost = true
      client.destroy()
    },
  }
}

const script = (lua: string) =>
  defineScript({
    SCRIPT: lua,
    NUMBER_OF_KEYS: 1,
    parseCommand(parser: CommandParser, key: string, ...args: string[]) {
      parser.pushKey(key)
      parser.push(...args)
    },
    transformReply: undefined as unknown as () => unknown,
  })

/** Waits for so many turns of the event loop. @returns what stops it. */
function afterTurns(turns: number, then: () => void): () => void {
  let left = turns
  let timer = setTimeout(turn, turnMs)
  function turn() {
    left -= 1
    if (left <= 0) then()
    else timer = setTimeout(turn, turnMs)
  }
  return () => clearTimeout(timer)
}

/** Of several addresses that refused, the first says no more than its code. Redis repeats commands that it does not know. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  return message ? message.replace(/,? with args.*/s, '') : String(code)
}
