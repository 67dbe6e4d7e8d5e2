import { z } from 'zod'

/** Grows when an older reader would get it wrong. Backups of every format since the first one are read. */
export const backupFormat = 2

/** Where the embedded database is, below DATA_DIR. */
export const databasePath = 'db/data'

/** The first entry, `backup.json`. */
export const BackupManifest = z.strictObject({
  format: z.int().min(1).max(backupFormat),
  made_at: z.iso.datetime(),
})

/** The last entry, `end.json`: a backup without it was cut off. */
export const BackupEnd = z.strictObject({
  files: z.int(),
  bytes: z.int(),
  /** Of all entries before this one (archive/digest.ts); the first format had none. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})
export type BackupEnd = z.infer<typeof BackupEnd>

/** The file is not a backup, or not a whole one: said in one sentence. */
export class BackupError extends Error {
  override name = 'BackupError'
}
