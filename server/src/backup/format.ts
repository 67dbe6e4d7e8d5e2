import { z } from 'zod'

export const backupFormat = 1

/** Where the embedded database is, below DATA_DIR. */
export const databasePath = 'db/data'

/** The first entry, `backup.json`. */
export const BackupManifest = z.strictObject({
  format: z.literal(backupFormat),
  made_at: z.iso.datetime(),
})

/** The last entry, `end.json`: a backup without it was cut off. */
export const BackupEnd = z.strictObject({ files: z.int(), bytes: z.int() })
export type BackupEnd = z.infer<typeof BackupEnd>

/** The file is not a backup, or not a whole one: said in one sentence. */
export class BackupError extends Error {
  override name = 'BackupError'
}
