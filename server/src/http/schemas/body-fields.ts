import { z } from 'zod'
import { type IdKind, nameOfKind, parseId, type Uuid } from '../../ids.ts'
import { nameFault, quotedNameFault } from '../../name-rules.ts'
import { nameLengthMax } from '../../names.ts'
import { documentedAs } from './documented-as.ts'

/** Building blocks of the schemas of JSON bodies. Messages continue a sentence (validation.ts). */

const externalIdLengthMax = 255
const metadataBytesMax = 16 * 1024
const metadataDepthMax = 8

const hasNul = (text: string) => text.includes('\0')
const loneSurrogate = /\p{Surrogate}/u

/** Text that PostgreSQL can store, which contains no NUL and no lone surrogates. */
export const text = (lengthMax: number) =>
  z
    .string('must be a string.')
    // Skips other checks for a string that is too long, because they could be expensive.
    .max(lengthMax, { error: `must not be longer than ${lengthMax} characters.`, abort: true })
    .refine(
      (value) => !hasNul(value) && !loneSurrogate.test(value),
      'must not contain a NUL or an unpaired surrogate.',
    )

/** A text of one line that is not blank. */
export const lineText = text(nameLengthMax).trim().min(1, 'is required.').check(refusing(nameFault))

/** Names that differ only in their blanks look the same, so every run of blanks is stored as one space. */
const blanks = /[\s\u2800]+/gu

/** A name given by people. It has one line and is not blank. */
export const nameText = lineText.overwrite((name) => name.replace(blanks, ' '))

/**
 * A name of a person, a company or an enterprise that e-mails quote. It must not look like part of the e-mail's text.
 */
export const quotedName = nameText.check(refusing(quotedNameFault))

function refusing(faultOf: (text: string) => string | undefined) {
  return ({ value, issues }: z.core.ParsePayload<string>) => {
    const message = faultOf(value)
    // Only one error per field is reported. For an empty text, "required" is already reported.
    if (message !== undefined && issues.length === 0)
      issues.push({ code: 'custom', message, input: value, continue: true })
  }
}

/** An empty text becomes null. */
export const optionalText = (lengthMax: number) =>
  text(lengthMax)
    .trim()
    .transform((value) => value || null)
    .nullable()

export const externalId = text(externalIdLengthMax)
  .transform((value) => value || null)
  .nullable()
  .describe(`ID in your own system, up to ${externalIdLengthMax} characters.`)

/** The integrator's own object, stored unchanged. Its size is checked before its members. */
export const metadata = checkedFirst(
  metadataFault,
  z.record(z.string(), z.unknown(), 'must be an object.'),
).describe(`Custom data for your integration, up to ${metadataBytesMax / 1024} KB of JSON.`)

function metadataFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!hasKeptNumbers(value))
    return `must not contain numbers beyond ${Number.MAX_SAFE_INTEGER}, which JSON programs change. Send them as strings.`
  if (depthOf(value) > metadataDepthMax) return `must not be more than ${metadataDepthMax} levels deep.`
  const tooLong = `must not be longer than ${metadataBytesMax / 1024} KB as JSON.`
  // Texts that are too long are not serialized, because escapes turn one character into six.
  if (textLengthOf(value) > metadataBytesMax) return tooLong
  const json = JSON.stringify(value)
  if (json.length > metadataBytesMax) return tooLong
  // Matches the escapes that PostgreSQL rejects in JSON.
  return /\\u(0000|d[89a-f]..)/.test(json) ? 'must not contain a NUL or an unpaired surrogate.' : undefined
}

/**
 * A list whose length is checked before its items. Required lists have no `transform` after it, which would
 * make them optional in the OpenAPI document.
 */
export const listUpTo = <S extends z.ZodArray>(max: number, error: string, list: S) =>
  checkedFirst(
    (value) => (Array.isArray(value) && value.length > max ? error : undefined),
    list.max(max, error),
  )

/** Maximum number of invalid IDs that an error names. A long list could have many. */
const namedFaultsMax = 20

/**
 * A list of at least one ID. IDs are parsed in one pass, because a schema per ID takes several times as long.
 */
export const idsUpTo = (max: number, kind: IdKind, error: string) =>
  z
    .array(z.unknown().meta(documentedAs({ type: 'string' })), 'must be a list.')
    .min(1, 'must contain an id.')
    .max(max, { error, abort: true })
    .transform((values, context) => {
      const ids: Uuid[] = []
      for (const [at, value] of values.entries()) {
        const id = typeof value === 'string' ? parseId(kind, value) : undefined
        if (id !== undefined) ids.push(id)
        else if (context.issues.length < namedFaultsMax)
          context.issues.push({
            code: 'custom',
            input: value,
            path: [at],
            message: `must be the id of a ${nameOfKind(kind)}.`,
          })
      }
      return ids
    })

/** Runs a cheap check first and skips the schema if it fails. */
export function checkedFirst<S extends z.ZodType>(
  faultOf: (value: unknown) => string | undefined,
  schema: S,
) {
  return z.preprocess<unknown, S, z.input<S>>((value, context) => {
    const message = faultOf(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
    return value
  }, schema)
}

export const hexColor = z
  .string('must be a string.')
  .regex(/^#[0-9a-fA-F]{6}$/, 'must be a color such as #1A2B3C.')
  .transform((value) => value.toUpperCase())

/** The ID of a resource of one kind. The query determines whether the resource exists. */
export const idInBody = (kind: IdKind) =>
  z
    .string('must be a string.')
    .transform((value, context) => {
      const id = parseId(kind, value)
      if (id === undefined) context.addIssue(`must be the id of a ${nameOfKind(kind)}.`)
      return id as Uuid
    })
    .meta(documentedAs({ type: 'string' }))

/** Returns only the fields that were sent, so that other fields stay unchanged. */
export function given<T extends object>(fields: T) {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** Whether every number kept its value when it was parsed: longer numbers lose digits. */
function hasKeptNumbers(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(hasKeptNumbers)
}

/**
 * The number of characters of all keys and texts, which is a lower bound of the size as JSON. The depth must
 * be limited already.
 */
export function textLengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [key, part]) => sum + key.length + textLengthOf(part), 0)
}

/** Stops one level beyond the limit, so that the input does not determine the depth of the recursion. */
function depthOf(value: unknown, limit = metadataDepthMax + 1): number {
  if (typeof value !== 'object' || value === null || limit === 0) return 0
  return 1 + Object.values(value).reduce((most, part) => Math.max(most, depthOf(part, limit - 1)), 0)
}
