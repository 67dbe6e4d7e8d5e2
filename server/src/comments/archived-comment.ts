import { z } from 'zod'
import { textLengthMax } from './body.ts'

/** A comment in the archive of a company. Comments on renders are not archived, as renders are not. */
export const archivedComment = z.looseObject({
  text: z.string().min(1).max(textLengthMax),
  render_id: z.null(),
})
