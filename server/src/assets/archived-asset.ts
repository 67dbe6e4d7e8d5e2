import { z } from 'zod'
import { archivedTranslations } from '../translations/archived.ts'
import { translations, uploaderNameLengthMax } from './body.ts'

/**
 * The schema of an asset in a company's archive. The name of its uploader follows the rules of the form on shared
 * pages.
 */
export const archivedAsset = z
  .looseObject({
    upload_share_id: z.string().nullable().optional(),
    uploader_name: z
      .string()
      .max(uploaderNameLengthMax)
      .regex(/^\P{Cc}+$/u)
      .nullable()
      .optional(),
    translations: archivedTranslations(translations).optional(),
  })
  .refine(({ upload_share_id, uploader_name }) => !uploader_name || upload_share_id, {
    path: ['uploader_name'],
  })
