import { type CommandParser, createClient, defineScript } from '@redis/client'
import { afterSteps, answerWithinMs, type Connection, type Counted, stepMs } from './counters-connection.ts'

const connectWithinMs = 2_000

const keyOf = (counter: string, key: string) => `atelier:rate:${counter}:${key}`

/**
 * The fixed window of contract R-RATE-1, as in `rateLimiter`. It starts with the first hit, and rejected hits
 * do not count.
 */
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
  // The connection does not keep the process alive.
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
    const stop = afterSteps(withinMs / stepMs, () => lose(new Error(`No response within ${withinMs} ms.`)))
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
      // Connecting has its own time limit. The rest is for a response.
      await inTime(() => client.connect(), connectWithinMs + answerWithinMs)
    },
    take: ({ name, limit, windowMs }, key) =>
      inTime(
        () => client.take(keyOf(name, key), String(limit), String(windowMs)) as Promise<Counted>,
        answerWithinMs,
      ),
    giveBack({ name }, key, endsAt) {
      void inTime(() => client.giveBack(keyOf(name, key), String(endsAt)), answerWithinMs)
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
    // The library's type requires a function, but its documentation allows omitting it.
    transformReply: undefined as unknown as () => unknown,
  })

/**
 * If several IP addresses refused the connection, the message is only the code of the first error. Redis
 * repeats unknown commands in its errors.
 */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  return message ? message.replace(/,? with args.*/s, '') : String(code)
}
