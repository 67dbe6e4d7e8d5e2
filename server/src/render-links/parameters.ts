import { type VariableDefinition, valueFromText } from '@atelier/filling'
import { ApiError, type Faults } from '../errors.ts'

/** Parameters of the URL that are not variables. */
export const reservedParameters = ['width', 'signature']

const lengthMax = 5_000

/**
 * The signed parameters: all except the signature.
 * @throws {ApiError} `invalid` for a repeated parameter.
 */
export function signedParameters(query: Record<string, unknown>): Record<string, string> {
  const parameters: Record<string, string> = {}
  for (const [name, value] of Object.entries(query)) {
    if (name === 'signature') continue
    if (typeof value !== 'string')
      throw new ApiError('invalid', {
        faults: { [name]: [`The ${name} parameter must be given only once.`] },
      })
    parameters[name] = value
  }
  return parameters
}

type Allowed = { open: readonly string[]; width_max: number }

/**
 * Reads the parameters.
 * @throws {ApiError} `invalid` by parameter, for an unknown parameter or too large a width.
 */
export function readParameters(
  parameters: Record<string, string>,
  { open, width_max }: Allowed,
  definitions: readonly VariableDefinition[],
): { width: number | null; values: Record<string, unknown> } {
  const faults: Faults = Object.create(null)
  const values: Record<string, unknown> = {}
  let width: number | null = null
  for (const [name, text] of Object.entries(parameters)) {
    const definition = definitions.find(({ key, list }) => key === name && list === undefined)
    if (name === 'width') {
      width = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
      if (width === 0 || width > width_max)
        faults.width = [`The width parameter must be a whole number from 1 to ${width_max}.`]
    } else if (!open.includes(name) || !definition)
      faults[name] = [`The ${name} parameter is not open in this link.`]
    else if (text.length > lengthMax)
      faults[name] = [`The ${name} parameter must not be longer than ${lengthMax} characters.`]
    else {
      const value = valueFromText(definition, text)
      if (value !== null) values[name] = value
    }
  }
  if (Object.keys(faults).length > 0) throw new ApiError('invalid', { faults })
  return { width, values }
}
