import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { keySet } from '../clients/key-set.ts'
import type { Trx } from '../db/tenancy.ts'
import { limitedFoldersMax } from '../folder-limits/limit.ts'
import { scopes } from '../http/caller.ts'
import { allowedOriginsMax, webOrigin } from '../http/schemas/origins.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import { addressRange, allowedAddressesMax } from '../ip-addresses.ts'
import { nameFault } from '../name-rules.ts'
import { archivedName, quotedName } from './manifest.ts'

/**
 * People with their roles, and API clients with the hashes of their secrets and tokens, so that integrations
 * keep working. Passwords, sessions, second factors, passkeys and operator rights belong to this installation
 * and are not exported.
 */
type Account = {
  name: string
  select: (company: CompanyId) => RawBuilder<object>
  columns: string[]
  /** Validates columns whose type alone is not strict enough. */
  row?: z.ZodType
}

/** Maximum token lifetime: ten years, as in TOKEN_LIFETIME_SECONDS. */
const lifetimeSecondsMax = 315_360_000
/** Maximum time by which the clock of the exporting installation can be ahead. */
const clockSkewMs = 5 * 60_000

/** A SHA-256 checksum in PostgreSQL's hex notation. */
const hash = z.string().regex(/^\\x[0-9a-f]{64}$/)
const knownScopes = z.array(z.enum(scopes as [string, ...string[]]))
const limitedFolders = z.array(z.string()).min(1).max(limitedFoldersMax).nullable().optional()
const isRange = (text: string) => addressRange(text) === text

export const accountTables: readonly Account[] = [
  {
    name: 'people',
    columns: ['id', 'name', 'email', 'updated_at'],
    row: z.looseObject({ name: quotedName, email: z.email().max(320) }),
    select: (company) => sql`
      select id, name, email, updated_at from people where id in (
        select person_id from memberships where company_id = ${company}
        union select owner_id from clients where company_id = ${company}
        union select created_by from assets where company_id = ${company}
        union select created_by from asset_versions where company_id = ${company}
        union select created_by from templates where company_id = ${company}
        union select created_by from template_versions where company_id = ${company}
        union select created_by from collections where company_id = ${company}
        union select created_by from reviews where company_id = ${company}
        union select created_by from comments where company_id = ${company} and render_id is null
        union select resolved_by from comments where company_id = ${company} and render_id is null
        union select m.person_id from comment_mentions m join comments c on c.company_id = m.company_id and c.id = m.id
          where m.company_id = ${company} and c.render_id is null
        union select person_id from asset_property_values where company_id = ${company}
        union select person_id from template_property_values where company_id = ${company}
        union select created_by from presets where company_id = ${company}
        union select created_by from saved_searches where company_id = ${company}
        union select person_id from saved_search_followers where company_id = ${company}
        union select created_by from shares where company_id = ${company}
        union select created_by from brand_pages where company_id = ${company}
        union select (actor ->> 'id')::uuid from events where company_id = ${company} and actor ->> 'type' = 'person'
      ) order by id`,
  },
  {
    name: 'memberships',
    columns: [
      'company_id',
      'person_id',
      'role',
      'source',
      'read_folder_ids',
      'write_folder_ids',
      'created_at',
    ],
    row: z.looseObject({
      role: z.enum(['owner', 'admin', 'developer', 'editor', 'viewer']),
      source: z.enum(['manual', 'groups']).optional(),
      read_folder_ids: limitedFolders,
      write_folder_ids: limitedFolders,
    }),
    select: (company) => sql`
      select company_id, person_id, role, source, read_folder_ids, write_folder_ids, created_at from memberships
      where company_id = ${company} order by person_id`,
  },
  {
    name: 'clients',
    columns: [
      'id',
      'enterprise_id',
      'company_id',
      'owner_id',
      'name',
      'scopes',
      'token_lifetime_seconds',
      'allowed_addresses',
      'allowed_origins',
      'read_folder_ids',
      'write_folder_ids',
      'jwks',
      'last_used_at',
      'updated_at',
    ],
    row: z.looseObject({
      // A client without a company belongs to the whole enterprise.
      company_id: z.string(),
      name: archivedName(nameFault),
      scopes: knownScopes,
      token_lifetime_seconds: z.int().min(1).max(lifetimeSecondsMax).nullable().optional(),
      allowed_addresses: z.array(z.string().refine(isRange)).max(allowedAddressesMax).optional(),
      allowed_origins: z
        .array(z.string().refine((text) => webOrigin(text) === text))
        .max(allowedOriginsMax)
        .optional(),
      read_folder_ids: limitedFolders,
      write_folder_ids: limitedFolders,
      jwks: keySet.nullable().optional(),
    }),
    select: (company) => sql`
      select id, enterprise_id, company_id, owner_id, name, scopes, token_lifetime_seconds, allowed_addresses,
        allowed_origins, read_folder_ids, write_folder_ids, jwks, last_used_at, updated_at
      from clients where company_id = ${company} and app_id is null order by id`,
  },
  {
    name: 'client_secrets',
    columns: ['id', 'client_id', 'hash', 'expires_at'],
    row: z.looseObject({ hash }),
    select: (company) => sql`
      select id, client_id, hash, expires_at from client_secrets
      where client_id in (${clientsOf(company)}) order by id`,
  },
  {
    name: 'access_tokens',
    columns: ['hash', 'client_id', 'scopes', 'issued_at', 'expires_at', 'revoked_at'],
    row: z
      .looseObject({ hash, scopes: knownScopes, issued_at: z.string(), expires_at: z.string() })
      .refine(({ issued_at, expires_at }) => {
        const issued = Date.parse(issued_at)
        // Such a token would outlive every token that this installation issues.
        return (
          issued <= Date.now() + clockSkewMs && Date.parse(expires_at) - issued <= lifetimeSecondsMax * 1_000
        )
      }),
    select: (company) => sql`
      select hash, client_id, scopes, issued_at, expires_at, revoked_at from access_tokens
      where client_id in (${clientsOf(company)}) and expires_at > now() order by hash`,
  },
]

/** The company's clients, without connected apps, which a person allows on one installation. */
const clientsOf = (company: CompanyId) =>
  sql`select id from clients where company_id = ${company} and app_id is null`

type Person = { id: Uuid; email: string }

/**
 * Maps the people of an archive to accounts of this installation. A person whose e-mail address exists here
 * keeps the ID of that account. Everyone else gets a new account, with a new ID if the archived ID is taken.
 * An ID in an archive proves nothing, because anyone can write an archive.
 * @returns the ID in this installation by archived ID, and the new people.
 */
export async function peopleHere<P extends Person>(
  trx: Trx,
  people: readonly P[],
): Promise<{ ids: Map<Uuid, Uuid>; newcomers: P[] }> {
  const { rows } = await sql<{ theirs: Uuid; ours: Uuid | null; isTaken: boolean }>`
    select asked.id as theirs, p.id as ours, exists (select from people t where t.id = asked.id) as "isTaken"
    from json_to_recordset(${JSON.stringify(people.map(({ id, email }) => ({ id, email })))}::json)
      asked (id uuid, email text)
    left join people p on lower(p.email) = lower(asked.email)`.execute(trx)
  const known = new Set(rows.filter(({ ours }) => ours !== null).map(({ theirs }) => theirs))
  const ids = new Map(rows.map(({ theirs, ours, isTaken }) => [theirs, ours ?? (isTaken ? newId() : theirs)]))
  const newcomers = people
    .filter(({ id }) => !known.has(id))
    .map((person) => ({ ...person, id: ids.get(person.id)! }))
  return { ids, newcomers }
}
