import { didYouMean, nearName } from '@atelier/filling/near-name'
import type { Embedded } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import { ApiError, type Faults } from '../errors.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { GivenValues } from './body.ts'
import { definitionsOf } from './definitions.ts'
import { embeddedValue } from './embedded-value.ts'
import { membersNamed } from './members-named.ts'
import { parseValue } from './parse.ts'
import { bytesOf, tooManyBytes, valueBytesMax } from './size-limit.ts'
import type { CheckedValues, Definition, Noun, ValueRow } from './types.ts'

/** Maximum number of reported errors and length of a quoted key, as for other fields (validation.ts). */
const faultsMax = 20
const keyShownMax = 100

/**
 * Checks the values that a request changes.
 * @throws {ApiError} `invalid` on `properties.{key}`.
 */
export async function changedValues(
  trx: Trx,
  companyId: CompanyId,
  noun: Noun,
  given: GivenValues,
): Promise<CheckedValues> {
  const definitions = await definitionsOf(trx, companyId, noun)
  return check(trx, companyId, definitions, given)
}

/**
 * Checks the values of a new resource. Properties without a value in the request get a value from the file or
 * their default, unless the values would exceed `valueBytesMax`.
 * @throws {ApiError} `invalid` on `properties.{key}`.
 */
export async function newValues(
  trx: Trx,
  companyId: CompanyId,
  noun: Noun,
  given: GivenValues = {},
  embedded: Embedded = {},
): Promise<CheckedValues> {
  const definitions = await definitionsOf(trx, companyId, noun)
  const checked = await check(trx, companyId, definitions, given)
  let bytesLeft = valueBytesMax - bytesOf(checked.rows)
  for (const one of definitions) {
    if (Object.hasOwn(given, one.key)) continue
    const rows = embeddedValue(one, embedded) ?? defaultOf(one)
    const bytes = bytesOf(rows)
    // The request has not set it, so it is not refused for it.
    if (bytes > bytesLeft) continue
    bytesLeft -= bytes
    checked.rows.push(...rows.map((row) => ({ ...row, property_id: one.id })))
  }
  return checked
}

/** The default was checked when it was set. Options that are the default cannot be removed. */
function defaultOf(definition: Definition) {
  const parsed = parseValue(definition, definition.default_value)
  return 'rows' in parsed ? parsed.rows : []
}

async function check(
  trx: Trx,
  companyId: CompanyId,
  definitions: readonly Definition[],
  given: GivenValues,
): Promise<CheckedValues> {
  const byKey = new Map(definitions.map((one) => [one.key, one]))
  const faults = faultList()
  const propertyIds: Uuid[] = []
  const rows: ValueRow[] = []
  const people: { key: string; property_id: Uuid; asked: string }[] = []
  for (const [key, value] of Object.entries(given)) {
    const definition = byKey.get(key)
    if (!definition) {
      faults.add(key, unknownKey(key, definitions))
      continue
    }
    const parsed = parseValue(definition, value)
    propertyIds.push(definition.id)
    if ('message' in parsed) faults.add(key, `The ${nameOf(key)} field ${parsed.message}`)
    else if ('person' in parsed) people.push({ key, property_id: definition.id, asked: parsed.person })
    else if (parsed.rows.length === 0 && definition.is_required)
      faults.add(key, `The ${nameOf(key)} field is required.`)
    else rows.push(...parsed.rows.map((row) => ({ ...row, property_id: definition.id })))
  }
  const members = await membersNamed(
    trx,
    companyId,
    people.map(({ asked }) => asked),
  )
  for (const { key, property_id, asked } of people) {
    const person_id = members.get(asked)
    if (person_id === undefined)
      faults.add(key, `The ${nameOf(key)} field must be the id or the e-mail address of a member.`)
    else rows.push({ property_id, place: 0, match: null, text: null, number: null, date: null, person_id })
  }
  faults.throwIfAny()
  if (bytesOf(rows) > valueBytesMax) throw invalid('properties', tooManyBytes)
  return { propertyIds, rows }
}

const nameOf = (key: string) => `properties.${key}`.replaceAll('_', ' ')

function unknownKey(key: string, definitions: readonly Definition[]): string {
  const near = nearName(
    key,
    definitions.map((one) => one.key),
  )
  const shown = nameOf(key.slice(0, keyShownMax))
  return `The ${shown} field is not known here.${didYouMean(near)}`
}

function faultList() {
  const faults: Faults = {}
  return {
    add(key: string, message: string) {
      if (Object.keys(faults).length < faultsMax)
        faults[`properties.${key.slice(0, keyShownMax)}`] = [message]
    },
    throwIfAny() {
      if (Object.keys(faults).length > 0) throw new ApiError('invalid', { faults })
    },
  }
}
