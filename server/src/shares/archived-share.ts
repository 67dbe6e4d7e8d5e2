import { z } from 'zod'
import { passwordHash } from '../secrets/passwords.ts'
import { presetsMax, shareFields } from './body.ts'
import { targets } from './targets.ts'
import { uploadsMax, uploadTypes } from './upload-limits.ts'

const targetFields = Object.entries(targets).filter(([field]) => field !== 'asset_ids')
const kinds = [...Object.values(targets).map(({ kind }) => kind), 'uploads'] as const
const uploadLimits = ['upload_files_max', 'upload_bytes_max', 'upload_file_bytes_max'] as const
const limit = z.int().min(1)
const count = z.int().min(0)

/**
 * The schema of a share in a company's archive. As strict as the schema of a request, because the values decide what
 * strangers can see.
 */
export const archivedShare = z
  .looseObject({
    kind: z.enum(kinds),
    name: shareFields.name,
    message: shareFields.message,
    password_hash: z.string().regex(passwordHash).nullable().optional(),
    download_sizes: shareFields.download_sizes.refine((sizes) => new Set(sizes).size === sizes.length),
    preset_ids: z.array(z.string()).max(presetsMax).optional(),
    views_count: count,
    downloads_count: count,
    upload_files_max: limit.max(uploadsMax.files).nullable().optional(),
    upload_bytes_max: limit.max(uploadsMax.bytes).nullable().optional(),
    upload_file_bytes_max: limit.max(uploadsMax.bytes).nullable().optional(),
    upload_types: z.array(z.enum(uploadTypes)).min(1).max(uploadTypes.length).nullable().optional(),
    uploads_count: count.optional(),
    uploaded_bytes: count.optional(),
  })
  // A folder share without its folder would show the whole library.
  .refine((row) => targetFields.every(([field, { kind }]) => (row.kind === kind) === isNamed(row[field])), {
    path: ['kind'],
  })
  .refine((row) => row.kind !== 'uploads' || isNamed(row.upload_folder_id), { path: ['kind'] })
  .refine((row) => !isNamed(row.upload_folder_id) || uploadLimits.every((field) => isNamed(row[field])), {
    path: ['upload_folder_id'],
  })

const isNamed = (id: unknown) => id !== null && id !== undefined
