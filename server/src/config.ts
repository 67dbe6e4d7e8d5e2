import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'

export type DatabaseConfig =
  | { kind: 'embedded'; directory: string }
  | { kind: 'postgres'; url: string; connectionsMax: number }

export type Config = {
  host: string
  port: number
  /** Undefined until the port is known, when the variable is not set: then it is `http://localhost:<port>`. */
  publicUrl: string | undefined
  dataDirectory: string
  database: DatabaseConfig
  /** Undefined: made at the first start and kept in the data directory. */
  secretKey: Buffer | undefined
  rateLimitPerMinute: number
  trustedProxies: string[]
  tokenLifetimeSeconds: number
  logLevel: (typeof logLevels)[number]
  metricsToken: string | undefined
}

/** One line for each variable that is wrong: its name and what it should be. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const secretKeyBytes = 32
/** The last part of an address has digits alone, that of a name never. */
const hostNamePattern = /^([a-z0-9_-]{1,63}\.)*(?!\d+$)[a-z0-9_-]{1,63}$/i
const base64Pattern = /^[A-Za-z0-9+/_-]+={0,2}$/
/** Ten years: longer is a mistake. The specification's sample is one year. */
const tokenLifetimeSecondsMax = 10 * 31_536_000

const whole = (min: number, max: number) =>
  z.preprocess(
    (text) => (typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : text),
    z
      .number(`a whole number from ${min} to ${max}`)
      .min(min, { error: `a whole number from ${min} to ${max}` })
      .max(max, {
        error: `a whole number from ${min} to ${max}`,
      }),
  )

const url = (protocols: string[], isRight: (url: URL) => boolean, error: string) =>
  z.string().refine(
    (text) => {
      const url = URL.parse(text)
      return url !== null && protocols.includes(url.protocol) && isRight(url)
    },
    { error },
  )

/** Every variable that the server reads. `docs/configuration.md` lists them, and a test compares the two. */
export const variables = z.object({
  HOST: z
    .string()
    .refine((text) => isAddress(text) || hostNamePattern.test(text), {
      error: 'an IP address or a host name',
    })
    .default('127.0.0.1')
    .describe('Address to listen on; `0.0.0.0` for every IPv4 interface.'),
  PORT: whole(0, 65_535).default(3000).describe('Port to listen on; `0` picks a free one and prints it.'),
  PUBLIC_URL: url(['http:', 'https:'], isBare, 'an http or https URL without credentials, query or fragment')
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe('The address that callers use, put in front of every link. Unset: `http://localhost:<port>`.'),
  DATA_DIR: z.string().default('./data').describe('Where files, keys and the embedded database live.'),
  DATABASE_URL: url(
    ['postgres:', 'postgresql:'],
    isDecodable,
    'a postgres:// URL, with special characters in it percent-encoded',
  )
    .optional()
    .describe('PostgreSQL 15 or newer. Unset: the embedded database in `DATA_DIR`.'),
  DATABASE_POOL_MAX: whole(1, 1000)
    .default(10)
    .describe('Connections to PostgreSQL that this process may hold.'),
  SECRET_KEY: z
    .string()
    .refine((text) => base64Pattern.test(text) && Buffer.from(text, 'base64').length >= secretKeyBytes, {
      error: `${secretKeyBytes} random bytes or more in base64`,
    })
    .transform((text) => Buffer.from(text, 'base64'))
    .optional()
    .describe(
      'Signs cursors and file URLs; the same on every node. Unset: made once, kept in `DATA_DIR/secret.key`.',
    ),
  RATE_LIMIT_PER_MINUTE: whole(0, 1_000_000_000)
    .default(60)
    .describe('Requests that one address may send to `/api/*` in a minute; `0` switches the limit off.'),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    )
    .refine((list) => list.every(isAddressOrRange), {
      error: 'addresses or CIDR ranges, separated by commas',
    })
    .describe('Proxies whose `X-Forwarded-For` is believed: addresses or CIDR ranges, separated by commas.'),
  TOKEN_LIFETIME_SECONDS: whole(1, tokenLifetimeSecondsMax)
    .default(31_536_000)
    .describe('How long an access token lives, unless its client says otherwise.'),
  LOG_LEVEL: z
    .enum(logLevels, { error: `one of ${logLevels.join(', ')}` })
    .default('info')
    .describe('The least important lines that are logged: `error`, `warn`, `info`, `debug` … or `silent`.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,200}$/, { error: 'a secret of 16 to 200 ASCII characters without spaces' })
    .optional()
    .describe('Bearer token for `/metrics` from elsewhere. Unset: `/metrics` answers on loopback alone.'),
})

/** Pure, so that a test can call it; only main.ts hands it process.env. A blank variable counts as unset. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value),
  )
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} must be ${issue.message}.`)
    throw new ConfigError(lines.join('\n'))
  }
  const e = parsed.data
  return {
    host: e.HOST,
    port: e.PORT,
    publicUrl: e.PUBLIC_URL,
    dataDirectory: e.DATA_DIR,
    database: e.DATABASE_URL
      ? { kind: 'postgres', url: e.DATABASE_URL, connectionsMax: e.DATABASE_POOL_MAX }
      : { kind: 'embedded', directory: join(e.DATA_DIR, 'db') },
    secretKey: e.SECRET_KEY,
    rateLimitPerMinute: e.RATE_LIMIT_PER_MINUTE,
    trustedProxies: e.TRUSTED_PROXIES,
    tokenLifetimeSeconds: e.TOKEN_LIFETIME_SECONDS,
    logLevel: e.LOG_LEVEL,
    metricsToken: e.METRICS_TOKEN,
  }
}

/** `ipaddr` alone would take `10` for 0.0.0.10 and `010.0.0.1` for 8.0.0.1. */
function isAddress(text: string) {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)
}

function isAddressOrRange(text: string) {
  return isAddress(text.split('/')[0]!) && (!text.includes('/') || ipaddr.isValidCIDR(text))
}

/** Paths are put behind it as it is. */
function isBare(url: URL) {
  return url.search === '' && url.hash === '' && url.username === '' && url.password === ''
}

/** `pg` decodes these parts, and fails with a stack trace where it can't. */
function isDecodable({ username, password, hostname, pathname }: URL) {
  try {
    for (const part of [username, password, hostname, pathname]) decodeURIComponent(part)
    return true
  } catch {
    return false
  }
}
