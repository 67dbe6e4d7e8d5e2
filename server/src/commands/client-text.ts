import type { ClientRow } from '../clients/queries.ts'
import { presentLimit } from '../folder-limits/present-limit.ts'
import { publicId, type Uuid } from '../ids.ts'
import { facts } from './text-output.ts'

/** The only code that prints a secret. */
export const credentials = (id: Uuid, secret: string) => `${facts([
  ['client_id', publicId('client', id)],
  ['client_secret', secret],
])}

Store the secret now. It cannot be shown again, because only its hash is kept.`

export const presentClient = (row: ClientRow) => ({
  client_id: publicId('client', row.id),
  name: row.name,
  company: row.company_id && { id: publicId('company', row.company_id), name: row.company_name },
  enterprise: {
    id: publicId('enterprise', row.enterprise_id),
    name: row.enterprise_name,
    status: row.enterprise_status,
  },
  owner: row.owner_id && {
    id: publicId('person', row.owner_id),
    name: row.owner_name,
    email: row.owner_email,
  },
  scopes: row.scopes,
  allowed_addresses: row.allowed_addresses,
  allowed_origins: row.allowed_origins,
  read_limit: presentLimit(row.read_folder_ids),
  write_limit: presentLimit(row.write_folder_ids),
  token_lifetime_seconds: row.token_lifetime_seconds,
  live_secrets: row.live_secrets,
  last_used_at: row.last_used_at,
  created_at: row.created_at,
})
