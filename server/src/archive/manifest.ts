import { z } from 'zod'
import { type nameFault, quotedNameFault } from '../http/schemas/name-rules.ts'

/** Grows when an older reader would get it wrong. Archives of every format since the first one are read. */
export const formatVersion = 2

const nameCharactersMax = 200

/** @param faultOf says why a text can't be a name. */
export const archivedName = (faultOf: typeof nameFault) =>
  z
    .string()
    .min(1)
    .max(nameCharactersMax)
    .refine((name) => faultOf(name) === undefined)

/** Of what letters to people quote. */
export const quotedName = archivedName(quotedNameFault)

/** As PostgreSQL writes it: the same id in capitals would be another text, and the same row. */
export const archivedId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** The first entry, `manifest.json`: whose archive it is and what its rows look like. */
export const Manifest = z.strictObject({
  format: z.int().min(1).max(formatVersion),
  exported_at: z.iso.datetime(),
  migrations: z.array(z.string().max(100)).max(1_000),
  enterprise: z.strictObject({ id: archivedId, name: quotedName, status: z.enum(['active', 'inactive']) }),
  company: z.strictObject({ id: archivedId, name: quotedName, version: z.int().min(0) }),
  /** Table → its columns, in the order in which the tables are put back. */
  tables: z.record(z.string().regex(/^[a-z_]+$/), z.array(z.string().regex(/^[a-z_]+$/))),
})
export type Manifest = z.infer<typeof Manifest>

const size = z.int().min(0)
const Counts = z.strictObject({ rows: z.record(z.string(), size), files: size, bytes: size })

/** The last entry, `end.json`: an archive without it was cut off. */
export const End = Counts.extend({
  /** Keys of files that rows refer to and that the store did not have. */
  missing: z.array(z.string()),
  /** Keys of files whose bytes are not those that the rows tell of. */
  damaged: z.array(z.string()),
  /** Of all entries before this one: archive/digest.ts. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type End = z.infer<typeof End>

/** As the first format wrote it: its export failed when a file was missing, and it had no checksum. */
export const FirstEnd = Counts.transform((end) => ({ ...end, missing: [], damaged: [], sha256: undefined }))

/** The archive is not one, not whole, or not for this installation: said in one sentence. */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}
