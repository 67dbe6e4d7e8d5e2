import { z } from 'zod'

/**
 * Version of the backup format. Increased when an older reader would misread the backup; all older versions
 * can be read.
 */
export const backupFormat = 2

/** The path of the embedded database in DATA_DIR. */
export const databasePath = 'db/data'

export const BackupManifest = z.strictObject({
  format: z.int().min(1).max(backupFormat),
  made_at: z.iso.datetime(),
})

/** The last entry, `end.json`. A backup without it was truncated. */
export const BackupEnd = z.strictObject({
  files: z.int(),
  bytes: z.int(),
  /** The checksum of all entries before this one (archive/digest.ts). The first format had none. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export type BackupEnd = z.infer<typeof BackupEnd>

/** Thrown for a file that is not a backup, or is incomplete. The message is a single sentence. */
export class BackupError extends Error {
  override name = 'BackupError'
}
