import { z } from 'zod'

/** Grows when an older reader would get it wrong. */
export const formatVersion = 1

/** The first entry, `manifest.json`: whose archive it is and what its rows look like. */
export const Manifest = z.strictObject({
  format: z.literal(formatVersion),
  exported_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  enterprise: z.strictObject({ id: z.uuid(), name: z.string(), status: z.enum(['active', 'inactive']) }),
  company: z.strictObject({ id: z.uuid(), name: z.string(), version: z.int() }),
  /** Table → its columns, in the order in which the tables are put back. */
  tables: z.record(z.string().regex(/^[a-z_]+$/), z.array(z.string().regex(/^[a-z_]+$/))),
})
export type Manifest = z.infer<typeof Manifest>

/** The last entry, `end.json`: an archive without it was cut off. */
export const End = z.strictObject({ rows: z.record(z.string(), z.int()), files: z.int(), bytes: z.int() })
export type End = z.infer<typeof End>

/** The archive is not one, not whole, or not for this installation: said in one sentence. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}
