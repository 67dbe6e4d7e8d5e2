import { z } from 'zod'
import { never } from '../assets/availability.ts'
import type { JsonRow } from '../db/tenancy.ts'
import type { Caller } from '../http/caller.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import { Creator, creator, Id, Time, time } from '../wire.ts'
import { fileFormat, isPreset, type StoredFormat } from './format.ts'
import { type ArchiveRow, archives } from './queries.ts'

export const Archive = z
  .object({
    id: Id('archive'),
    name: z.string().describe('Name of the zip, without `.zip`.'),
    format: fileFormat,
    preset: z.string().nullable().describe('Name of the preset of the files when the archive was created.'),
    folder_id: Id('folder').nullable().describe('ID of the selected folder. Null for other selections.'),
    counts: z.object({ files: z.int().describe('Number of files when the archive was created.') }),
    size: z.int().describe('Size of the original files, in bytes.'),
    url: z
      .string()
      .describe(
        'Signed URL of the zip, which is built while it is sent. Get the archive again for a new URL.',
      ),
    url_expires_at: Time.describe('Time until which `url` works.'),
    expires_at: Time.describe('Time when the archive is deleted.'),
    created_by: Creator.nullable(),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Archive', description: 'Zip of assets. Deleted 1 day after its creation.' })

export const archivesResource = resource({
  kind: 'archive',
  path: '/archives',
  scope: 'assets:read',
  group: 'Archives',
  nouns: ['archive', 'archives'],
  item: Archive,
  sorts: ['-created_at', 'updated_at'],
  filters: {},
  find: archives,
  present: presentArchive,
})

/** The key of the zip in a signed URL (files.ts). */
export const archiveKey = (companyId: string, archiveId: string) =>
  `${companyId}/archives/${publicId('archive', archiveId)}.zip`

export function presentArchive(
  row: JsonRow<ArchiveRow>,
  { fileUrl }: Pick<Services, 'fileUrl'>,
  { scopes }: Pick<Caller, 'scopes'>,
): z.input<typeof Archive> {
  const format = row.format as StoredFormat
  // Other callers see the archive, but get no URL if it contains unavailable files.
  const mayOpen = !row.include_unavailable || scopes.includes('assets:write')
  const url = fileUrl(archiveKey(row.company_id, row.id), mayOpen ? undefined : never)
  const signedUntil = new Date(Number(new URL(url).searchParams.get('expires')) * 1000).toISOString()
  const expires_at = time(row.expires_at)
  return {
    id: publicId('archive', row.id),
    name: row.name,
    format: isPreset(format) ? 'original' : format,
    preset: isPreset(format) ? format.preset.name : null,
    folder_id: row.folder_id && publicId('folder', row.folder_id),
    counts: { files: row.files_count },
    size: row.size,
    url,
    url_expires_at: signedUntil < expires_at ? signedUntil : expires_at,
    expires_at,
    created_by: creator(row.created_by, row.created_by_name),
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}
