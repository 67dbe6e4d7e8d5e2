/**
 * How each table would be distributed by company on Citus. A table that is not listed is a tenant table,
 * distributed with `create_distributed_table(…, 'company_id')`. `distribution.test.ts` checks the schema
 * against these lists, because the schema cannot be changed later without a long lock. Other changes would
 * also be needed, because Citus sends a statement to a single node only if it contains the company as a
 * value, and passes on only settings made with `set local`. The server's reads compare with `tenant.id` and
 * set the company with `set_config` (docs/decisions/one-statement-reads.md).
 */

/**
 * Copied to every node with `create_reference_table`, because tenant tables refer to them or are joined with them.
 */
export const referenceTables: Record<string, string> = {
  enterprises: 'Companies and clients belong to them.',
  companies:
    'Every tenant table points at them. Each change writes its company: Citus does so on every node.',
  people: 'Resources name who made them.',
  apps: 'Registered before any person, and so any company, is known.',
  clients: 'Read by their id before it is known which company calls; some have none.',
  memberships: 'Read by the person before it is known which company is open.',
  render_link_companies: 'Read by the link before it is known whose it is.',
  brand_page_slugs: 'Read by the slug before it is known whose page it is.',
  share_codes: 'Read by the code before it is known whose share it is.',
  invitations: 'Read by their id by who has no company yet.',
}

/** Tables that exist on the coordinator only. */
export const localTables: Record<string, string> = {
  client_secrets: 'Read by the client before it is known which company calls.',
  client_assertions: 'Read by the client before it is known which company calls.',
  access_tokens: 'Read by their hash before it is known which company calls.',
  authorization_grants: 'Read by their hash before it is known which company calls.',
  sign_in_methods: 'People sign in before a company is open.',
  sessions: 'People sign in before a company is open.',
  verifications: 'People sign in before a company is open.',
  two_factors: 'People sign in before a company is open.',
  passkeys: 'People sign in before a company is open.',
  security_events:
    'Tells of callers of no company too: its `company_id` may be null, and its key is the time and the id.',
  key_fingerprints: 'Read once at each start.',
  kysely_migration: 'Migrations run on the coordinator.',
  kysely_migration_lock: 'Migrations run on the coordinator.',
}

/** Schemas whose tables are all local. */
export const localSchemas: Record<string, string> = {
  pgboss: 'The queue of jobs takes the next of any company.',
}

/**
 * Triggers that notify all nodes of access changes. They run where the change is made
 * (`citus.enable_unsafe_triggers`).
 */
export const notifyingTriggers = [
  'clients access_changed',
  'enterprises access_changed',
  'people people_changed',
]

/** Triggers that keep the parts of words for the search. They write only rows of the company whose words changed. */
export const wordTriggers = ['note_words', 'forget_words']

/**
 * Triggers that reject writes outside the folder limit of a client. They read only folders of the company that
 * writes, and only for limited clients.
 */
export const limitTriggers = ['folder_limit']
