import { z } from 'zod'
import { savedSearchFields } from './body.ts'

/** A saved search in the archive of a company, by the rules of a request. */
export const archivedSavedSearch = z.looseObject(savedSearchFields)
