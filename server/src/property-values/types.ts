import type { MappedField } from '../db/schema.ts'
import type { Uuid } from '../ids.ts'

/** The kinds of resources that can have properties. Each kind has its own keys and limits. */
export const nouns = ['asset', 'template'] as const
export type Noun = (typeof nouns)[number]

export const propertyTypes = [
  'text',
  'long_text',
  'number',
  'date',
  'choice',
  'choices',
  'boolean',
  'person',
  'link',
] as const
export type PropertyType = (typeof propertyTypes)[number]

/** A choice. Values store its key, so a new label requires no change of values. */
export type PropertyOption = { key: string; label: string }

export const visibilities = ['everyone', 'members'] as const

export const mappedFields = [
  'title',
  'description',
  'keywords',
  'creators',
  'credit',
  'copyright',
  'usage_terms',
  'alt_text',
  'taken_at',
  'camera',
  'lens',
  'software',
] as const satisfies readonly MappedField[]

export type Definition = {
  id: Uuid
  key: string
  label: string
  type: PropertyType
  is_required: boolean
  default_value: unknown
  options: PropertyOption[]
  maps_from: MappedField | null
}

export type ValueRow = {
  property_id: Uuid
  place: number
  match: string | null
  text: string | null
  number: number | null
  /** `2027-01-31` */
  date: string | null
  person_id: Uuid | null
}

/** Checked values: the properties that a request sets, and the rows of their new values. */
export type CheckedValues = { propertyIds: Uuid[]; rows: ValueRow[] }

export const hasOptions = (type: PropertyType): boolean => type === 'choice' || type === 'choices'
