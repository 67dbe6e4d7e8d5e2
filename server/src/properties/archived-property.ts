import { z } from 'zod'
import { nameText } from '../http/schemas/body-fields.ts'
import { mappedFields } from '../property-values/types.ts'
import { optionKey, optionsMax, propertyKey } from './body.ts'

/**
 * A property in the archive of a company. Its schema is as strict as a request, because every list reads the
 * key and the options.
 */
export const archivedProperty = z.looseObject({
  key: propertyKey,
  label: nameText,
  options: z.array(z.strictObject({ key: optionKey, label: nameText })).max(optionsMax),
  maps_from: z.enum(mappedFields).nullable(),
  default_value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable(),
})
