import { z } from 'zod'
import { archivedTranslations } from '../translations/archived.ts'
import { translations } from './body.ts'

export const archivedTemplate = z.looseObject({ translations: archivedTranslations(translations).optional() })
