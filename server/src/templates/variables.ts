import type { TemplateVariable } from '../db/schema.ts'
import { invalid } from '../http/schemas/validation.ts'
import { labelOf } from '../images/svg-names.ts'
import type { VariableNotes } from './body.ts'

/**
 * The variables of a document as a template keeps them. What people said of one stays with its key from version to
 * version.
 * @param before those of the version before.
 */
export function variablesOf(
  found: readonly Pick<TemplateVariable, 'key' | 'type' | 'default'>[],
  before: readonly TemplateVariable[] = [],
): TemplateVariable[] {
  const known = new Map(before.map((variable) => [variable.key, variable]))
  return found.map(({ key, type, default: preset }) => ({
    key,
    type,
    label: known.get(key)?.label ?? labelOf(key),
    required: known.get(key)?.required ?? false,
    default: preset,
  }))
}

/**
 * The variables with what is said of them now.
 * @throws {ApiError} `invalid` on `variables` for a key that the document does not have, or one that is named twice.
 */
export function withNotes(
  variables: readonly TemplateVariable[],
  notes: VariableNotes | undefined = [],
): TemplateVariable[] {
  const keys = new Set(variables.map(({ key }) => key))
  const named = new Map<string, VariableNotes[number]>()
  for (const note of notes) {
    if (!keys.has(note.key)) throw invalid('variables', `The document has no variable "${note.key}".`)
    if (named.has(note.key)) throw invalid('variables', `The variable "${note.key}" is listed twice.`)
    named.set(note.key, note)
  }
  return variables.map((variable) => ({
    ...variable,
    label: named.get(variable.key)?.label ?? variable.label,
    required: named.get(variable.key)?.required ?? variable.required,
  }))
}
