import { isAbsolute, join } from 'node:path'
import { z } from 'zod'
import { type Misspelt, misspeltVariables } from './config/misspelt.ts'
import { missingBeside, type Need } from './config/needs.ts'
import { type PeopleConfig, peopleNeeds, peopleOf, peopleVariables } from './config/people.ts'
import { refusedTypesDefault } from './config/programs.ts'
import { parseSecretKey, secretKeyBytes } from './config/secret-key.ts'
import { type StorageConfig, s3Needs, s3Variables, storageOf } from './config/storage.ts'
import {
  isAddressOrName,
  isAddressOrRange,
  isAtRoot,
  isBare,
  isRedis,
  listed,
  postgresUrl,
  url,
  whole,
  yesOrNo,
} from './config/values.ts'

export type { SingleSignOnConfig } from './config/people.ts'

export type DatabaseConfig =
  | { kind: 'embedded'; directory: string }
  | {
      kind: 'postgres'
      url: string
      /** The URL of the PostgreSQL server itself, if `url` leads to a pooler. */
      directUrl?: string
      replicaUrls?: string[]
      connectionsMax: number
    }

export type Config = PeopleConfig & {
  host: string
  port: number
  /** If the variable is unset, undefined until the port is known, and then `http://localhost:<port>`. */
  publicUrl: string | undefined
  dataDirectory: string
  database: DatabaseConfig
  /** The URL of the Redis server in which nodes share rate limits. */
  redisUrl: string | undefined
  storage: StorageConfig
  /** If undefined, a key is generated at the first start and stored in the data directory. */
  secretKey: Buffer | undefined
  /** The previous key, which is still accepted during a rotation. */
  secretKeyPrevious: Buffer | undefined
  rateLimitPerMinute: number
  openRateLimitPerMinute: number
  trustedProxies: string[]
  tokenLifetimeSeconds: number
  /** 0 means no limit. */
  tokensPerMinute: number
  /** 0 means no limit. */
  liveTokensMax: number
  uploadBytesMax: number
  /** Extensions and MIME types of files that are not accepted. */
  uploadTypesRefused: string[]
  /** Maximum size of the originals that a company can store, in bytes. Undefined means no limit. */
  storageQuotaBytes: number | undefined
  /** The fields of an asset that are filled with the title in its file. */
  embeddedTitle: (typeof titleFields)[number]
  /** Whether keywords in files become tags. */
  embeddedKeywords: boolean
  /** If undefined, videos and compressed audio have no renditions. */
  ffmpegPath: string | undefined
  trashDays: number
  renderDays: number
  /** Limits of one archive: the number of files, and the bytes of their originals. */
  archives: { filesMax: number; bytesMax: number }
  /** Limit per company. 0 means no limit. */
  rendersPerMinute: number
  auditDays: number
  connectedApps: boolean
  /** Whether such assistants can identify themselves by the URL of a metadata document. */
  connectedAppDocuments: boolean
  /** How long requests are still accepted after SIGTERM, while `/readyz` reports not ready. */
  shutdownDelaySeconds: number
  cacheBytesMax: number
  /** Streams and long polls of the change feed that this process keeps open. */
  changeStreamsMax: number
  /** Whether webhooks and imports can call this machine, including over HTTP. */
  outboundLoopback: boolean
  logLevel: (typeof logLevels)[number]
  metricsToken: string | undefined
  /**
   * Unknown variables that look like settings. They are only logged at startup, because the environment can also
   * contain variables of other programs.
   */
  misspelt: Misspelt[]
}

/** One line for each invalid variable, with its name and valid values. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const titleFields = ['none', 'name', 'description'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/**
 * Maximum lifetime of ten years. A longer lifetime is probably a mistake. The default is one year (contract
 * R-TOKEN-3).
 */
const tokenLifetimeSecondsMax = 10 * 31_536_000
/** Maximum number of bytes in a setting. Larger numbers lose precision. */
const bytesMax = Number.MAX_SAFE_INTEGER

const databaseNeeds: Need[] = [['DATABASE_URL', ['DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URLS']]]

const secretKey = z.string().transform((text, context) => {
  const bytes = parseSecretKey(text)
  if (bytes === undefined) context.addIssue(`at least ${secretKeyBytes} random bytes in base64`)
  return bytes ?? z.NEVER
})

/** Every variable that the server reads. `docs/configuration.md` lists them, and a test compares the two. */
export const variables = z.object({
  HOST: z
    .string()
    .refine(isAddressOrName, {
      error: 'an IP address or a host name',
    })
    .default('127.0.0.1')
    .describe('IP address to listen on; `0.0.0.0` for all IPv4 interfaces.'),
  PORT: whole(0, 65_535).default(3000).describe('Port to listen on; `0` chooses a free port and prints it.'),
  PUBLIC_URL: url(['http:', 'https:'], isBare, 'an http or https URL without credentials, query or fragment')
    .refine(isAtRoot, {
      error:
        'a URL without a path, because the portal and all links start at the root of a host: use a host name of its ' +
        'own, such as https://creative.example.com',
    })
    .transform((text) => text.replace(/\/+$/, ''))
    .optional()
    .describe(
      'Base URL of all links, without a path, and the OAuth issuer. If unset, `http://localhost:<port>` is used.',
    ),
  DATA_DIR: z.string().default('./data').describe('Directory for files, keys and the embedded database.'),
  DATABASE_URL: postgresUrl
    .optional()
    .describe('URL of PostgreSQL 15 or newer. If unset, the embedded database in `DATA_DIR` is used.'),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe(
      'URL of PostgreSQL itself, with its owner account, if `DATABASE_URL` points to a pooler. If unset, `DATABASE_URL` is used.',
    ),
  DATABASE_REPLICA_URLS: z
    .string()
    .default('')
    .transform(listed)
    .refine((list) => list.every((one) => postgresUrl.safeParse(one).success), {
      error: 'postgres:// URLs with one host each, separated by commas',
    })
    .describe('URLs of streaming replicas for reads of lists and single resources, separated by commas.'),
  DATABASE_POOL_MAX: whole(1, 1000)
    .default(10)
    .describe('Maximum number of PostgreSQL connections per process.'),
  REDIS_URL: url(
    ['redis:', 'rediss:'],
    isRedis,
    'a redis:// or rediss:// URL with a host, optionally followed by a database number',
  )
    .optional()
    .describe(
      'Valkey or Redis 6 or newer, for rate limits shared by all nodes; `rediss://` uses TLS. If unset, each node counts separately.',
    ),
  ...s3Variables,
  SECRET_KEY: secretKey
    .optional()
    .describe(
      'Key that signs cursors and file URLs; must be the same on every node. If unset, a key is generated and stored in `DATA_DIR/secret.key`.',
    ),
  SECRET_KEY_PREVIOUS: secretKey
    .optional()
    .describe('Previous key, still accepted while the key is replaced.'),
  RATE_LIMIT_PER_MINUTE: whole(0, 1_000_000_000)
    .default(60)
    .describe('Requests to `/api/*` per minute and IP address; `0` disables the limit.'),
  OPEN_RATE_LIMIT_PER_MINUTE: whole(0, 1_000_000)
    .default(600)
    .describe(
      'Requests without credentials (sign-in, invitations, setup) per minute, IP address and process. The limit for rejected token requests and pages is 10 times as high, and for files 40 times. `0` disables the limit.',
    ),
  TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(listed)
    .refine((list) => list.every(isAddressOrRange), {
      error: 'IP addresses or CIDR ranges, separated by commas',
    })
    .describe(
      'Proxies whose `X-Forwarded-For` is trusted: IP addresses or CIDR ranges, separated by commas.',
    ),
  TOKEN_LIFETIME_SECONDS: whole(1, tokenLifetimeSecondsMax)
    .default(31_536_000)
    .describe('Default lifetime of an access token.'),
  TOKENS_PER_MINUTE: whole(0, 1_000_000_000)
    .default(300)
    .describe('Access tokens that a client can request per minute; `0` disables the limit.'),
  LIVE_TOKENS_MAX: whole(0, 1_000_000_000)
    .default(10_000)
    .describe(
      'Active access tokens per client. Beyond this limit, the oldest tokens are revoked. `0` disables the limit.',
    ),
  UPLOAD_BYTES_MAX: whole(1, bytesMax)
    .default(2 * 1024 ** 3)
    .describe('Maximum size of an uploaded file, in bytes.'),
  UPLOAD_TYPES_REFUSED: z
    .string()
    .default(refusedTypesDefault)
    .transform((text) => listed(text.toLowerCase()).map((type) => type.replace(/^\./, '')))
    .refine((types) => types.every((type) => /^[a-z0-9.+-]+(\/[a-z0-9.+-]+)?$/.test(type)), {
      error: 'extensions or MIME types, separated by commas',
    })
    .describe(
      'Extensions and MIME types of rejected files, separated by commas. By default, programs and scripts are rejected. ' +
        '`none` accepts every file.',
    ),
  STORAGE_QUOTA_BYTES: whole(0, bytesMax)
    .default(0)
    .describe('Storage per company for original files, in bytes; `0` disables the limit.'),
  EMBEDDED_TITLE: z
    .enum(titleFields, { error: `one of ${titleFields.join(', ')}` })
    .default('none')
    .describe(
      'Field that takes the title in an uploaded file (IPTC, XMP or document) unless the upload sets the field: `name`, `description` or `none`.',
    ),
  EMBEDDED_KEYWORDS: yesOrNo
    .default(true)
    .describe('Whether keywords in files become tags with the source `embedded`.'),
  FFMPEG_PATH: z
    .string()
    .refine((path) => isAbsolute(path), { error: 'an absolute path' })
    .optional()
    .describe(
      'Path of ffmpeg, for posters of videos and waveforms of compressed audio. If unset, only WAV files have a waveform.',
    ),
  TRASH_DAYS: whole(1, 3650).default(30).describe('Days until trashed items are permanently deleted.'),
  RENDER_DAYS: whole(1, 3650).default(7).describe('Days until renders are deleted.'),
  RENDERS_PER_MINUTE: whole(0, 1_000_000_000)
    .default(600)
    .describe('Renders that a company can request per minute; `0` disables the limit.'),
  ARCHIVE_FILES_MAX: whole(1, 100_000)
    .default(10_000)
    .describe('Maximum number of files in an archive (zip) of assets.'),
  ARCHIVE_BYTES_MAX: whole(1, bytesMax)
    .default(50 * 1024 ** 3)
    .describe('Maximum total size of the original files in an archive, in bytes.'),
  AUDIT_DAYS: whole(30, 3650).default(365).describe('Days until entries of the audit log are deleted.'),
  CONNECTED_APPS: yesOrNo
    .default(true)
    .describe(
      'Whether users can connect assistants to `/mcp` with their account. `false` also rejects the tokens of connected assistants.',
    ),
  CONNECTED_APP_DOCUMENTS: yesOrNo
    .default(true)
    .describe(
      'Whether assistants can identify themselves by the URL of a metadata document, which the server reads. Set it to `false` if the server cannot call URLs on the internet: assistants register instead.',
    ),
  SHUTDOWN_DELAY_SECONDS: whole(0, 300)
    .default(0)
    .describe(
      'Seconds after SIGTERM during which requests are still accepted while `/readyz` returns 503, so that load balancers stop sending traffic.',
    ),
  CACHE_BYTES_MAX: whole(0, bytesMax)
    .default(64 * 1024 ** 2)
    .describe('Cache size per process, in bytes; `0` disables the cache.'),
  CHANGE_STREAMS_MAX: whole(1, 100_000)
    .default(2_000)
    .describe(
      'Maximum number of open streams and long polls of the change feed per process. At the limit, the enterprise with the most streams loses one.',
    ),
  OUTBOUND_LOOPBACK: yesOrNo
    .default(false)
    .describe(
      '`true` allows webhooks and imports to call this machine, including over HTTP. For development only.',
    ),
  LOG_LEVEL: z
    .enum(logLevels, { error: `one of ${logLevels.join(', ')}` })
    .default('info')
    .describe('Minimum level of logged lines: `error`, `warn`, `info`, `debug` … or `silent`.'),
  METRICS_TOKEN: z
    .string()
    .regex(/^[!-~]{16,200}$/, { error: 'a secret of 16 to 200 ASCII characters without spaces' })
    .optional()
    .describe('Bearer token for `/metrics`. If unset, `/metrics` is available only on loopback.'),
  ...peopleVariables,
})

/**
 * Only main.ts passes process.env. Tests pass other values. A blank variable counts as
 * unset.
 */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value),
  )
  const parsed = variables.safeParse(given)
  const lines = (parsed.error?.issues ?? []).map(
    (issue) => `${issue.path.join('.')} must be ${issue.message}.`,
  )
  lines.push(...missingBeside(given, [...databaseNeeds, ...s3Needs, ...peopleNeeds]))
  if (!parsed.success || lines.length > 0) throw new ConfigError(lines.join('\n'))
  const e = parsed.data
  return {
    host: e.HOST,
    port: e.PORT,
    publicUrl: e.PUBLIC_URL,
    dataDirectory: e.DATA_DIR,
    database: e.DATABASE_URL
      ? {
          kind: 'postgres',
          url: e.DATABASE_URL,
          connectionsMax: e.DATABASE_POOL_MAX,
          ...(e.DATABASE_DIRECT_URL && { directUrl: e.DATABASE_DIRECT_URL }),
          ...(e.DATABASE_REPLICA_URLS.length > 0 && { replicaUrls: e.DATABASE_REPLICA_URLS }),
        }
      : { kind: 'embedded', directory: join(e.DATA_DIR, 'db') },
    redisUrl: e.REDIS_URL,
    storage: storageOf(e),
    secretKey: e.SECRET_KEY,
    secretKeyPrevious: e.SECRET_KEY_PREVIOUS,
    rateLimitPerMinute: e.RATE_LIMIT_PER_MINUTE,
    openRateLimitPerMinute: e.OPEN_RATE_LIMIT_PER_MINUTE,
    trustedProxies: e.TRUSTED_PROXIES,
    tokenLifetimeSeconds: e.TOKEN_LIFETIME_SECONDS,
    tokensPerMinute: e.TOKENS_PER_MINUTE,
    liveTokensMax: e.LIVE_TOKENS_MAX,
    uploadBytesMax: e.UPLOAD_BYTES_MAX,
    uploadTypesRefused: e.UPLOAD_TYPES_REFUSED.filter((type) => type !== 'none'),
    storageQuotaBytes: e.STORAGE_QUOTA_BYTES || undefined,
    embeddedTitle: e.EMBEDDED_TITLE,
    embeddedKeywords: e.EMBEDDED_KEYWORDS,
    ffmpegPath: e.FFMPEG_PATH,
    trashDays: e.TRASH_DAYS,
    renderDays: e.RENDER_DAYS,
    archives: { filesMax: e.ARCHIVE_FILES_MAX, bytesMax: e.ARCHIVE_BYTES_MAX },
    rendersPerMinute: e.RENDERS_PER_MINUTE,
    auditDays: e.AUDIT_DAYS,
    connectedApps: e.CONNECTED_APPS,
    connectedAppDocuments: e.CONNECTED_APP_DOCUMENTS,
    shutdownDelaySeconds: e.SHUTDOWN_DELAY_SECONDS,
    cacheBytesMax: e.CACHE_BYTES_MAX,
    changeStreamsMax: e.CHANGE_STREAMS_MAX,
    outboundLoopback: e.OUTBOUND_LOOPBACK,
    logLevel: e.LOG_LEVEL,
    metricsToken: e.METRICS_TOKEN,
    misspelt: misspeltVariables(Object.keys(given), Object.keys(variables.shape)),
    ...peopleOf(e),
  }
}
