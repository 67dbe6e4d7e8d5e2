import { sql } from 'kysely'
import { type Availability, availabilityOf } from '../assets/availability.ts'
import { calledAs, refiled } from '../assets/file-names.ts'
import { presetPicture } from '../assets/preset-pictures.ts'
import type { FileWarning } from '../db/schema.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import type { Decoder } from '../images/decoder.ts'
import type { Services } from '../services.ts'
import { isPreset, pictureIn, type StoredFormat } from './format.ts'
import type { WantedFile } from './zips.ts'

const filesPerPage = 500

type Archive = {
  id: Uuid
  folder_id: Uuid | null
  has_folders: boolean
  format: StoredFormat
  files_count: number
  include_unavailable: boolean
}

type File = {
  id: Uuid
  name: string | null
  filename: string | null
  type: string
  mime_type: string
  extension: string
  width: number | null
  height: number | null
  warnings: FileWarning[]
  file_key: string
  focal_point: { x: number; y: number } | null
  updated_at: Date
  deleted_at: Date | null
  folder_path: string | null
  availability: Availability
}

export async function* filesInOrder(
  { db, decoder }: Pick<Services, 'db' | 'decoder'>,
  companyId: CompanyId,
  { id, folder_id, has_folders, format, files_count, include_unavailable }: Archive,
): AsyncGenerator<WantedFile> {
  for (let after = 0; after < files_count; after += filesPerPage) {
    const { root, files } = await asCompany(db, companyId, async (trx) => ({
      root: has_folders ? await pathOf(trx, companyId, folder_id) : undefined,
      files: await pageOf(trx, companyId, id, after),
    }))
    if (files.length < Math.min(filesPerPage, files_count - after))
      throw new Error('The archive was deleted during its download.')
    for (const file of files)
      yield wanted(file, root, include_unavailable, (present) => inFormat(present, format, decoder))
  }
}

function wanted(
  file: File,
  root: string | undefined,
  includesUnavailable: boolean,
  formed: (file: File) => Formed,
): WantedFile {
  const label = publicId('asset', file.id)
  if (file.name === null) return { label, absent: 'was deleted' }
  const name = calledAs({ ...file, name: file.name })
  if (file.deleted_at) return { label, name, absent: 'is in the trash' }
  if (!includesUnavailable && file.availability !== 'available')
    return { label, name, absent: file.availability === 'expired' ? 'has expired' : 'is not available yet' }
  const { picture, note } = formed(file)
  return {
    label,
    name,
    folders: foldersBelow(root, file.folder_path),
    key: file.file_key,
    modifiedAt: file.updated_at,
    ...(note !== undefined && { note }),
    ...(picture && {
      picture: {
        ...picture,
        name: refiled(name, undefined, picture.extension),
        otherwise: { key: file.file_key, name, title: 'the original file' },
      },
    }),
  }
}

type Formed = {
  picture?: { spec: string; extension: string; metadataOf?: string | undefined } | undefined
  note?: string
}

function inFormat(file: File, format: StoredFormat, { draws }: Pick<Decoder, 'draws'>): Formed {
  if (!isPreset(format)) return { picture: pictureIn(format, file.focal_point) }
  const made = presetPicture(file, format.preset, draws(file.extension))
  return 'refusal' in made ? { note: `${made.refusal}, so the original file is included` } : { picture: made }
}

/** A file that was moved out of the folder is placed at the top level. */
const foldersBelow = (root: string | undefined, path: string | null) =>
  root !== undefined && path?.startsWith(`${root}/`) ? path.slice(root.length + 1).split('/') : []

/** The path of the folder. Empty for the whole library, and undefined for a deleted folder. */
async function pathOf(trx: Trx, companyId: CompanyId, folderId: Uuid | null) {
  if (folderId === null) return ''
  const folder = await trx
    .selectFrom('folders')
    .select('path')
    .where('company_id', '=', companyId)
    .where('id', '=', folderId)
    .executeTakeFirst()
  return folder?.path
}

async function pageOf(trx: Trx, companyId: CompanyId, archiveId: Uuid, after: number): Promise<File[]> {
  const { rows } = await sql<File>`
    select w.id, a.name, a.filename, a.type, a.mime_type, a.extension, a.width, a.height, a.warnings, a.file_key, a.focal_point, a.updated_at, a.deleted_at,
      f.path as folder_path, ${availabilityOf('a')} as availability
    from archives z
    cross join lateral unnest(z.asset_ids[${after + 1}::int:${after + filesPerPage}::int]) with ordinality w(id, place)
    left join assets a on a.company_id = ${companyId} and a.id = w.id
    left join folders f on f.company_id = ${companyId} and f.id = a.folder_id
    where z.company_id = ${companyId} and z.id = ${archiveId}
    order by w.place`.execute(trx)
  return rows
}
