import { z } from 'zod'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { asJson } from '../http/schemas/form-fields.ts'

/** Values by the key of their property, as requests send them. The company's properties check them (given-values.ts). */

const value = z.unknown().meta(
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

const about =
  'Values of the custom properties, by key. Omitted properties keep their values, and null removes a value. A ' +
  'choice is the key or label of an option, a date has the form `2027-01-31`, and a person is the ID or e-mail ' +
  'address of a member.'

export const givenValues = z.record(z.string(), value, 'must be an object.').describe(about)

export const givenValuesInForm = asJson(givenValues).describe(
  'Values of the custom properties, as a JSON object such as `{"region":"emea"}`. Properties without a value get their default.',
)

export type GivenValues = z.output<typeof givenValues>
