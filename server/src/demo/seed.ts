import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { createClient, type NewClient } from '../clients/create.ts'
import { createCompany, createEnterprise, setEnterpriseStatus } from '../companies/queries.ts'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/schema.ts'
import { inTransaction, leaveCompany, type Trx } from '../db/tenancy.ts'
import { change } from '../events/append.ts'
import { readScopes, scopes } from '../http/caller.ts'
import { type CompanyId, newId, publicId, type Uuid } from '../ids.ts'
import { addMember, createPerson } from '../members/queries.ts'
import type { Storage } from '../storage/storage.ts'
import { type DemoCompany, demoCompanies } from './catalog.ts'
import { createLibrary, type DemoFiles } from './library.ts'

export type DemoClient = {
  client_id: string
  client_secret: string
  company: string | null
  company_id: string | null
  scopes: readonly string[]
}
export type DemoPerson = { email: string; password: string }

/** Credentials for the demo, including one client for each kind of rejection (R-ERR-1, R-TOKEN-9). */
export type DemoCredentials = {
  clients: Record<'acme' | 'globex' | 'read_only' | 'restricted' | 'no_company' | 'inactive', DemoClient>
  people: Record<'owner' | 'editor' | 'viewer', DemoPerson>
}

const filesDirectory = new URL('../../demo/', import.meta.url)

/**
 * Fills an empty database with two companies, their people and their libraries. `keep` receives the
 * credentials before the commit, so that an interrupted start leaves either no demo or a demo with known
 * credentials.
 * @returns false if the database is not empty and nothing was done.
 */
export async function seedDemo(
  db: Db,
  storage: Storage,
  keep: (credentials: DemoCredentials) => Promise<void>,
): Promise<boolean> {
  if (await db.selectFrom('enterprises').select('id').limit(1).executeTakeFirst()) return false
  const companies = demoCompanies.map((company) => ({ ...company, id: newId() }))
  const files = await Promise.all(companies.map((company) => readFiles(company.id, company)))
  const stored = Promise.all(
    files.flatMap((ofCompany) => [...ofCompany.values()].map(({ key, bytes }) => storage.put(key, bytes))),
  )
  const rows = inTransaction(db, async (trx) => {
    const [acme, globex] = companies as [(typeof companies)[0], (typeof companies)[0]]
    const acmeGroup = await createEnterprise(trx, 'Acme Group')
    const globexGroup = await createEnterprise(trx, 'Globex Holding')
    await createCompany(trx, acmeGroup, acme.name, acme.id)
    await createCompany(trx, globexGroup, globex.name, globex.id)
    const people = {
      owner: await join(trx, acme.id, 'owner', 'Ada Winter', 'ada@acme.example'),
      editor: await join(trx, acme.id, 'editor', 'Elias Brook', 'elias@acme.example'),
      viewer: await join(trx, acme.id, 'viewer', 'Vera Stone', 'vera@acme.example'),
    }
    const gina = await join(trx, globex.id, 'owner', 'Gina Volt', 'gina@globex.example')
    const owners = [people.owner.id, gina.id]
    for (const [index, company] of companies.entries()) {
      await leaveCompany(trx)
      await change(trx, { companyId: company.id, actor: { type: 'operator' } }, (trx) =>
        createLibrary(trx, company.id, company, files[index]!, owners[index]!),
      )
    }
    await stored
    await keep({
      clients: await createClients(trx, { acmeGroup, globexGroup, acme, globex, owners }),
      people: mapValues(people, ({ email, password }) => ({ email, password })),
    })
  })
  // Disk and database work in parallel. Rows are committed only when their files are synced.
  await Promise.all([stored, rows])
  return true
}

/** Every file that a company's catalog names, with its storage key. */
async function readFiles(companyId: CompanyId, company: DemoCompany): Promise<DemoFiles> {
  const paths = new Set([
    ...company.assets.flatMap(({ file, thumbnail }) => (thumbnail === null ? [file] : [file, thumbnail])),
    ...company.templates.flatMap(({ thumbnail, preview, document }) => [thumbnail, preview, document]),
  ])
  const files = [...paths].map(async (path) => {
    const bytes = await readFile(new URL(path, filesDirectory))
    const checksum = createHash('sha256').update(bytes).digest('hex')
    return [path, { key: `${companyId}/${newId()}${extname(path)}`, bytes, checksum }] as const
  })
  return new Map(await Promise.all(files))
}

async function join(trx: Trx, companyId: CompanyId, role: Role, name: string, email: string) {
  const password = randomBytes(12).toString('base64url')
  const id = await createPerson(trx, { name, email, password })
  await addMember(trx, companyId, id, role)
  return { id, email, password }
}

type Named = { id: CompanyId; name: string }
type Accounts = { acmeGroup: Uuid; globexGroup: Uuid; acme: Named; globex: Named; owners: Uuid[] }

async function createClients(trx: Trx, { acmeGroup, globexGroup, acme, globex, owners }: Accounts) {
  const closedGroup = await createEnterprise(trx, 'Initech')
  const initech = { id: await createCompany(trx, closedGroup, 'Initech'), name: 'Initech' }
  const [ada, gina] = owners as [Uuid, Uuid]
  const client = async (company: Named | null, given: Omit<NewClient, 'companyId'>): Promise<DemoClient> => {
    await leaveCompany(trx)
    const { clientId, clientSecret } = await createClient(trx, { ...given, companyId: company?.id ?? null })
    return {
      client_id: clientId,
      client_secret: clientSecret,
      company: company?.name ?? null,
      company_id: company && publicId('company', company.id),
      scopes: given.scopes ?? readScopes,
    }
  }
  const inAcme = { enterpriseId: acmeGroup, ownerId: ada }
  const clients = {
    acme: await client(acme, { ...inAcme, name: 'Website', scopes }),
    globex: await client(globex, { enterpriseId: globexGroup, ownerId: gina, name: 'Website', scopes }),
    read_only: await client(acme, { ...inAcme, name: 'Dealer portal' }),
    restricted: await client(acme, { ...inAcme, name: 'Status page', scopes: ['profile:read'] }),
    no_company: await client(null, { ...inAcme, name: 'Unassigned' }),
    inactive: await client(initech, { enterpriseId: closedGroup, name: 'Website' }),
  }
  await setEnterpriseStatus(trx, closedGroup, 'inactive')
  return clients
}

function mapValues<K extends string, A, B>(from: Record<K, A>, to: (value: A) => B): Record<K, B> {
  return Object.fromEntries(Object.entries<A>(from).map(([key, value]) => [key, to(value)])) as Record<K, B>
}
