import { z } from 'zod'
import { listUpTo, nameText, optionalText } from '../http/schemas/body-fields.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { mappedFields, nouns, propertyTypes, visibilities } from '../property-values/types.ts'

export const optionsMax = 500
const keyLengthMax = 63
const helpLengthMax = 1_000
/** Maximum position, which is above the number of properties of a resource type. */
export const positionMax = 1_000

/** Key of a property, which is also the name of a parameter and of a column in tables. */
export const propertyKey = z
  .string('must be a string.')
  .regex(
    /^[a-z][a-z0-9_]{0,62}$/,
    `must consist of lower-case letters, digits and underscores, start with a letter, and have up to ${keyLengthMax} characters.`,
  )

/** Key of an option, without commas, which separate keys in values and filters. */
export const optionKey = z
  .string('must be a string.')
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/,
    `must consist of letters, digits, underscores, dots and hyphens, start with a letter or digit, and have up to ${keyLengthMax} characters.`,
  )

const Option = z.strictObject(
  {
    key: optionKey
      .optional()
      .describe('Key of the option. Default: derived from the label. Cannot be changed.'),
    label: nameText.describe('Name in the user interface, on a single line.'),
  },
  'must be an object of key and label.',
)

export const propertyFields = {
  label: nameText.describe('Name in the user interface, on a single line.'),
  is_required: z.boolean('must be true or false.').describe('Whether a value is required.'),
  default: z
    .unknown()
    .meta(
      documentedAs({
        anyOf: [
          { type: 'string' },
          { type: 'number' },
          { type: 'boolean' },
          { type: 'array', items: { type: 'string' } },
          { type: 'null' },
        ],
      }),
    )
    .describe('Value of new resources that are created without one. A person or a link has no default.'),
  help: optionalText(helpLengthMax).describe('Help text for users who set the value.'),
  position: z
    .int('must be an integer.')
    .min(0, 'must not be negative.')
    .max(positionMax, `must not be above ${positionMax}.`)
    .describe(
      'Position among the properties of the same resource type, from 0. Other properties are renumbered. Default: the last position.',
    ),
  options: listUpTo(
    optionsMax,
    `must not contain more than ${optionsMax} options.`,
    z.array(Option, 'must be a list.'),
  ),
  visibility: z
    .enum(visibilities)
    .describe(
      "Who can see the values: `members` for the company's members and clients, or `everyone` to also show the " +
        'values on shared pages.',
    ),
  maps_from: z
    .enum(mappedFields)
    .nullable()
    .describe(
      'Field of `embedded` that provides the value for uploads without a value. Only for asset properties.',
    ),
}

export const newProperty = z.strictObject({
  key: propertyKey
    .optional()
    .describe(
      'Key, unique among the properties of the same resource type. Default: derived from the label. Cannot be changed.',
    ),
  label: propertyFields.label,
  type: z.enum(propertyTypes).describe('Type of the values. Cannot be changed.'),
  applies_to: z
    .enum(nouns)
    .default('asset')
    .describe('Whether assets or templates have the property. Cannot be changed.'),
  is_required: propertyFields.is_required.default(false),
  default: propertyFields.default.optional(),
  help: propertyFields.help.default(null),
  position: propertyFields.position.optional(),
  options: propertyFields.options
    .optional()
    .describe(`1 to ${optionsMax} options for the types \`choice\` and \`choices\`.`),
  visibility: propertyFields.visibility.default('members'),
  maps_from: propertyFields.maps_from.default(null),
})

export const propertyChange = z.strictObject({
  label: propertyFields.label.optional(),
  is_required: propertyFields.is_required.optional(),
  default: propertyFields.default.optional(),
  help: propertyFields.help.optional(),
  position: propertyFields.position
    .optional()
    .describe(
      'Position among the properties of the same resource type, from 0. Other properties are renumbered.',
    ),
  options: propertyFields.options
    .optional()
    .describe(
      'All options, in order. Options are matched by `key`: an existing option keeps its values, even if its label ' +
        'changes. An omitted option is removed. If a resource uses it, the request returns 422.',
    ),
  visibility: propertyFields.visibility.optional(),
  maps_from: propertyFields.maps_from.optional(),
})

export type NewProperty = z.output<typeof newProperty>
export type PropertyChange = z.output<typeof propertyChange>
export type GivenOption = z.output<typeof Option>
