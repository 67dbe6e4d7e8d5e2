import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { commonFilters, commonSorts } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { PublicKey } from '../db/schema.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { presentLimits } from '../folder-limits/present-limit.ts'
import { limitFields } from '../folder-limits/resource.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { publicId } from '../ids.ts'
import { Creator, creator, Id, Time, time, timeOrNull } from '../wire.ts'

const Key = z.object({
  kid: z.string().optional(),
  kty: z.string(),
  crv: z.string().optional(),
  alg: z.string().optional(),
  n: z.string().optional(),
  e: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
})

export const Client = z
  .object({
    id: Id('client'),
    name: z.string(),
    owner: Creator.nullable(),
    scopes: z.array(z.string()),
    token_lifetime_seconds: z
      .int()
      .nullable()
      .describe('Lifetime of the tokens, in seconds. Null for the default of the installation.'),
    allowed_addresses: z
      .array(z.string())
      .describe('IP addresses and networks that may use the client. Empty for all.'),
    allowed_origins: z
      .array(z.string())
      .describe('Origins of the web pages that may call the API with tokens of the client. Empty for none.'),
    ...limitFields('the client'),
    secrets: z
      .array(z.object({ created_at: Time, expires_at: Time.nullable() }))
      .describe('Valid secrets. Two during a rotation.'),
    jwks: z
      .object({ keys: z.array(Key) })
      .nullable()
      .describe('Public keys with which the client can authenticate (RFC 7523), or null.'),
    last_used_at: Time.nullable().describe(
      'Time of the last request, to the minute. Null if there was none.',
    ),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Client' })

type ClientRow = Awaited<ReturnType<ReturnType<typeof clientRows>['executeTakeFirstOrThrow']>>

const liveSecrets = sql<{ created_at: string; expires_at: string | null }[]>`(
  select coalesce(json_agg(json_build_object('created_at', s.created_at, 'expires_at', s.expires_at) order by s.id), '[]')
  from client_secrets s where s.client_id = r.id and (s.expires_at is null or s.expires_at > now())
)`

function clientRows(db: Db) {
  return db
    .selectFrom('clients as r')
    .leftJoin('people as p', 'p.id', 'r.owner_id')
    .select([
      'r.id',
      'r.name',
      'r.owner_id',
      'p.name as owner_name',
      'r.scopes',
      'r.token_lifetime_seconds',
      'r.allowed_addresses',
      'r.allowed_origins',
      'r.read_folder_ids',
      'r.write_folder_ids',
      liveSecrets.as('secrets'),
      'r.jwks',
      'r.last_used_at',
      'r.created_at',
      'r.updated_at',
    ])
}

const sorts = {
  created_at: commonSorts.created_at,
  updated_at: commonSorts.updated_at,
  name: { column: 'name', type: 'text' },
} as const

/** Connected apps are not listed, because only the person who connected an app can change it. */
export const clients = finder({
  table: 'clients',
  rows: clientRows,
  always: sql`r.app_id is null`,
  sorts,
  filters: commonFilters,
})

export const clientsResource = resource({
  kind: 'client',
  path: '/clients',
  scope: 'clients:read',
  group: 'Clients',
  nouns: ['client', 'clients'],
  item: Client,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters: {},
  find: clients,
  present: presentClient,
})

function presentClient(row: JsonRow<ClientRow>): z.input<typeof Client> {
  return {
    id: publicId('client', row.id),
    name: row.name,
    owner: creator(row.owner_id, row.owner_name),
    scopes: row.scopes,
    token_lifetime_seconds: row.token_lifetime_seconds,
    allowed_addresses: row.allowed_addresses,
    allowed_origins: row.allowed_origins,
    ...presentLimits(row),
    secrets: row.secrets.map(({ created_at, expires_at }) => ({
      created_at: time(created_at),
      expires_at: timeOrNull(expires_at),
    })),
    jwks: row.jwks && { keys: row.jwks.keys.map(presentKey) },
    last_used_at: timeOrNull(row.last_used_at),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}

function presentKey({ kid, kty, crv, alg, n, e, x, y }: PublicKey): z.input<typeof Key> {
  const members = { kid, kty, crv, alg, n, e, x, y }
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as z.input<
    typeof Key
  >
}
