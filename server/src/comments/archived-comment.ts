import { z } from 'zod'
import { textLengthMax } from './body.ts'

/** A comment in the archive of a company. Comments on renders are not archived, because renders are not archived. */
export const archivedComment = z.looseObject({
  text: z.string().min(1).max(textLengthMax),
  render_id: z.null(),
})
