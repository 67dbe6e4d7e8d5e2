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
    key: z.string().describe('Key, for values and filters. Cannot be changed.'),
    label: z.string().describe('Name in the user interface.'),
  })
  .meta({ id: 'PropertyOption' })

export const Property = z
  .object({
    id: Id('property'),
    key: z
      .string()
      .describe(
        'Key in `properties` of assets or templates, unique among the properties of that resource type. Cannot be ' +
          'changed.',
      ),
    label: z.string().describe('Name in the user interface.'),
    type: z.enum(propertyTypes).describe('Type of the values. Cannot be changed.'),
    applies_to: z.enum(nouns).describe('Whether assets or templates have the property. Cannot be changed.'),
    is_required: z.boolean().describe('Whether a value is required. Existing resources can have no value.'),
    default: z
      .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
      .nullable()
      .describe('Value of new resources that are created without one.'),
    help: z.string().nullable().describe('Help text for users who set the value.'),
    position: z.int().describe('Position among the properties of the same resource type, from 0.'),
    options: z
      .array(Option)
      .describe('Options, in order. Empty for types other than `choice` and `choices`.'),
    visibility: z
      .enum(visibilities)
      .describe(
        "Who can see the values: `members` for the company's members and clients, or `everyone` to also show the " +
          'values on shared pages.',
      ),
    maps_from: z
      .enum(mappedFields)
      .nullable()
      .describe('Field of `embedded` that provides the value for uploads without a value.'),
    created_at: Time,
    updated_at: Time,
  })
  .meta({ id: 'Property', description: 'Custom property for assets or templates.' })

export const propertiesResource = resource({
  kind: 'property',
  cacheable: true,
  path: '/properties',
  scope: 'assets:read',
  group: 'Properties',
  nouns: ['property', 'properties'],
  item: Property,
  sorts: ['position', 'created_at', 'updated_at'],
  filters: {
    applies_to: anyOf(z.enum(nouns))
      .optional()
      .describe('Type of the resources that the property applies to.'),
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
