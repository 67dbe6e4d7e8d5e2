import { z } from 'zod'
import { noteLengthMax } from './body.ts'

/** A review in the archive of a company. */
export const archivedReview = z.looseObject({ note: z.string().min(1).max(noteLengthMax).nullable() })
