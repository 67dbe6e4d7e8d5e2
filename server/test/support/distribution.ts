/**
 * Where each table goes the day PostgreSQL is distributed by company (Citus). A table that is not named here is a
 * tenant table: `create_distributed_table(…, 'company_id')`. `distribution.test.ts` holds the catalogue against this.
 *
 * The catalogue is what can't be changed later without a long lock. It is not all: Citus sends a statement to one node
 * only if it names the company as a value, and sets no setting there but by `set local`; our reads compare with
 * `tenant.id`, and set the company by `set_config` (docs/decisions/one-statement-reads.md).
 */

/** On every node, as `create_reference_table` makes them: tenant tables point at them, or are joined with them. */
export const referenceTables: Record<string, string> = {
  enterprises: 'Companies and clients belong to them.',
  companies:
    'Every tenant table points at them. Each change writes its company: Citus does so on every node.',
  people: 'Resources name who made them.',
  clients: 'Read by their id before it is known which company calls; some have none.',
  memberships: 'Read by the person before it is known which company is open.',
  invitations: 'Read by their id by who has no company yet.',
}

/** On the coordinator alone. */
export const localTables: Record<string, string> = {
  client_secrets: 'Read by the client before it is known which company calls.',
  client_assertions: 'Read by the client before it is known which company calls.',
  access_tokens: 'Read by their hash before it is known which company calls.',
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

/** Schemas of which every table is local. */
export const localSchemas: Record<string, string> = {
  pgboss: 'The queue of jobs takes the next of any company.',
}

/** They tell all nodes whose access has changed, and run where the change is made: `citus.enable_unsafe_triggers`. */
export const tellingTriggers = [
  'clients access_changed',
  'enterprises access_changed',
  'people people_changed',
]
