import { z } from 'zod'
import { ApiError } from '../errors.ts'
import { nameText } from '../http/schemas/body-fields.ts'
import { mappedFields, nouns, propertyTypes } from '../property-values/types.ts'
import { optionKey, optionsMax, positionMax, propertyFields, propertyKey } from './body.ts'
import { assertMappable } from './create.ts'
import { defaultValue } from './default-value.ts'
import { optionsFrom } from './options.ts'

/**
 * A property in the archive of a company. Its schema is as strict as a request, because every list reads the
 * key and the options.
 */
export const archivedProperty = z
  .looseObject({
    applies_to: z.enum(nouns),
    key: propertyKey,
    label: nameText,
    type: z.enum(propertyTypes),
    help: propertyFields.help,
    position: z.int().min(0).max(positionMax),
    options: z.array(z.strictObject({ key: optionKey, label: nameText })).max(optionsMax),
    visibility: propertyFields.visibility,
    maps_from: z.enum(mappedFields).nullable(),
    default_value: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable(),
  })
  .refine(({ type, options }) => isAllowed(() => optionsFrom(type, options)), { path: ['options'] })
  .refine(({ type, applies_to, maps_from }) => isAllowed(() => assertMappable(type, applies_to, maps_from)), {
    path: ['maps_from'],
  })
  .refine(({ type, options, default_value }) => isAllowed(() => isDefault(type, options, default_value)), {
    path: ['default_value'],
  })

/** Whether a request would have stored it as it is, with the keys of options. */
function isDefault(...[type, options, value]: Parameters<typeof defaultValue>): boolean {
  return JSON.stringify(defaultValue(type, options, value)) === JSON.stringify(value)
}

function isAllowed(check: () => unknown): boolean {
  try {
    return check() !== false
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}
