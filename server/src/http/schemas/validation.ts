import { didYouMean, nearName } from '@atelier/filling/near-name'
import type { z } from 'zod'
import { ApiError, type Faults } from '../../errors.ts'

/** Maximum number of reported errors (R-VALID-1), because a response must not be larger than its request. */
const faultsMax = 20
/** Maximum length of an unknown name that a message quotes. */
const nameShownMax = 100

/**
 * Parses with a schema, or throws `invalid` with the errors by field (contract R-TOKEN-5, R-VALID-1). A
 * schema's own messages are the end of a sentence ("must be a string."). The beginning is added here, in the
 * style of Laravel: "The client id field must be a string."
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  return parsed(schema, value, faultList())
}

/**
 * Like `validate`, for the parameters of a URL. Unknown parameters are also rejected, except parameters that
 * start with `_`.
 */
export function validateQuery(schema: z.ZodObject | undefined, query: object): Record<string, unknown> {
  const known = Object.keys(schema?.shape ?? {})
  const given = known.includes('properties') ? grouped(query, 'properties.') : query
  const faults = faultList()
  for (const name of Object.keys(given)) {
    if (faults.isFull()) break
    if (!name.startsWith('_') && !known.includes(name))
      faults.add(name, unknownName(name, 'parameter', nearName(name.replace(/\[\w*\]$/, ''), known)))
  }
  if (schema) return parsed(schema, given, faults)
  faults.throwIfAny()
  return {}
}

/**
 * Collects parameters such as `properties.region` and `properties.year` in `properties`, by the rest of their names.
 */
function grouped(query: object, prefix: string): object {
  const entries = Object.entries(query)
  const own = entries.filter(([name]) => name.startsWith(prefix))
  if (own.length === 0) return query
  const group = Object.fromEntries(own.map(([name, value]) => [name.slice(prefix.length), value]))
  const others = entries.filter(([name]) => !name.startsWith(prefix) && name !== prefix.slice(0, -1))
  return { ...Object.fromEntries(others), [prefix.slice(0, -1)]: group }
}

/** An error for a rule that no schema can express. */
export const invalid = (field: string, message: string, cause?: unknown) =>
  new ApiError('invalid', { faults: { [field]: [message] }, cause })

function parsed<S extends z.ZodType>(schema: S, value: unknown, faults: FaultList): z.output<S> {
  const { success, data, error } = schema.safeParse(value)
  for (const issue of error?.issues ?? []) {
    if (faults.isFull()) break
    if (issue.code === 'unrecognized_keys') addUnknown(faults, schema, issue)
    else {
      const field = shown(issue.path.join('.') || 'body')
      faults.add(field, sentence(field, issue))
    }
  }
  faults.throwIfAny()
  return success ? data : undefined!
}

type FaultList = ReturnType<typeof faultList>

function faultList() {
  // Has no prototype, because a field can be named `constructor`.
  const faults: Faults = Object.create(null)
  let count = 0
  return {
    isFull: () => count >= faultsMax,
    add(field: string, message: string) {
      const messages = faults[shown(field)] ?? []
      messages.push(message)
      faults[shown(field)] = messages
      count++
    },
    throwIfAny() {
      if (count > 0) throw new ApiError('invalid', { faults })
    },
  }
}

function addUnknown(faults: FaultList, schema: z.ZodType, { keys, path }: z.core.$ZodIssueUnrecognizedKeys) {
  const known = namesAt(schema, path)
  for (const key of keys) {
    if (faults.isFull()) return
    const field = [...path, key].join('.')
    faults.add(field, unknownName(field, 'field', nearName(key, known)))
  }
}

/** A parameter is named as sent. A field is named in words, as in other messages. */
function unknownName(name: string, noun: 'parameter' | 'field', near: string | undefined): string {
  const written = noun === 'field' ? shown(name).replaceAll('_', ' ') : shown(name)
  return `The ${written} ${noun} is not known here.${didYouMean(near)}`
}

const shown = (name: string) => (name.length > nameShownMax ? `${name.slice(0, nameShownMax)}…` : name)

/** Empty if the object is one of several alternatives. */
function namesAt(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod']
  switch (def.type) {
    case 'object': {
      const [first, ...rest] = path
      if (first === undefined) return Object.keys(def.shape)
      const field = def.shape[first as string]
      return field ? namesAt(field, rest) : []
    }
    case 'record':
      return namesAt(def.valueType, path.slice(1))
    case 'array':
      return namesAt(def.element, path.slice(1))
    case 'optional':
    case 'nullable':
    case 'default':
      return namesAt(def.innerType, path)
    case 'pipe':
      return namesAt(def.in._zod.def.type === 'transform' ? def.out : def.in, path)
    default:
      return []
  }
}

function sentence(field: string, issue: z.core.$ZodIssue): string {
  const name = field.replaceAll('_', ' ')
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid '))
    return `The selected ${name} is invalid.`
  return issue.message.startsWith('The ') ? issue.message : `The ${name} field ${issue.message}`
}
