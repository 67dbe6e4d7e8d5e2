import { z } from 'zod'
import { collectionFields } from './body.ts'

/** A collection in the archive of a company, by the rules of a request. Its items are counted again. */
export const archivedCollection = z.looseObject({
  name: collectionFields.name,
  description: collectionFields.description,
})
