import { z } from 'zod'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { change, type NewEvent } from '../events/append.ts'
import { type EndpointInput, endpoint, type Services } from '../http/endpoint.ts'
import { ApiError } from '../http/errors.ts'
import { current, show } from '../http/one-endpoint.ts'
import { uploadedFile } from '../http/upload.ts'
import { Creator, creator, Id, Time } from '../http/wire.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { assertRoom } from './files.ts'
import { replaceFile, restoreVersion } from './replace.ts'
import { Asset, assetsResource, types } from './resource.ts'
import { type StoredUpload, storeUpload } from './upload.ts'
import { duplicateHeader } from './upload-headers.ts'

const idParameter = z.object({ id: z.string().describe('Id of the asset.') })
const group = 'Assets'
const reply = z.object({ data: Asset })

const AssetVersion = z
  .object({
    version: z.int(),
    is_current: z.boolean(),
    restored_from: z.int().nullable().describe('The version whose file it has again.'),
    type: z.enum(types),
    mime_type: z.string(),
    extension: z.string(),
    size: z.int().describe('Bytes.'),
    width: z.int().nullable(),
    height: z.int().nullable(),
    duration: z.number().nullable().describe('Seconds.'),
    checksum: z.string(),
    dominant_color: z.string().nullable(),
    url: z.string(),
    created_by: Creator.nullable(),
    created_at: Time,
  })
  .meta({ id: 'AssetVersion', description: 'A file that an asset has or had.' })

const versionsShownMax = 100

export const putFile = endpoint({
  method: 'PUT',
  path: '/assets/:id/file',
  scope: 'assets:write',
  group,
  summary: 'Replace the file of an asset.',
  description:
    'As a form or as the bare body. It becomes a new version: the id stays, `url` is a new one, and what was set by people ' +
    'stays too. While the asset is used, the file must be of the same type.',
  params: idParameter,
  body: z.strictObject({ file: uploadedFile }),
  upload: { field: 'file', bare: true },
  conditional: true,
  reply,
  async before({ caller: { companyId }, params, ifMatch }, { db, storageQuotaBytes }) {
    await asCompany(db, companyId, async (trx) => {
      await current(assetsResource, trx, companyId, params.id as string, ifMatch)
      await assertRoom(trx, companyId, 1, 'file', storageQuotaBytes)
    })
  },
  prepare: ({ caller, body, settled }, services) =>
    storeUpload(body.file, 'file', caller.companyId, services, settled),
  headers: ({ prepared }) => duplicateHeader(prepared as StoredUpload),
  handle: (input, services) =>
    changeFile({ ...input, id: input.params.id }, services, (context) =>
      replaceFile(context, input.prepared),
    ),
})

export const restoreOneVersion = endpoint({
  method: 'POST',
  path: '/assets/:id/versions/:version/restoration',
  scope: 'assets:write',
  group,
  summary: 'Give an asset the file of an earlier version again.',
  description: 'It becomes a new version: nothing is lost. The present version stays as it is.',
  params: idParameter.extend({ version: z.string().describe('Number of the version.') }),
  conditional: true,
  reply,
  handle: (input, services) => {
    const { id, version } = input.params
    return changeFile({ ...input, id }, services, (context) => {
      if (!/^[1-9]\d{0,8}$/.test(version)) throw new ApiError('not_found')
      return restoreVersion(context, Number(version))
    })
  },
})

type Asked = Pick<EndpointInput, 'caller' | 'author' | 'ifMatch'> & { id: string }

async function changeFile(
  { caller, author, ifMatch, id: assetId }: Asked,
  services: Services,
  work: (context: Parameters<typeof replaceFile>[0]) => Promise<boolean>,
) {
  const { companyId, personId } = caller
  await change(services.db, author, async (trx) => {
    const { id, now } = await current(assetsResource, trx, companyId, assetId, ifMatch)
    const more: NewEvent[] = []
    const isChanged = await work({ trx, companyId, id, personId, now, services, events: more })
    if (!isChanged) return { result: undefined, events: [] }
    const event = { type: 'asset.updated', resourceType: 'asset', resourceId: id, data: { fields: ['file'] } }
    return { result: undefined, events: [event, ...more] }
  })
  return (await show(assetsResource, services, companyId, assetId)) as { data: z.input<typeof Asset> }
}

export const listVersions = endpoint({
  method: 'GET',
  path: '/assets/:id/versions',
  scope: 'assets:read',
  group,
  summary: 'List the versions of an asset, newest first.',
  description: `At most ${versionsShownMax}; \`before\` goes on from there.`,
  params: idParameter,
  query: z.object({
    before: z
      .string('must be given once.')
      .regex(/^[1-9]\d{0,8}$/, 'must be the number of a version.')
      .transform(Number)
      .optional()
      .meta({ override: { type: 'integer' } })
      .describe('Only versions before this one: `meta.next_before` of another page.'),
  }),
  reply: z.object({
    data: z.array(AssetVersion),
    meta: z.object({ asset_id: Id('asset'), next_before: z.int().nullable() }),
  }),
  handle: ({ caller: { companyId }, params, query }, { db, fileUrl }) =>
    asCompany(db, companyId, async (trx) => {
      const { id, row } = await current(assetsResource, trx, companyId, params.id, undefined)
      const found = await versionsOf(trx, companyId, id, query.before)
      const shown = found.slice(0, versionsShownMax)
      return {
        data: shown.map(({ file_key, created_by, created_by_name, created_at, ...version }) => ({
          ...version,
          is_current: version.version === (row as { version?: number }).version,
          url: fileUrl(file_key),
          created_by: creator(created_by, created_by_name),
          created_at: created_at.toISOString(),
        })),
        meta: {
          asset_id: publicId('asset', id),
          next_before: found.length > shown.length ? shown.at(-1)!.version : null,
        },
      }
    }),
})

function versionsOf(trx: Trx, companyId: CompanyId, id: Uuid, before = Number.MAX_SAFE_INTEGER) {
  return trx
    .selectFrom('asset_versions as v')
    .leftJoin('people as p', 'p.id', 'v.created_by')
    .select([
      'v.version',
      'v.restored_from',
      'v.type',
      'v.mime_type',
      'v.extension',
      'v.size',
      'v.width',
      'v.height',
      'v.duration',
      'v.checksum',
      'v.dominant_color',
      'v.file_key',
      'v.created_by',
      'p.name as created_by_name',
      'v.created_at',
    ])
    .where('v.company_id', '=', companyId)
    .where('v.asset_id', '=', id)
    .where('v.version', '<', Math.min(before, versionNumberMax))
    .orderBy('v.version', 'desc')
    .limit(versionsShownMax + 1)
    .execute()
}

/** The largest that the column holds. */
const versionNumberMax = 2_147_483_647
