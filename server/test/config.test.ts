// Engines: embedded
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { groupRoleNames } from '../src/config/group-roles.ts'
import { programs } from '../src/config/programs.ts'
import { ConfigError, parseConfig } from '../src/config.ts'
import { newId, publicId } from '../src/ids.ts'
import { roles } from '../src/members/roles.ts'

function faultsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n')
  }
  return []
}

const defaults = {
  host: '127.0.0.1',
  port: 3000,
  publicUrl: undefined,
  dataDirectory: './data',
  database: { kind: 'embedded', directory: 'data/db' },
  redisUrl: undefined,
  storage: { kind: 'disk', directory: 'data/files' },
  secretKey: undefined,
  secretKeyPrevious: undefined,
  rateLimitPerMinute: 60,
  openRateLimitPerMinute: 600,
  trustedProxies: [],
  tokenLifetimeSeconds: 31_536_000,
  tokensPerMinute: 300,
  liveTokensMax: 10_000,
  uploadBytesMax: 2_147_483_648,
  uploadTypesRefused: Object.keys(programs),
  storageQuotaBytes: undefined,
  embeddedTitle: 'none',
  embeddedKeywords: true,
  ffmpegPath: undefined,
  trashDays: 30,
  renderDays: 7,
  archives: { filesMax: 10_000, bytesMax: 50 * 1024 ** 3 },
  rendersPerMinute: 600,
  auditDays: 365,
  connectedApps: true,
  connectedAppDocuments: true,
  shutdownDelaySeconds: 0,
  cacheBytesMax: 64 * 1024 ** 2,
  changeStreamsMax: 2_000,
  outboundLoopback: false,
  logLevel: 'info',
  metricsToken: undefined,
  misspelt: [],
  smtp: undefined,
  singleSignOn: undefined,
}

test('without any variables the service runs on this machine alone', () => {
  assert.deepEqual(parseConfig({}), defaults)
})

test('variables that look like misspelled settings are reported with the closest setting', () => {
  const { misspelt } = parseConfig({
    DATABSE_URL: 'postgres://x',
    ATELIER_LOG_LEVEL: 'warn',
    SMTP_HOST: 'mail',
    TRUSTED_PROXYS: '10.0.0.1',
    HOME: '/root',
    HOSTNAME: 'one',
    PGHOST: 'db',
    ATELIER_URL: 'http://localhost:3000',
    S3_BUCKETS: '',
    database_url: 'postgres://x',
    DATADIR: '/data',
    LOGNAME: 'root',
    DISPLAY: ':0',
  })
  assert.deepEqual(misspelt, [
    { name: 'DATABSE_URL', near: 'DATABASE_URL' },
    { name: 'ATELIER_LOG_LEVEL', near: 'LOG_LEVEL' },
    { name: 'SMTP_HOST', near: undefined },
    { name: 'TRUSTED_PROXYS', near: 'TRUSTED_PROXIES' },
    { name: 'database_url', near: 'DATABASE_URL' },
    { name: 'DATADIR', near: 'DATA_DIR' },
  ])
})

test('an empty or blank variable counts as unset, and surrounding whitespace is trimmed', () => {
  const blank = {
    HOST: '',
    PORT: '',
    DATABASE_URL: '',
    SECRET_KEY: ' ',
    TRUSTED_PROXIES: '\n',
    LOG_LEVEL: '',
  }
  assert.deepEqual(parseConfig(blank), defaults)
  assert.equal(parseConfig({ PORT: ' 8080\n' }).port, 8080)
})

test('refused types are extensions or MIME types in any case, or none', () => {
  const refused = (UPLOAD_TYPES_REFUSED: string) => parseConfig({ UPLOAD_TYPES_REFUSED }).uploadTypesRefused
  assert.deepEqual(refused('.EXE, application/Zip,sh'), ['exe', 'application/zip', 'sh'])
  assert.deepEqual(refused('none'), [])
  assert.throws(() => refused('exe; sh'), /UPLOAD_TYPES_REFUSED/)
})

test('every variable is read', () => {
  const key = randomBytes(32)
  const config = parseConfig({
    HOST: '::',
    PORT: '0',
    PUBLIC_URL: 'https://assets.acme.example/',
    DATA_DIR: '/var/lib/atelier',
    DATABASE_URL: 'postgres://ann:p%40ss@db/atelier?sslmode=verify-full',
    DATABASE_POOL_MAX: '25',
    REDIS_URL: 'rediss://atelier:p%40ss@cache.acme.example:6380/2',
    S3_BUCKET: 'acme-library',
    S3_ENDPOINT: 'https://objects.acme.example',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'AKIA0000',
    S3_SECRET_ACCESS_KEY: 's3cret/+=',
    S3_PREFIX: 'atelier/files/',
    S3_FORCE_PATH_STYLE: 'false',
    S3_PRESIGNED_DOWNLOADS: 'true',
    SECRET_KEY: key.toString('base64'),
    RATE_LIMIT_PER_MINUTE: '0',
    OPEN_RATE_LIMIT_PER_MINUTE: '30',
    CHANGE_STREAMS_MAX: '500',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1,192.0.2.7',
    TOKEN_LIFETIME_SECONDS: '3600',
    EMBEDDED_TITLE: 'name',
    EMBEDDED_KEYWORDS: 'false',
    FFMPEG_PATH: '/usr/bin/ffmpeg',
    LOG_LEVEL: 'warn',
    METRICS_TOKEN: 'sixteen-or-more-characters',
  })
  assert.deepEqual(config, {
    ...defaults,
    host: '::',
    port: 0,
    publicUrl: 'https://assets.acme.example',
    dataDirectory: '/var/lib/atelier',
    database: {
      kind: 'postgres',
      url: 'postgres://ann:p%40ss@db/atelier?sslmode=verify-full',
      connectionsMax: 25,
    },
    redisUrl: 'rediss://atelier:p%40ss@cache.acme.example:6380/2',
    storage: {
      kind: 's3',
      bucket: 'acme-library',
      endpoint: 'https://objects.acme.example',
      region: 'eu-central-1',
      credentials: { accessKeyId: 'AKIA0000', secretAccessKey: 's3cret/+=' },
      prefix: 'atelier/files/',
      forcePathStyle: false,
      presignedDownloads: true,
      incomingDirectory: '/var/lib/atelier/incoming',
    },
    secretKey: key,
    rateLimitPerMinute: 0,
    openRateLimitPerMinute: 30,
    trustedProxies: ['10.0.0.0/8', '::1', '192.0.2.7'],
    tokenLifetimeSeconds: 3600,
    embeddedTitle: 'name',
    embeddedKeywords: false,
    ffmpegPath: '/usr/bin/ffmpeg',
    changeStreamsMax: 500,
    logLevel: 'warn',
    metricsToken: 'sixteen-or-more-characters',
  })
})

test('all errors are reported together, one line each, with the variable and its valid values', () => {
  const faulty = {
    HOST: 'all interfaces',
    PORT: '65536',
    PUBLIC_URL: 'assets.acme.example',
    DATABASE_URL: 'mysql://ann:s3cret@db/atelier',
    DATABASE_POOL_MAX: '0',
    REDIS_URL: 'memcached://ann:s3cret@cache',
    S3_BUCKET: 'a bucket',
    S3_ENDPOINT: 'https://AKIA0000:s3cret@objects.acme.example',
    S3_REGION: 'a region',
    S3_PREFIX: '../files',
    S3_FORCE_PATH_STYLE: 'yes',
    S3_PRESIGNED_DOWNLOADS: '1',
    S3_ACCESS_KEY_ID: 'AKIA0000',
    SECRET_KEY: 's3cret',
    RATE_LIMIT_PER_MINUTE: '-1',
    TRUSTED_PROXIES: '10.0.0.0/8,proxy',
    TOKEN_LIFETIME_SECONDS: '1h',
    LOG_LEVEL: 'verbose',
    METRICS_TOKEN: 's3cret',
  }
  assert.deepEqual(faultsOf(faulty), [
    'HOST must be an IP address or a host name.',
    'PORT must be a whole number from 0 to 65535.',
    'PUBLIC_URL must be an http or https URL without credentials, query or fragment.',
    'DATABASE_URL must be a postgres:// URL with one host, and with special characters percent-encoded.',
    'DATABASE_POOL_MAX must be a whole number from 1 to 1000.',
    'REDIS_URL must be a redis:// or rediss:// URL with a host, optionally followed by a database number.',
    'S3_BUCKET must be a bucket name.',
    'S3_ENDPOINT must be an http or https URL without credentials, query or fragment.',
    'S3_REGION must be a region such as `eu-central-1`.',
    'S3_PREFIX must be a path such as `atelier/files`.',
    'S3_FORCE_PATH_STYLE must be `true` or `false`.',
    'S3_PRESIGNED_DOWNLOADS must be `true` or `false`.',
    'SECRET_KEY must be at least 32 random bytes in base64.',
    'RATE_LIMIT_PER_MINUTE must be a whole number from 0 to 1000000000.',
    'TRUSTED_PROXIES must be IP addresses or CIDR ranges, separated by commas.',
    'TOKEN_LIFETIME_SECONDS must be a whole number from 1 to 315360000.',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.',
    'METRICS_TOKEN must be a secret of 16 to 200 ASCII characters without spaces.',
    'S3_SECRET_ACCESS_KEY must be set, because S3_ACCESS_KEY_ID is.',
  ])
})

test('a PUBLIC_URL with a path is rejected with advice', () => {
  assert.deepEqual(faultsOf({ PUBLIC_URL: 'https://acme.example/dam' }), [
    'PUBLIC_URL must be a URL without a path, because the portal and all links start at the root of a host: use a host ' +
      'name of its own, such as https://creative.example.com.',
  ])
})

test('a REDIS_URL with parts that the Redis client ignores is rejected', () => {
  for (const url of [
    'redis://',
    'redis:///1',
    'redis://cache/one',
    'redis://cache/1?tls=true',
    'redis://:%zz@cache',
  ]) {
    assert.equal(faultsOf({ REDIS_URL: url }).length, 1, url)
  }
  for (const url of [
    'redis://cache',
    'redis://cache/',
    'rediss://:s3cret@[::1]:6380/15',
    'redis://ann@10.0.0.1',
  ]) {
    assert.equal(parseConfig({ REDIS_URL: url }).redisUrl, url)
  }
})

test('incomplete S3 settings are rejected instead of storing files on disk', () => {
  const faults: [env: Record<string, string>, fault: string][] = [
    [{ S3_ENDPOINT: 'http://minio:9000' }, 'S3_BUCKET must be set, because S3_ENDPOINT is.'],
    [
      { S3_BUCKET: 'files', S3_SECRET_ACCESS_KEY: 's3cret' },
      'S3_ACCESS_KEY_ID must be set, because S3_SECRET_ACCESS_KEY is.',
    ],
  ]
  for (const [env, fault] of faults) assert.deepEqual(faultsOf(env), [fault])
})

test('a bucket without an endpoint is on AWS; with an endpoint, the bucket is in the path', () => {
  const storageOf = (env: Record<string, string>) => parseConfig({ S3_BUCKET: 'files', ...env }).storage
  const atAws = {
    kind: 's3',
    bucket: 'files',
    endpoint: undefined,
    region: 'us-east-1',
    credentials: undefined,
    prefix: '',
    forcePathStyle: false,
    presignedDownloads: false,
    incomingDirectory: 'data/incoming',
  }
  assert.deepEqual(storageOf({}), atAws)
  const own = { endpoint: 'http://minio:9000', prefix: 'a/', forcePathStyle: true }
  assert.deepEqual(storageOf({ S3_ENDPOINT: own.endpoint, S3_PREFIX: 'a' }), { ...atAws, ...own })
})

const values: Record<string, { right: string[]; wrong: string[] }> = {
  HOST: {
    right: ['0.0.0.0', '::', '::1', 'localhost', 'atelier_web.internal', 'node-1'],
    wrong: ['256.1.1.1', '10', '1.2.3', 'http://localhost', 'localhost:80', 'a..b', '*'],
  },
  PORT: { right: ['0', '80', '65535'], wrong: ['1e3', '0x50', '80.0', '+80', 'http', '9'.repeat(400)] },
  PUBLIC_URL: {
    right: ['http://localhost:3000', 'https://a.example/'],
    wrong: [
      'ftp://a.example',
      'https://',
      'https://a.example/?x=1',
      'https://a.example/#x',
      'https://u:p@a.example',
      'https://a.example/b/',
    ],
  },
  DATABASE_URL: {
    right: ['postgres://localhost/x', 'postgresql://u:p@[::1]:5432/x', 'postgres:///x?host=/run/postgresql'],
    wrong: ['localhost/x', 'postgres://u:p%zz@db/x', 'postgres://db:port/x'],
  },
  SECRET_KEY: {
    right: ['A'.repeat(43), `${'A'.repeat(43)}=`, randomBytes(48).toString('base64url')],
    wrong: ['A'.repeat(42), 'this is a sentence, and no key at all, however long it goes on'],
  },
  TRUSTED_PROXIES: {
    right: ['127.0.0.1', '10.0.0.0/8,fd00::/8', '2001:db8::1', '::ffff:10.0.0.1', ' 10.0.0.1 , ,10.0.0.2'],
    wrong: [
      '10',
      '10.0.0',
      '010.0.0.1',
      '10.0.0.0/33',
      '0.0.0.0/0',
      '::/0',
      '10/8',
      '10.0.0.1/',
      'fd00::/129',
      'loopback',
      '10.0.0.1;10.0.0.2',
    ],
  },
  METRICS_TOKEN: {
    right: ['x'.repeat(16), 'x'.repeat(200)],
    wrong: ['x'.repeat(201), 'with a space in the middle'],
  },
}

for (const [name, { right, wrong }] of Object.entries(values)) {
  test(`${name} accepts valid values only`, () => {
    for (const value of right) assert.deepEqual(faultsOf({ [name]: value }), [], value)
    for (const value of wrong)
      assert.match(faultsOf({ [name]: value }).join(), RegExp(`^${name} must be `), value)
  })
}

test('a pooler requires the direct URL, replicas are a list, and each URL has exactly one host', () => {
  const url = 'postgres://ada@pooler/atelier'
  const direct = 'postgres://ada@server/atelier'
  const { database } = parseConfig({
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: direct,
    DATABASE_REPLICA_URLS: ' postgres://ada@one/atelier , postgres://ada@two:5433/atelier',
  })
  assert.deepEqual(database, {
    kind: 'postgres',
    url,
    directUrl: direct,
    replicaUrls: ['postgres://ada@one/atelier', 'postgres://ada@two:5433/atelier'],
    connectionsMax: 10,
  })
  assert.throws(() => parseConfig({ DATABASE_DIRECT_URL: direct }), /DATABASE_URL must be set/)
  assert.throws(() => parseConfig({ DATABASE_REPLICA_URLS: direct }), /DATABASE_URL must be set/)
  for (const several of ['postgres://one,two/atelier', 'postgres://one/atelier?host=two,three'])
    assert.throws(() => parseConfig({ DATABASE_URL: several }), /with one host/)
  assert.throws(
    () => parseConfig({ DATABASE_URL: url, DATABASE_REPLICA_URLS: 'mysql://one/atelier' }),
    /DATABASE_REPLICA_URLS must be/,
  )
})

const oidc = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'atelier', OIDC_CLIENT_SECRET: 'secret' }

test('single sign-on has scopes and names of claims', () => {
  const ofOidc = (env: Record<string, string>) => parseConfig({ ...oidc, ...env }).singleSignOn
  assert.deepEqual(ofOidc({}), {
    name: 'single sign-on',
    issuer: 'https://id.example',
    clientId: 'atelier',
    clientSecret: 'secret',
    scopes: ['openid', 'profile', 'email'],
    emailVerifiedClaim: 'email_verified',
    groups: undefined,
  })
  assert.deepEqual(ofOidc({ OIDC_SCOPES: 'openid  email groups' })?.scopes, ['openid', 'email', 'groups'])
  assert.equal(ofOidc({ OIDC_EMAIL_VERIFIED_CLAIM: 'xms_edov' })?.emailVerifiedClaim, 'xms_edov')
  for (const OIDC_SCOPES of ['email', 'openid,email', 'openid "email"', 'OpenID'])
    assert.match(faultsOf({ ...oidc, OIDC_SCOPES }).join(), /^OIDC_SCOPES must be scopes separated by spaces/)
  for (const OIDC_EMAIL_VERIFIED_CLAIM of ['two words', 'x'.repeat(201)])
    assert.deepEqual(faultsOf({ ...oidc, OIDC_EMAIL_VERIFIED_CLAIM }), [
      'OIDC_EMAIL_VERIFIED_CLAIM must be the name of a claim.',
    ])
})

test('OIDC_GROUP_ROLES is a list of groups with a company and a role, and an error names the wrong entry', () => {
  const groupsOf = (entries: unknown) =>
    parseConfig({
      ...oidc,
      OIDC_GROUP_ROLES: typeof entries === 'string' ? entries : JSON.stringify(entries),
    }).singleSignOn?.groups
  const companyId = newId()
  const company = publicId('company', companyId)
  const entry = { group: 'CN=Design, Team;OU="Brand"', company, role: 'editor' }
  const found = groupsOf([entry, { ...entry, group: 'admins', role: 'admin' }])
  assert.deepEqual(found, {
    claim: 'groups',
    roles: [
      { group: entry.group, companyId, role: 'editor' },
      { group: 'admins', companyId, role: 'admin' },
    ],
  })
  assert.equal(parseConfig(oidc).singleSignOn?.groups, undefined)
  const shape =
    'OIDC_GROUP_ROLES must be a JSON list such as `[{"group":"designers","company":"cmp_…","role":"editor"}]`'
  const wrong: [unknown, string][] = [
    ['designers=editor', ''],
    ['[{"group":"designers"', ''],
    [entry, ': it is not a list'],
    [[], ': it is empty'],
    [
      Array.from({ length: 1_001 }, (_, n) => ({ ...entry, group: `g${n}` })),
      ': it has more than 1000 entries',
    ],
    [[entry, 'designers'], ': entry 2 must have exactly the texts group, company and role'],
    [[{ ...entry, group: 7 }], ': entry 1 must have exactly the texts group, company and role'],
    [[{ ...entry, roles: 'editor' }], ': entry 1 must have exactly the texts group, company and role'],
    [[{ ...entry, group: ' ' }], ': the group of entry 1 must have 1 to 500 characters'],
    [[{ ...entry, group: 'g'.repeat(501) }], ': the group of entry 1 must have 1 to 500 characters'],
    [[{ ...entry, company: companyId }], ': the company of entry 1 must be a company ID (cmp_…)'],
    [[{ ...entry, company: 'Acme' }], ': the company of entry 1 must be a company ID (cmp_…)'],
    [[{ ...entry, role: 'owner' }], ': the role of entry 1 must be one of admin, developer, editor, viewer'],
    [[{ ...entry, role: 'Editor' }], ': the role of entry 1 must be one of admin, developer, editor, viewer'],
    [[entry, { ...entry, role: 'viewer' }], ': entry 2 has the same group and company as entry 1'],
  ]
  for (const [entries, problem] of wrong)
    assert.throws(() => groupsOf(entries), new ConfigError(`${shape}${problem}.`))
  assert.deepEqual(faultsOf({ OIDC_GROUP_ROLES: JSON.stringify([entry]) }), [
    'OIDC_ISSUER must be set, because OIDC_GROUP_ROLES is.',
  ])
  assert.deepEqual(faultsOf({ ...oidc, OIDC_GROUPS_CLAIM: 'roles' }), [
    'OIDC_GROUP_ROLES must be set, because OIDC_GROUPS_CLAIM is.',
  ])
})

test('a group can give every role except owner', () => {
  assert.deepEqual([...groupRoleNames].sort(), roles.filter((role) => role !== 'owner').sort())
})
