import {
  type LayerContent,
  layerContents,
  propertiesOf,
  typesOf,
  type VariableDefinition,
  type VariableProperties,
  type VariableType,
} from '@atelier/filling'
import { labelOf, numberedBase } from '@atelier/svg/layer-names'
import type { TemplateVariable } from '../db/schema.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { SvgVariable } from '../images/svg-variables.ts'
import { assertUsable, type VariableNotes } from './variable-notes.ts'

/**
 * The stored variables of a document. Settings by people are kept for a key from version to version, as far
 * as they still fit the layer.
 * @param before the variables of the previous version.
 */
export function variablesOf(
  found: readonly SvgVariable[],
  before: readonly TemplateVariable[] = [],
): TemplateVariable[] {
  const known = new Map(before.map((variable) => [variable.key, variable]))
  return found.map(({ key, type, default: preset, isDefaultElsewhere, isGroup, within }) => {
    const former = known.get(key)
    const variable: TemplateVariable = {
      key,
      type,
      label: former?.label ?? labelOf(key),
      required: former?.required ?? false,
      default: preset,
      ...(isDefaultElsewhere && { isDefaultElsewhere }),
      ...(isGroup && { isGroup }),
      ...(within && { within }),
    }
    return former
      ? { ...typed(variable, former.type), ...propertiesFor(former.type, former, variable) }
      : variable
  })
}

export const asFound = (variables: readonly TemplateVariable[]): SvgVariable[] =>
  variables.map(({ key, type, shows, default: preset, isDefaultElsewhere, isGroup, within }) => ({
    key,
    type: shownBy({ type, ...(shows && { shows }) }),
    default: preset as string | null,
    ...(isDefaultElsewhere && { isDefaultElsewhere }),
    ...(isGroup && { isGroup }),
    ...(within && { within }),
  }))

/**
 * The variables with new settings.
 * @throws {ApiError} `invalid` for an unknown key, a repeated key, or contradictions.
 */
export function withNotes(
  variables: readonly TemplateVariable[],
  notes: VariableNotes | undefined = [],
): TemplateVariable[] {
  const keys = new Set(variables.map(({ key }) => key))
  const named = new Map<string, { note: VariableNotes[number]; at: number }>()
  for (const [at, note] of notes.entries()) {
    if (!keys.has(note.key)) throw invalid('variables', `The document has no variable "${note.key}".`)
    if (named.has(note.key)) throw invalid('variables', `The variable "${note.key}" is listed twice.`)
    named.set(note.key, { note, at })
  }
  return variables.map((variable) => {
    const found = named.get(variable.key)
    return found ? noted(variable, found.note, `variables.${found.at}`) : variable
  })
}

export const keysOf = (variables: readonly TemplateVariable[]) => variables.map(({ key }) => key)

function noted(variable: TemplateVariable, note: VariableNotes[number], field: string): TemplateVariable {
  const { key: _, type = variable.type, label, required, ...properties } = note
  if (type !== variable.type && !canBe(variable, type)) {
    const types = typesOf(shownBy(variable), variable.isGroup === true)
    throw invalid(`${field}.type`, `The variable "${variable.key}" can be ${types.join(', ')}.`)
  }
  const kept = { ...variable, ...cleared, ...propertiesFor(type, variable, variable) }
  const next: TemplateVariable = {
    ...typed(withoutUndefined(kept), type),
    label: label ?? variable.label,
    required: required ?? variable.required,
  }
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined) continue
    if (value === null) delete next[name as keyof VariableProperties]
    else Object.assign(next, { [name]: withoutUndefined(value) })
  }
  assertUsable(next, properties, field)
  return next
}

const cleared = Object.fromEntries(
  Object.values(propertiesOf)
    .flat()
    .map((name) => [name, undefined]),
)

function withoutUndefined<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T
}

/** Type of a variable. Rows of earlier versions can have a type that no layer has by default. */
const shownBy = ({ type, shows }: Pick<TemplateVariable, 'type' | 'shows'>): LayerContent =>
  shows ?? layerContents.find((content) => content === type) ?? 'text'

const canBe = (variable: TemplateVariable, type: VariableType | 'group') =>
  type === 'group' || typesOf(shownBy(variable), variable.isGroup === true).includes(type)

/** The variable with another type, if its layer supports it. */
function typed(variable: TemplateVariable, type: VariableType | 'group'): TemplateVariable {
  const shows = shownBy(variable)
  if (!canBe(variable, type)) return variable
  const { shows: _, ...rest } = variable
  return type === shows || type === 'group' ? { ...rest, type: shows } : { ...rest, type, shows }
}

function propertiesFor(
  type: VariableType | 'group',
  set: VariableProperties,
  variable: TemplateVariable,
): VariableProperties {
  if (type === 'group' || !canBe(variable, type)) return {}
  return Object.fromEntries(
    propertiesOf[type].filter((name) => set[name] !== undefined).map((name) => [name, set[name]]),
  )
}

/**
 * The variables that users of a template fill in. A group counts as a variable once a person has made it one.
 * Variables in a list are filled in per row. If a design tool numbered the layers there, the first represents
 * all rows.
 */
export function definitionsOf(variables: readonly TemplateVariable[]): VariableDefinition[] {
  const lists = new Set(variables.filter(({ type }) => type === 'list').map(({ key }) => key))
  const listOf = ({ within = [] }: TemplateVariable) => within.find((key) => lists.has(key))
  const inList = new Set(variables.map((variable) => `${listOf(variable)} ${variable.key}`))
  const isCopy = ({ key }: TemplateVariable, list: string | undefined) =>
    list !== undefined && inList.has(`${list} ${numberedBase(key)}`)
  return variables.flatMap((variable) => {
    const {
      type,
      shows: _,
      isDefaultElsewhere: __,
      isGroup: ___,
      within: ____,
      default: preset,
      ...rest
    } = variable
    const list = listOf(variable)
    if (type === 'group' || isCopy(variable, list)) return []
    return [{ ...rest, type, default: presetOf(variable, type), ...(list !== undefined && { list }) }]
  })
}

function presetOf({ default: preset, shows }: TemplateVariable, type: VariableType) {
  if (shows === undefined) return preset
  if (type === 'boolean') return true
  return type === 'number' ? numberShown(String(preset ?? '')) : null
}

/**
 * Reads a number in a string: `€ 1.299,00` → 1299. The last separator is the decimal separator if one or two
 * digits follow it.
 */
function numberShown(text: string): number | null {
  const found = /-?\d[\d.,'’\s]*/.exec(text)?.[0].trim().replace(/[.,]$/, '')
  if (found === undefined) return null
  const [, whole, fraction = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(found)!
  return Number(`${whole!.replace(/[^\d-]/g, '')}.${fraction || '0'}`)
}
