import { z } from 'zod'
import { type IdKind, nameOfKind, parseId, type Uuid } from '../../ids.ts'
import { nameLengthMax } from '../../names.ts'
import { nameFault, quotedNameFault } from './name-rules.ts'

/** Pieces of which the schemas of JSON bodies are made. Messages are the ends of sentences (validation.ts). */

const externalIdLengthMax = 255
const metadataBytesMax = 16 * 1024
const metadataDepthMax = 8

const hasNul = (text: string) => text.includes('\0')
const loneSurrogate = /\p{Surrogate}/u

/** Text that PostgreSQL can hold: it has no NUL and no half of a character. */
export const text = (lengthMax: number) =>
  z
    .string('must be a string.')
    // What follows is not asked of a text that is too long: it may cost more than it is worth.
    .max(lengthMax, { error: `must not be longer than ${lengthMax} characters.`, abort: true })
    .refine(
      (value) => !hasNul(value) && !loneSurrogate.test(value),
      'must not contain a NUL or an unpaired surrogate.',
    )

/** What people call a thing: one line, never blank. */
export const nameText = text(nameLengthMax).trim().min(1, 'is required.').check(refusing(nameFault))

/** A name that letters quote: of a person, a company, an enterprise. It must not be what a letter says. */
export const quotedName = nameText.check(refusing(quotedNameFault))

function refusing(faultOf: (text: string) => string | undefined) {
  return ({ value, issues }: z.core.ParsePayload<string>) => {
    const message = faultOf(value)
    // One fault is told once: an empty text is required already.
    if (message !== undefined && issues.length === 0)
      issues.push({ code: 'custom', message, input: value, continue: true })
  }
}

/** An empty text is none. */
export const optionalText = (lengthMax: number) =>
  text(lengthMax)
    .trim()
    .transform((value) => value || null)
    .nullable()

export const externalId = text(externalIdLengthMax)
  .transform((value) => value || null)
  .nullable()
  .describe(`ID in your own system, up to ${externalIdLengthMax} characters.`)

/** An object of the integrator's own, kept as it is. Its size is looked at before its members are. */
export const metadata = checkedFirst(
  metadataFault,
  z.record(z.string(), z.unknown(), 'must be an object.'),
).describe(`Custom data of your integration, up to ${metadataBytesMax / 1024} KB of JSON.`)

function metadataFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!hasKeptNumbers(value))
    return `must not contain numbers beyond ${Number.MAX_SAFE_INTEGER}, which JSON programs change. Send them as strings.`
  if (depthOf(value) > metadataDepthMax) return `must not be more than ${metadataDepthMax} levels deep.`
  const tooLong = `must not be longer than ${metadataBytesMax / 1024} KB as JSON.`
  // Escapes make six characters of one, so what is too long anyway is not written as JSON.
  if (textLengthOf(value) > metadataBytesMax) return tooLong
  const json = JSON.stringify(value)
  if (json.length > metadataBytesMax) return tooLong
  // Escaped in JSON, both are what PostgreSQL refuses.
  return /\\u(0000|d[89a-f]..)/.test(json) ? 'must not contain a NUL or an unpaired surrogate.' : undefined
}

/** A list whose length is looked at before its items are. What must be there has no `transform` behind it: that would make it optional in the document. */
export const listUpTo = <S extends z.ZodArray>(max: number, error: string, list: S) =>
  checkedFirst(
    (value) => (Array.isArray(value) && value.length > max ? error : undefined),
    list.max(max, error),
  )

/** Where a value has a fault that is found cheaply, nothing else is asked of it. */
function checkedFirst<S extends z.ZodType>(faultOf: (value: unknown) => string | undefined, schema: S) {
  return z.preprocess<unknown, S, z.input<S>>((value, context) => {
    const message = faultOf(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
    return value
  }, schema)
}

export const hexColor = z
  .string('must be a string.')
  .regex(/^#[0-9a-f]{6}$/i, 'must be a color such as #1A2B3C.')
  .transform((value) => value.toUpperCase())

export const moment = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], 'must be an ISO 8601 date or time.')
  .transform((value) => new Date(value))
  .meta({ override: { type: 'string', format: 'date-time' } })

/** The id of a resource of one kind. That it exists is for the query to find out. */
export const idInBody = (kind: IdKind) =>
  z
    .string('must be a string.')
    .transform((value, context) => {
      const id = parseId(kind, value)
      if (id === undefined) context.addIssue(`must be the id of a ${nameOfKind(kind)}.`)
      return id as Uuid
    })
    .meta({ override: { type: 'string' } })

/** Only the fields that were sent, so that what was not stays. */
export function given<T extends object>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** Whether every number is one that programs read as it was written: longer ones were changed when they were parsed. */
function hasKeptNumbers(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(hasKeptNumbers)
}

/** Characters of all keys and texts: JSON has no fewer. Its depth is bounded before. */
function textLengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [key, part]) => sum + key.length + textLengthOf(part), 0)
}

/** Stops one level past the limit: what is sent must not decide how deep we go. */
function depthOf(value: unknown, limit = metadataDepthMax + 1): number {
  if (typeof value !== 'object' || value === null || limit === 0) return 0
  return 1 + Object.values(value).reduce((most, part) => Math.max(most, depthOf(part, limit - 1)), 0)
}
