import { z } from 'zod'
import { archivedTranslations } from '../translations/archived.ts'
import { translations } from './body.ts'

/** A template in the archive of a company. */
export const archivedTemplate = z.looseObject({ translations: archivedTranslations(translations).optional() })
