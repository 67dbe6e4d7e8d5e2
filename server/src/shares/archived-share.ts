import { z } from 'zod'
import { passwordHash } from '../secrets/passwords.ts'
import { presetsMax, shareFields } from './body.ts'
import { targets } from './targets.ts'

const targetFields = Object.entries(targets).filter(([field]) => field !== 'asset_ids')
const kinds = Object.values(targets).map(({ kind }) => kind)
const count = z.int().min(0)

/**
 * The schema of a share in a company's archive. It is as strict as the schema of a request, because the
 * values decide what strangers can see.
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
  })
  // A folder share without its folder would show the whole library.
  .refine((row) => targetFields.every(([field, { kind }]) => (row.kind === kind) === isNamed(row[field])), {
    path: ['kind'],
  })

const isNamed = (id: unknown) => id !== null && id !== undefined
