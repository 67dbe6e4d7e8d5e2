import { z } from 'zod'
import type { Trx } from '../db/tenancy.ts'
import { idInBody, listUpTo } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { Id } from '../wire.ts'
import { type UploadType, uploadDefaults, uploadsMax, uploadTypes } from './upload-limits.ts'

const limit = (max: number, standard: number, what: string) => {
  const fault = `must be a whole number from 1 to ${max.toLocaleString('en')}.`
  return z
    .int(fault)
    .min(1, fault)
    .max(max, fault)
    .default(standard)
    .describe(`${what}, up to ${max.toLocaleString('en')}.`)
}

export const uploads = z
  .strictObject({
    folder_id: idInBody('folder').describe('ID of the folder into which visitors upload files.'),
    max_files: limit(uploadsMax.files, uploadDefaults.files, 'Maximum number of files in total'),
    max_bytes: limit(uploadsMax.bytes, uploadDefaults.bytes, 'Maximum size of all files together in bytes'),
    max_file_bytes: limit(uploadsMax.bytes, uploadDefaults.fileBytes, 'Maximum size of a file in bytes'),
    types: listUpTo(
      uploadTypes.length,
      'must contain each type once.',
      z
        .array(z.enum(uploadTypes, `must be among ${uploadTypes.join(', ')}.`), 'must be a list.')
        .min(1, 'must contain a type.'),
    )
      .nullable()
      .default(null)
      .describe('Types of the files, which are detected from their content. Null for all types.'),
  })
  .describe('Lets visitors upload files into a folder. Null disables uploads.')

export type Uploads = z.output<typeof uploads>

export const ShareUploads = z
  .object({
    folder_id: Id('folder'),
    max_files: z.int().describe('Maximum number of files in total.'),
    max_bytes: z.int().describe('Maximum size of all files together, in bytes.'),
    max_file_bytes: z.int().describe('Maximum size of a file, in bytes.'),
    types: z.array(z.enum(uploadTypes)).nullable().describe('Types of the files. Null for all types.'),
  })
  .meta({ id: 'ShareUploads', description: 'Uploads that a share accepts from its visitors.' })

type UploadColumns = {
  upload_folder_id: Uuid | null
  upload_files_max: number | null
  upload_bytes_max: number | null
  upload_file_bytes_max: number | null
  upload_types: string[] | null
}

export const uploadColumns = (given: Uploads | null): UploadColumns => ({
  upload_folder_id: given?.folder_id ?? null,
  upload_files_max: given?.max_files ?? null,
  upload_bytes_max: given?.max_bytes ?? null,
  upload_file_bytes_max: given?.max_file_bytes ?? null,
  upload_types: given?.types ? [...new Set(given.types)] : null,
})

export const presentUploads = (row: UploadColumns): z.input<typeof ShareUploads> | null =>
  row.upload_folder_id === null
    ? null
    : {
        folder_id: publicId('folder', row.upload_folder_id),
        // A check of the table ensures that the limits are there.
        max_files: row.upload_files_max!,
        max_bytes: row.upload_bytes_max!,
        max_file_bytes: row.upload_file_bytes_max!,
        types: row.upload_types as UploadType[] | null,
      }

/** @throws {ApiError} `invalid` for a folder that does not exist or is in the trash. */
export async function assertUploadFolder(trx: Trx, companyId: CompanyId, { folder_id }: Uploads) {
  const folder = await trx
    .selectFrom('folders')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', folder_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!folder) throw invalid('uploads.folder_id', 'The folder does not exist.')
}
