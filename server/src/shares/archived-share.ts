import { z } from 'zod'
import { passwordHash } from '../secrets/passwords.ts'
import { downloadSizes } from './body.ts'
import { targets } from './targets.ts'

const targetFields = Object.entries(targets).filter(([field]) => field !== 'asset_ids')

/**
 * The schema of a share in a company's archive. It is as strict as for a request, because the values decide
 * what strangers can see.
 */
export const archivedShare = z
  .looseObject({
    kind: z.string(),
    password_hash: z.string().regex(passwordHash).nullable().optional(),
    download_sizes: z.array(z.enum(downloadSizes)).max(downloadSizes.length),
  })
  // A folder share without its folder would show the whole library.
  .refine((row) => targetFields.every(([field, { kind }]) => (row.kind === kind) === isNamed(row[field])), {
    path: ['kind'],
  })

const isNamed = (id: unknown) => id !== null && id !== undefined
