import { z } from 'zod'
import { originOf } from '../audit/event.ts'
import type { Db } from '../db/database.ts'
import { ApiError } from '../errors.ts'
import { assertFolders, folderLimit, foldersOf, limitChange } from '../folder-limits/limit.ts'
import { readScopes, scopes } from '../http/caller.ts'
import { getEndpoint, showing } from '../http/endpoints/crud-endpoints.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import { given, listUpTo, nameText } from '../http/schemas/body-fields.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { allowedOriginsMax, webOrigin } from '../http/schemas/origins.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId } from '../ids.ts'
import { addressRange, allowedAddressesMax } from '../ip-addresses.ts'
import { clientChange, clientParameter, showingClient } from './client-change.ts'
import { createShownClient } from './create.ts'
import { deleteClient as removeClient } from './delete.ts'
import { enterpriseOf } from './queries.ts'
import { Client, clientsResource } from './resource.ts'
import { updateClient } from './update.ts'

const clientsMax = 1_000
/**
 * Maximum number of scopes in a request. Larger than the number of scopes, because a request can repeat scopes.
 */
const scopesMax = 100
/** Maximum token lifetime: ten years, as in TOKEN_LIFETIME_SECONDS. */
const tokenLifetimeSecondsMax = 315_360_000

const fields = {
  name: nameText,
  scopes: listUpTo(
    scopesMax,
    `must not contain more than ${scopesMax} scopes.`,
    z
      .array(z.enum(scopes, 'must contain only scopes of clients.'), 'must be a list of scopes.')
      .min(1, 'must contain a scope.'),
  ).transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
  token_lifetime_seconds: z
    .int('must be a whole number.')
    .min(1, 'must be 1 or more.')
    .max(tokenLifetimeSecondsMax, `must not be more than ${tokenLifetimeSecondsMax}.`)
    .nullable()
    .describe('Lifetime of the tokens, in seconds. Null for the default of the installation.'),
  allowed_addresses: listUpTo(
    allowedAddressesMax,
    `must not contain more than ${allowedAddressesMax} addresses.`,
    z.array(z.string('must be a list of addresses.'), 'must be a list of addresses.'),
  )
    .transform((texts, context) => {
      const ranges = texts.map(addressRange)
      if (ranges.includes(undefined))
        context.addIssue('must contain IP addresses such as 192.0.2.7 or networks such as 192.0.2.0/24.')
      return [...new Set(ranges as string[])]
    })
    .meta(documentedAs({ type: 'array', items: { type: 'string' } }))
    .describe('IP addresses and networks that may use the client. Empty for all.'),
  allowed_origins: listUpTo(
    allowedOriginsMax,
    `must not contain more than ${allowedOriginsMax} origins.`,
    z.array(z.string('must be a list of origins.'), 'must be a list of origins.'),
  )
    .transform((texts, context) => {
      const origins = texts.map(webOrigin)
      if (origins.includes(undefined))
        context.addIssue('must contain origins such as https://app.example, or http://localhost:*.')
      return [...new Set(origins as string[])]
    })
    .meta(documentedAs({ type: 'array', items: { type: 'string' } }))
    .describe(
      'Origins of the web pages that may call the API with tokens of the client, such as `https://app.example`. ' +
        '`http://localhost:*` covers every local port. Empty for none.',
    ),
}

export const listClients = listEndpoint(clientsResource)
export const getClient = getEndpoint(clientsResource)

export const createClient = endpoint({
  operationId: 'createClient',
  method: 'POST',
  path: '/clients',
  scope: 'clients:write',
  group: 'Clients',
  summary: 'Create a client',
  description:
    'Creates a client that the current user owns. Returns its `client_secret`, which is shown only once.',
  body: z.strictObject({
    name: fields.name,
    scopes: fields.scopes.default([...readScopes]),
    token_lifetime_seconds: fields.token_lifetime_seconds.default(null),
    allowed_addresses: fields.allowed_addresses.default([]),
    allowed_origins: fields.allowed_origins.default([]),
    read_limit: folderLimit.default(null),
    write_limit: folderLimit.default(null),
  }),
  status: 201,
  reply: z.object({ data: Client.extend({ client_secret: z.string() }) }),
  location: (answer) => `/portal/api/clients/${(answer as { data: { id: string } }).data.id}`,
  async handle({ caller, author, address, body }, services) {
    const { companyId, personId } = caller
    await assertRoom(services.db, companyId)
    await assertFolders(services.db, companyId, body)
    const { credentials, shown } = await createShownClient(
      services.db,
      {
        name: body.name,
        enterpriseId: await enterpriseOf(services.db, companyId),
        companyId,
        ownerId: personId,
        scopes: body.scopes,
        tokenLifetimeSeconds: body.token_lifetime_seconds,
        allowedAddresses: body.allowed_addresses,
        allowedOrigins: body.allowed_origins,
        readFolderIds: foldersOf(body.read_limit),
        writeFolderIds: foldersOf(body.write_limit),
      },
      author.actor,
      originOf({ address, author }),
      showing(clientsResource, { caller }, services),
    )
    const client = shown.data as z.input<typeof Client>
    return { data: { ...client, client_secret: credentials.clientSecret } }
  },
})

export const changeClient = endpoint({
  operationId: 'updateClient',
  method: 'PATCH',
  path: '/clients/:id',
  scope: 'clients:write',
  group: 'Clients',
  summary: 'Update a client',
  description: 'Updates the specified fields. Restrictions apply immediately, even to existing tokens.',
  params: clientParameter,
  body: z.strictObject({
    name: fields.name.optional(),
    scopes: fields.scopes.optional(),
    token_lifetime_seconds: fields.token_lifetime_seconds.optional(),
    allowed_addresses: fields.allowed_addresses.optional(),
    allowed_origins: fields.allowed_origins.optional(),
    read_limit: folderLimit.optional(),
    write_limit: folderLimit.optional(),
  }),
  conditional: true,
  reply: z.object({ data: Client }),
  async handle({ params, body, ifMatch, ...input }, services) {
    const change = await clientChange(services.db, input, params.id)
    const read = showingClient(input, params.id, services)
    const { read_limit, write_limit, ...plain } = body
    await assertFolders(services.db, input.caller.companyId, body)
    const limits = limitChange({ read_limit, write_limit })
    return updateClient(services.db, change, { ...given(plain), ...limits }, ifMatch, read)
  },
})

export const deleteClient = endpoint({
  operationId: 'deleteClient',
  method: 'DELETE',
  path: '/clients/:id',
  scope: 'clients:write',
  group: 'Clients',
  summary: 'Delete a client',
  description: 'Deletes the client and invalidates its secrets and tokens immediately.',
  params: clientParameter,
  async handle({ params, ...input }, { db }) {
    const change = await clientChange(db, input, params.id)
    if (!(await removeClient(db, change))) throw new ApiError('not_found')
    return undefined
  },
})

async function assertRoom(db: Db, companyId: CompanyId) {
  const { count } = await db
    .selectFrom('clients')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .where('app_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (count >= clientsMax) throw invalid('name', `The limit of ${clientsMax} clients is reached.`)
}
