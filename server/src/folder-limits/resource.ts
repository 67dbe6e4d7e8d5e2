import { z } from 'zod'

const FolderLimit = z
  .object({ folder_ids: z.array(z.string()) })
  .nullable()
  .meta({ id: 'FolderLimit' })

/** The limits of a client or a member. @param who the subject of the descriptions. */
export const limitFields = (who: string) => ({
  read_limit: FolderLimit.describe(
    `Folders whose assets ${who} can read, with their subfolders. Null for all folders.`,
  ),
  write_limit: FolderLimit.describe(
    `Folders whose assets ${who} can change, with their subfolders. They must also be readable. Null for ` +
      'all readable folders.',
  ),
})
