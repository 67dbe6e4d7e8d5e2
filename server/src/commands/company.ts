import { type Command, Option } from 'commander'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/tenancy.ts'
import { publicId, type Uuid } from '../ids.ts'
import { idOf, quotedNameOf } from './arguments.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { facts, table, time } from './text-output.ts'
import { UsageError } from './usage-error.ts'

export function addCompany(program: Command, settings: Settings) {
  const company = program
    .command('company')
    .description('Create and list companies, the tenants of the service.')
    .addHelpText('after', createExamples)
  operates(
    company
      .command('create')
      .description('Create a company, and an enterprise for it unless --enterprise is set.')
      .argument('<name>', 'name of the company', quotedNameOf)
      .addOption(
        new Option('--enterprise <id>', 'existing enterprise for the company').argParser(idOf('enterprise')),
      )
      .addOption(
        new Option(
          '--enterprise-name <name>',
          'name of the new enterprise (default: the name of the company)',
        )
          .argParser(quotedNameOf)
          .conflicts('enterprise'),
      )
      .addHelpText('after', createExamples),
    settings,
    createOne,
  )
  operates(
    company.command('list').description('List all companies with their enterprises, oldest first.'),
    settings,
    listAll,
  )
}

const createExamples = `
Examples:
  $ atelier-server company create Acme
  $ atelier-server company create "Acme France" --enterprise ent_…
  $ atelier-server company create Acme --enterprise-name "Acme Group"`

type CreateOptions = { enterprise?: Uuid; enterpriseName?: string }

async function createOne(db: Db, name: string, { enterprise, enterpriseName }: CreateOptions): Promise<Done> {
  const { createCompany, createEnterprise, findEnterprise } = await import('../companies/queries.ts')
  const created = await inTransaction(db, async (trx) => {
    const enterpriseId = enterprise ?? (await createEnterprise(trx, enterpriseName ?? name))
    const parent = await findEnterprise(trx, enterpriseId)
    if (!parent) throw new UsageError(`There is no enterprise ${publicId('enterprise', enterpriseId)}.`)
    return { id: await createCompany(trx, enterpriseId, name), parent }
  })
  const json = {
    company_id: publicId('company', created.id),
    name,
    enterprise: { id: publicId('enterprise', created.parent.id), name: created.parent.name },
  }
  const ids: [string, string][] = [
    ['company_id', json.company_id],
    ['enterprise_id', `${json.enterprise.id} (${json.enterprise.name})`],
  ]
  return { text: `Created the company ${name}.\n\n${facts(ids)}`, json }
}

async function listAll(db: Db): Promise<Done> {
  const { listCompanies } = await import('../companies/queries.ts')
  const companies = (await listCompanies(db)).map((row) => ({
    company_id: publicId('company', row.id),
    name: row.name,
    enterprise: {
      id: publicId('enterprise', row.enterprise_id),
      name: row.enterprise_name,
      status: row.status,
    },
    created_at: row.created_at,
  }))
  const rows = companies.map((company) => [
    company.company_id,
    company.name,
    company.enterprise.name,
    company.enterprise.status,
    time(company.created_at),
  ])
  const headings = ['COMPANY', 'NAME', 'ENTERPRISE', 'STATUS', 'CREATED']
  return { text: table(headings, rows, 'There are no companies yet.'), json: { companies } }
}
