import type { z } from 'zod'
import { ApiError, type Faults } from './errors.ts'

/**
 * Parses with a schema, or throws `invalid` with every fault by its field (contract C3, C17). A schema's own
 * messages are the end of a sentence («must be a string.»); the beginning is made here, as Laravel's users know
 * it: «The client id field must be a string.»
 */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  // Without a prototype: a field may be called `constructor`.
  const faults: Faults = Object.create(null)
  for (const issue of parsed.error.issues) {
    for (const field of fieldsOf(issue)) faults[field] = [...(faults[field] ?? []), sentence(field, issue)]
  }
  throw new ApiError('invalid', { faults })
}

/** One fault, of a rule that no schema can state. */
export const invalid = (field: string, message: string, cause?: unknown) =>
  new ApiError('invalid', { faults: { [field]: [message] }, cause })

function fieldsOf(issue: z.core.$ZodIssue): string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body']
}

function sentence(field: string, issue: z.core.$ZodIssue): string {
  const name = field.replaceAll('_', ' ')
  if (issue.code === 'unrecognized_keys') return `The ${name} field is not known here.`
  if (issue.code === 'invalid_value' && issue.message.startsWith('Invalid '))
    return `The selected ${name} is invalid.`
  return issue.message.startsWith('The ') ? issue.message : `The ${name} field ${issue.message}`
}
