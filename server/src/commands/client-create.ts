import { type Command, Option } from 'commander'
import type { NewClient } from '../clients/create.ts'
import type { Db } from '../db/database.ts'
import { type AccessScope, grantedScopes, readScopes } from '../http/caller.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { addressesOf, idOf, nameOf, originsOf, scopesOf, wholeNumber } from './arguments.ts'
import { credentials, presentClient } from './client-text.ts'
import { existingClient } from './existing-client.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { UsageError } from './usage-error.ts'

/** Maximum token lifetime: ten years, as in TOKEN_LIFETIME_SECONDS. */
const tokenLifetimeSecondsMax = 315_360_000

type Options = {
  name: string
  company?: CompanyId
  enterprise?: Uuid
  owner?: string
  scopes?: AccessScope[]
  allow?: string[]
  origin?: string[]
  readFolder?: Uuid[]
  writeFolder?: Uuid[]
  tokenLifetime?: number
}

export function addClientCreate(client: Command, settings: Settings) {
  operates(
    client
      .command('create')
      .description('Create a client and show its ID and secret. The secret is shown only once.')
      .requiredOption('--name <name>', 'name of the client', nameOf)
      .option('--company <id>', 'company that the client works in', idOf('company'))
      .addOption(
        new Option(
          '--enterprise <id>',
          'for a client without a company: its enterprise, instead of --company',
        )
          .argParser(idOf('enterprise'))
          .conflicts('company'),
      )
      .option('--owner <person>', 'owner of the client: e-mail address or ID')
      .option(
        '--scopes <list>',
        'scopes of the client, separated by commas (default: the four read scopes)',
        scopesOf,
      )
      .option(
        '--allow <address>',
        'IP address or network that can use the client; can be repeated (default: any)',
        addressesOf,
      )
      .option(
        '--origin <origin>',
        'origin of web pages that can call the API with its tokens; can be repeated (default: none)',
        originsOf,
      )
      .option(
        '--read-folder <id>',
        'folder whose assets the client can read, with its subfolders; can be repeated (default: all)',
        foldersOf,
      )
      .option(
        '--write-folder <id>',
        'folder whose assets the client can change, with its subfolders; can be repeated (default: all)',
        foldersOf,
      )
      .option(
        '--token-lifetime <seconds>',
        'lifetime of its tokens (default: TOKEN_LIFETIME_SECONDS)',
        wholeNumber('--token-lifetime', 1, tokenLifetimeSecondsMax),
      )
      .addHelpText('after', more),
    settings,
    createOne,
  )
}

const foldersOf = (text: string, before: Uuid[] = []): Uuid[] => [...before, idOf('folder')(text)]

const more = `
Scopes:
  ${readScopes.join(', ')}
  ${grantedScopes.join(', ')}

Examples:
  $ atelier-server client create --name Website --company cmp_…
  $ atelier-server client create --name Importer --company cmp_… --owner ann@acme.example \\
      --scopes profile:read,assets:read,assets:write --token-lifetime 86400
  $ atelier-server client create --name Shop --company cmp_… --allow 192.0.2.0/24 --allow 2001:db8::7
  $ atelier-server client create --name Agency --company cmp_… --read-folder fld_…`

async function createOne(db: Db, options: Options): Promise<Done> {
  const { createClient } = await import('../clients/create.ts')
  const place = await placeOf(db, options)
  await assertFolders(db, place.companyId, options)
  const client: NewClient = {
    name: options.name,
    ...place,
    ownerId: options.owner === undefined ? null : await ownerOf(db, options.owner),
    tokenLifetimeSeconds: options.tokenLifetime ?? null,
    ...(options.scopes && { scopes: options.scopes }),
    ...(options.allow && { allowedAddresses: options.allow }),
    ...(options.origin && { allowedOrigins: options.origin }),
    ...(options.readFolder && { readFolderIds: options.readFolder }),
    ...(options.writeFolder && { writeFolderIds: options.writeFolder }),
  }
  const { id, clientSecret } = await createClient(db, client)
  const { client_id, ...rest } = presentClient(await existingClient(db, id))
  const where = rest.company ? `for ${rest.company.name}` : `in ${rest.enterprise.name}, without a company`
  return {
    text: `Created the client ${rest.name} ${where}.\n\n${credentials(id, clientSecret)}`,
    json: { client_id, client_secret: clientSecret, ...rest },
  }
}

async function assertFolders(
  db: Db,
  companyId: CompanyId | null,
  { readFolder = [], writeFolder = [] }: Pick<Options, 'readFolder' | 'writeFolder'>,
) {
  const ids = [...readFolder, ...writeFolder]
  if (ids.length === 0) return
  const { limitedFoldersMax, missingFolders } = await import('../folder-limits/limit.ts')
  if (Math.max(readFolder.length, writeFolder.length) > limitedFoldersMax)
    throw new UsageError(`A client can be limited to up to ${limitedFoldersMax} folders.`)
  const missing = companyId === null ? ids : await missingFolders(db, companyId, ids)
  if (missing.length > 0)
    throw new UsageError(`There is no folder ${publicId('folder', missing[0]!)} in the company.`)
}

async function placeOf(db: Db, { company, enterprise }: Options) {
  const { findCompany, findEnterprise } = await import('../companies/queries.ts')
  if (company !== undefined) {
    const found = await findCompany(db, company)
    if (!found) throw new UsageError(`There is no company ${publicId('company', company)}.`)
    return { companyId: company, enterpriseId: found.enterprise_id }
  }
  if (enterprise !== undefined) {
    const found = await findEnterprise(db, enterprise)
    if (!found) throw new UsageError(`There is no enterprise ${publicId('enterprise', enterprise)}.`)
    return { companyId: null, enterpriseId: enterprise }
  }
  throw new UsageError('Specify a company with --company <id>, or an enterprise with --enterprise <id>.')
}

async function ownerOf(db: Db, who: string): Promise<Uuid> {
  const { findOwner } = await import('../clients/queries.ts')
  const byEmail = who.includes('@')
  const owner = await findOwner(db, byEmail ? { email: who } : { id: idOf('person')(who) })
  if (owner) return owner
  throw new UsageError(`There is no person with the ${byEmail ? 'e-mail address' : 'ID'} given with --owner.`)
}
