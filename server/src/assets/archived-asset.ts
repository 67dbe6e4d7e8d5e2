import { z } from 'zod'
import { uploaderNameLengthMax } from './body.ts'

/** An asset in the archive of a company. The name of its uploader is as strict as in the form of a shared page. */
export const archivedAsset = z
  .looseObject({
    upload_share_id: z.string().nullable().optional(),
    uploader_name: z
      .string()
      .max(uploaderNameLengthMax)
      .regex(/^\P{Cc}+$/u)
      .nullable()
      .optional(),
  })
  .refine(({ upload_share_id, uploader_name }) => !uploader_name || upload_share_id, {
    path: ['uploader_name'],
  })
