import { z } from 'zod'
import { type nameFault, quotedNameFault } from '../name-rules.ts'

/**
 * Version of the archive format. Increased when an older reader would misread the archive; all older versions
 * can be read.
 */
export const formatVersion = 2

const nameCharactersMax = 200

/** @param faultOf returns the reason why a string is not a valid name. */
export const archivedName = (faultOf: typeof nameFault) =>
  z
    .string()
    .min(1)
    .max(nameCharactersMax)
    .refine((name) => faultOf(name) === undefined)

/** A name that e-mails quote. */
export const quotedName = archivedName(quotedNameFault)

/** An ID as PostgreSQL writes it. The same ID in capitals would be a different text for the same row. */
export const archivedId = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

/** The first entry, `manifest.json`: the company, and the tables and columns of its rows. */
export const Manifest = z.strictObject({
  format: z.int().min(1).max(formatVersion),
  exported_at: z.iso.datetime(),
  migrations: z.array(z.string().max(100)).max(1_000),
  enterprise: z.strictObject({ id: archivedId, name: quotedName, status: z.enum(['active', 'inactive']) }),
  company: z.strictObject({
    id: archivedId,
    name: quotedName,
    version: z.int().min(0),
    // Earlier versions of the server had no such settings.
    removes_location: z.boolean().default(false),
    has_reviews: z.boolean().default(false),
    shares_approved_only: z.boolean().default(false),
  }),
  /** Table → its columns, in the order in which tables are imported. */
  tables: z.record(z.string().regex(/^[a-z_]+$/), z.array(z.string().regex(/^[a-z_]+$/))),
})
export type Manifest = z.infer<typeof Manifest>

const size = z.int().min(0)
const Counts = z.strictObject({ rows: z.record(z.string(), size), files: size, bytes: size })

/** The last entry, `end.json`. An archive without it was truncated. */
export const End = Counts.extend({
  /** Keys of files that rows reference but that were not in storage. */
  missing: z.array(z.string()),
  /** Keys of files whose bytes do not match their row. */
  damaged: z.array(z.string()),
  /** The checksum of all entries before this one (archive/digest.ts). */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type End = z.infer<typeof End>

/** The last entry of the first format. Its export failed when a file was missing, and it had no checksum. */
export const FirstEnd = Counts.transform((end) => ({ ...end, missing: [], damaged: [], sha256: undefined }))

/**
 * Thrown for a file that is not an archive, is incomplete, or does not fit this installation. The message is
 * one sentence.
 */
export class ArchiveError extends Error {
  override name = 'ArchiveError'
}
