import { z } from 'zod'
import type { JsonRow } from '../db/tenancy.ts'
import type { Caller } from '../http/caller.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import { Creator, creator, Id, Time, time, timeOrNull } from '../wire.ts'
import { downloadSizes } from './body.ts'
import { codeOf } from './codes.ts'
import { type ShareRow, shares, shareVisits, type VisitRow } from './queries.ts'
import { mayOpen } from './targets.ts'
import { presentUploads, ShareUploads } from './uploads.ts'

export const Share = z
  .object({
    id: Id('share'),
    name: z.string(),
    message: z.string().nullable(),
    type: z
      .enum(['assets', 'folder', 'collection', 'template', 'brand_kit', 'uploads'])
      .describe(
        'Type of the shared content. A share of the type `uploads` shows no content and only accepts uploads.',
      ),
    asset_ids: z.array(Id('asset')).describe('IDs of the shared assets. Empty for other types.'),
    folder_id: Id('folder').nullable(),
    collection_id: Id('collection').nullable(),
    template_id: Id('template').nullable(),
    brand_kit_id: Id('brandKit').nullable(),
    url: z
      .string()
      .nullable()
      .describe(
        'URL of the page. Null for an imported share, until its URL is rotated, and for a client without the read ' +
          'scopes of the shared resources, or without `assets:write` if the share accepts uploads.',
      ),
    has_password: z.boolean(),
    download_sizes: z
      .array(z.enum(downloadSizes))
      .describe('Sizes that visitors can download. If empty, visitors see only previews.'),
    preset_ids: z
      .array(Id('preset'))
      .describe('IDs of presets in which visitors can download images. Deleted presets are omitted.'),
    ask_visitor: z.boolean().describe('Whether visitors must enter their name and e-mail address.'),
    uploads: ShareUploads.nullable().describe(
      'Settings for uploads by visitors. Null if the page accepts no uploads.',
    ),
    target_trashed: z
      .boolean()
      .describe(
        'Whether the shared folder or template is in the trash. The page is closed until the folder or template is ' +
          'restored.',
      ),
    views_count: z
      .int()
      .describe(
        'Number of page views. Views by the same visitor or from the same IP address within 1 hour count once.',
      ),
    downloads_count: z
      .int()
      .describe(
        'Number of downloads, including opened originals. Downloads of a file by the same visitor or from the same IP ' +
          'address within 1 hour count once.',
      ),
    uploads_count: z.int().describe('Number of uploaded files, including deleted files.'),
    uploaded_bytes: z.int().describe('Total size of the uploaded files, in bytes.'),
    expires_at: Time.nullable().describe('Time after which the page is closed. Null for no expiry.'),
    revoked_at: Time.nullable().describe('Time of revocation. Null unless the share was revoked.'),
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({
    id: 'Share',
    description: 'Page where people without an account can view, download and upload files.',
  })

export const sharesResource = resource({
  kind: 'share',
  path: '/shares',
  scope: 'shares:write',
  group: 'Shares',
  nouns: ['share', 'shares'],
  item: Share,
  sorts: ['-created_at', 'updated_at'],
  filters: {},
  find: shares,
  present: presentShare,
})

function presentShare(
  row: JsonRow<ShareRow>,
  { publicUrl, secrets }: Pick<Services, 'publicUrl' | 'secrets'>,
  caller: Caller,
): z.input<typeof Share> {
  const uploads = presentUploads(row)
  const code = mayOpen(caller, { kind: row.kind, takesUploads: uploads !== null })
    ? codeOf(secrets, row)
    : null
  return {
    id: publicId('share', row.id),
    name: row.name,
    message: row.message,
    type: row.kind,
    asset_ids: row.asset_ids.map((id) => publicId('asset', id)),
    folder_id: row.folder_id && publicId('folder', row.folder_id),
    collection_id: row.collection_id && publicId('collection', row.collection_id),
    template_id: row.template_id && publicId('template', row.template_id),
    brand_kit_id: row.brand_kit_id && publicId('brandKit', row.brand_kit_id),
    url: code && `${publicUrl}/s/${code}`,
    has_password: row.has_password,
    download_sizes: row.download_sizes as (typeof downloadSizes)[number][],
    preset_ids: row.preset_ids.map((id) => publicId('preset', id)),
    ask_visitor: row.ask_visitor,
    uploads,
    target_trashed: row.target_trashed,
    views_count: row.views_count,
    downloads_count: row.downloads_count,
    uploads_count: row.uploads_count,
    uploaded_bytes: row.uploaded_bytes,
    expires_at: timeOrNull(row.expires_at),
    revoked_at: timeOrNull(row.revoked_at),
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}

const visitKinds = ['view', 'download', 'upload'] as const

export const ShareVisit = z
  .object({
    id: Id('shareVisit'),
    kind: z.enum(visitKinds).describe('`view` for the page, `download` or `upload` for a file.'),
    asset_id: Id('asset')
      .nullable()
      .describe('ID of the downloaded or uploaded asset. Null for the zip of all files.'),
    render_id: Id('render').nullable().describe('ID of the downloaded render.'),
    size: z.string().nullable().describe('Size of the downloaded file, such as `original`.'),
    visitor_name: z
      .string()
      .nullable()
      .describe('Name that the visitor entered. Null if the share does not ask for it.'),
    visitor_email: z.string().nullable().describe('E-mail address that the visitor entered. Not verified.'),
    created_at: Time,
  })
  .meta({ id: 'ShareVisit', description: 'Entry of the log of a share. IP addresses are not stored.' })

export const visitsResource = resource({
  kind: 'shareVisit',
  path: '/shares/:id/visits',
  scope: 'shares:write',
  group: 'Shares',
  nouns: ['visit of a share', 'visits of a share'],
  item: ShareVisit,
  sorts: ['-created_at'],
  filters: {},
  find: shareVisits,
  present: presentVisit,
})

function presentVisit(row: JsonRow<VisitRow>): z.input<typeof ShareVisit> {
  return {
    id: publicId('shareVisit', row.id),
    kind: row.kind,
    asset_id: row.asset_id && publicId('asset', row.asset_id),
    render_id: row.render_id && publicId('render', row.render_id),
    size: row.size,
    visitor_name: row.visitor_name,
    visitor_email: row.visitor_email,
    created_at: time(row.created_at),
  }
}
