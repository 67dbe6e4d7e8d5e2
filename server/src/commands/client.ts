import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import type { AccessScope } from '../http/caller.ts'
import { publicId, type Uuid } from '../ids.ts'
import { idOf, scopesOf, wholeNumber } from './arguments.ts'
import { addClientCreate } from './client-create.ts'
import { credentials, presentClient } from './client-text.ts'
import { existingClient, noSuchClient, operatorOn } from './existing-client.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { table, time } from './text-output.ts'
import { UsageError } from './usage-error.ts'

const overlapSecondsDefault = 86_400
/** Maximum overlap. After a longer overlap, people would forget that the old secret still works. */
const overlapSecondsMax = 90 * 86_400

export function addClient(program: Command, settings: Settings) {
  const client = program
    .command('client')
    .description('Create and manage OAuth clients, the programs that call the API.')
    .addHelpText('after', examples)
  addClientCreate(client, settings)
  operates(client.command('list').description('List all clients, oldest first.'), settings, listAll)
  addRotate(client, settings)
  addRestrict(client, settings)
  addDelete(client, settings)
}

const examples = `
Examples:
  $ atelier-server client create --name Website --company cmp_…
  $ atelier-server client list
  $ atelier-server client rotate cli_… --overlap 3600
  $ atelier-server client restrict cli_… --scopes profile:read,templates:read
  $ atelier-server client delete cli_…`

async function listAll(db: Db): Promise<Done> {
  const { listClients } = await import('../clients/queries.ts')
  const clients = await listClients(db)
  const headings = [
    'CLIENT',
    'NAME',
    'COMPANY',
    'ENTERPRISE',
    'SECRETS',
    'LAST USED',
    'CREATED',
    'FROM',
    'SCOPES',
  ]
  const rows = clients.map((row) => [
    publicId('client', row.id),
    row.name,
    row.company_name,
    row.enterprise_name + (row.enterprise_status === 'inactive' ? ' (inactive)' : ''),
    row.live_secrets,
    row.last_used_at ? time(row.last_used_at) : 'never',
    time(row.created_at),
    row.allowed_addresses.join(' ') || 'anywhere',
    row.scopes.join(' '),
  ])
  return {
    text: table(headings, rows, 'There are no clients yet.'),
    json: { clients: clients.map(presentClient) },
  }
}

function addRotate(client: Command, settings: Settings) {
  operates(
    client
      .command('rotate')
      .description("Rotate a client's secret. The old secret works until the end of the overlap.")
      .argument('<id>', 'client ID, cli_…', idOf('client'))
      .option(
        '--overlap <seconds>',
        'how long the old secret keeps working; 0 revokes it immediately',
        wholeNumber('--overlap', 0, overlapSecondsMax),
        overlapSecondsDefault,
      )
      .addHelpText('after', aboutRotate),
    settings,
    rotate,
  )
}

const aboutRotate = `
Existing tokens stay valid. After a leak, revoke the old secret and the tokens issued with it:
  $ atelier-server client rotate cli_… --overlap 0
  $ atelier-server token revoke --client cli_…`

async function rotate(db: Db, id: Uuid, { overlap }: { overlap: number }): Promise<Done> {
  const { rotateSecret } = await import('../clients/rotate-secret.ts')
  const row = await existingClient(db, id)
  const rotation = await rotateSecret(db, operatorOn(row), overlap)
  if (rotation.outcome === 'not_found') throw noSuchClient(id)
  if (rotation.outcome === 'two_live') {
    throw new UsageError(
      `${row.name} has two active secrets until ${time(rotation.until)}. Wait, or revoke both now with --overlap 0.`,
    )
  }
  const { clientSecret, oldEndsAt } = rotation
  const old = overlap === 0 ? 'The old secret is revoked.' : `The old secret works until ${time(oldEndsAt)}.`
  return {
    text: `${row.name} has a new secret.\n\n${credentials(id, clientSecret)}\n${old}`,
    json: {
      client_id: publicId('client', id),
      client_secret: clientSecret,
      old_secret_ends_at: oldEndsAt,
    },
  }
}

function addRestrict(client: Command, settings: Settings) {
  operates(
    client
      .command('restrict')
      .description(
        'Set the scopes of a client. Removed scopes stop working immediately, even for existing tokens.',
      )
      .argument('<id>', 'client ID, cli_…', idOf('client'))
      .requiredOption<AccessScope[]>(
        '--scopes <list>',
        'all scopes of the client, separated by commas',
        scopesOf,
      )
      .addHelpText('after', aboutRestrict),
    settings,
    restrict,
  )
}

const aboutRestrict = `
Added scopes apply to the next token.

Example:
  $ atelier-server client restrict cli_… --scopes profile:read,templates:read`

async function restrict(db: Db, id: Uuid, { scopes }: { scopes: AccessScope[] }): Promise<Done> {
  const { restrictClient } = await import('../clients/restrict.ts')
  const row = await existingClient(db, id)
  const before = await restrictClient(db, operatorOn(row), scopes)
  if (!before) throw noSuchClient(id)
  return {
    text: `${row.name} now has the scopes: ${scopes.join(' ')}.`,
    json: { client_id: publicId('client', id), scopes, scopes_before: before },
  }
}

function addDelete(client: Command, settings: Settings) {
  operates(
    client
      .command('delete')
      .description('Delete a client and revoke its secrets and tokens immediately.')
      .argument('<id>', 'client ID, cli_…', idOf('client')),
    settings,
    async (db, id: Uuid) => {
      const { deleteClient } = await import('../clients/delete.ts')
      const row = await existingClient(db, id)
      if (!(await deleteClient(db, operatorOn(row)))) throw noSuchClient(id)
      return {
        text: `Deleted the client ${row.name}, its secrets and its tokens.`,
        json: { client_id: publicId('client', id), name: row.name, deleted: true },
      }
    },
  )
}
