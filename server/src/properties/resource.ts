import { z } from 'zod'
import { askMatching } from '../db/filters.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { anyOf } from '../http/schemas/query-parameters.ts'
import { publicId } from '../ids.ts'
import { mappedFields, nouns, propertyTypes, visibilities } from '../property-values/types.ts'
import { Id, Time, time } from '../wire.ts'
import { type PropertyRow, properties } from './queries.ts'

const Option = z
  .object({
    key: z.string().describe('Key, as values and filters use it. It never changes.'),
    label: z.string().describe('Name in the user interface.'),
  })
  .meta({ id: 'PropertyOption' })

export const Property = z
  .object({
    id: Id('property'),
    key: z
      .string()
      .describe(
        'Key in `properties` of assets or templates, unique among the properties of that kind. It never changes.',
      ),
    label: z.string().describe('Name in the user interface.'),
    type: z.enum(propertyTypes).describe('Type of the values. It never changes.'),
    applies_to: z.enum(nouns).describe('Whether assets or templates have the property. It never changes.'),
    is_required: z
      .boolean()
      .describe('Whether a value must not be removed. Existing resources may have none.'),
    default: z
      .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
      .nullable()
      .describe('Value of new resources that are created without one.'),
    help: z.string().nullable().describe('Explanation for people who set the value.'),
    position: z.int().describe('Place among the properties of its kind, from 0.'),
    options: z.array(Option).describe('Choices, in their order. Empty for other types.'),
    visibility: z
      .enum(visibilities)
      .describe(
        'Who sees the values: `members` of the company and its clients, or `everyone`, on shared pages too.',
      ),
    maps_from: z
      .enum(mappedFields)
      .nullable()
      .describe('Field of `embedded` from which uploads without a value take it.'),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Property', description: 'Custom property of assets or templates.' })

export const propertiesResource = resource({
  kind: 'property',
  cacheable: true,
  path: '/properties',
  scope: 'profile:read',
  group: 'Properties',
  nouns: ['property', 'properties'],
  item: Property,
  sorts: ['position', 'created_at', 'updated_at'],
  filters: {
    applies_to: anyOf(z.enum(nouns)).optional().describe('Kind of the resources that have the properties.'),
    type: anyOf(z.enum(propertyTypes)).optional().describe('Type of the values.'),
  },
  find: properties,
  ask: ({ applies_to, type }) => ({ ...askMatching('applies_to', applies_to), ...askMatching('type', type) }),
  present: presentProperty,
})

function presentProperty(row: JsonRow<PropertyRow>): z.input<typeof Property> {
  return {
    id: publicId('property', row.id),
    key: row.key,
    label: row.label,
    type: row.type,
    applies_to: row.applies_to,
    is_required: row.is_required,
    // The stored value is the default from a request, checked by the type.
    default: row.default_value as z.input<typeof Property>['default'],
    help: row.help,
    position: row.position,
    options: row.options.map(({ key, label }) => ({ key, label })),
    visibility: row.visibility,
    maps_from: row.maps_from,
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
  }
}
