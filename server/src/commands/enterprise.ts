import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { publicId, type Uuid } from '../ids.ts'
import { idOf } from './arguments.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { table, time } from './text-output.ts'
import { UsageError } from './usage-error.ts'

export function addEnterprise(program: Command, settings: Settings) {
  const enterprise = program
    .command('enterprise')
    .description('List, activate and deactivate enterprises. An enterprise groups companies.')
    .addHelpText('after', examples)
  operates(enterprise.command('list').description('List all enterprises, oldest first.'), settings, listAll)
  operates(
    enterprise
      .command('activate')
      .description('Activate an enterprise. Its unexpired tokens work again.')
      .argument('<id>', 'enterprise ID, ent_…', idOf('enterprise')),
    settings,
    (db, id: Uuid) => setStatus(db, id, 'active'),
  )
  operates(
    enterprise
      .command('deactivate')
      .description(
        'Deactivate an enterprise. Its clients get 403 for new tokens and 401 for existing ones, immediately.',
      )
      .argument('<id>', 'enterprise ID, ent_…', idOf('enterprise')),
    settings,
    (db, id: Uuid) => setStatus(db, id, 'inactive'),
  )
}

const examples = `
Examples:
  $ atelier-server enterprise list
  $ atelier-server enterprise deactivate ent_…`

async function setStatus(db: Db, id: Uuid, status: 'active' | 'inactive'): Promise<Done> {
  const { findEnterprise, setEnterpriseStatus } = await import('../companies/queries.ts')
  await setEnterpriseStatus(db, id, status)
  const enterprise = await findEnterprise(db, id)
  if (!enterprise) throw new UsageError(`There is no enterprise ${publicId('enterprise', id)}.`)
  return {
    text: `${enterprise.name} is ${enterprise.status}.`,
    json: { enterprise_id: publicId('enterprise', id), name: enterprise.name, status: enterprise.status },
  }
}

async function listAll(db: Db): Promise<Done> {
  const { listEnterprises } = await import('../companies/queries.ts')
  const enterprises = (await listEnterprises(db)).map(({ id, ...row }) => ({
    enterprise_id: publicId('enterprise', id),
    ...row,
  }))
  const rows = enterprises.map((row) => [
    row.enterprise_id,
    row.name,
    row.status,
    row.companies,
    row.clients,
    time(row.created_at),
  ])
  const headings = ['ENTERPRISE', 'NAME', 'STATUS', 'COMPANIES', 'CLIENTS', 'CREATED']
  return { text: table(headings, rows, 'There are no enterprises yet.'), json: { enterprises } }
}
