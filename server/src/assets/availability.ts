import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Filter } from '../db/listing.ts'
import { tenant } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { AccessScope } from '../http/caller.ts'
import { flag } from '../http/schemas/query-parameters.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { Services } from '../services.ts'

/**
 * Whether the rights of an asset allow its use now, by the clock of the database. Fields, filters, shares,
 * archives and renders all use these expressions (docs/decisions/rights.md).
 */
export const availabilities = ['available', 'not_yet', 'expired'] as const
export type Availability = (typeof availabilities)[number]

const column = (asset: string, name: 'available_from' | 'expires_at') => sql.ref(`${asset}.${name}`)

/** @param asset the alias of the assets in the statement. */
export const availabilityOf = (asset: string): RawBuilder<Availability> => sql<Availability>`(
  case when ${column(asset, 'expires_at')} <= now() then 'expired'
    when ${column(asset, 'available_from')} > now() then 'not_yet' else 'available' end)`

const isOpen = (asset: string) =>
  sql<boolean>`(${column(asset, 'expires_at')} is null or ${column(asset, 'expires_at')} > now())`
const hasBegun = (asset: string) =>
  sql<boolean>`(${column(asset, 'available_from')} is null or ${column(asset, 'available_from')} <= now())`

export const isAvailable = (asset: string): RawBuilder<boolean> =>
  sql<boolean>`(${isOpen(asset)} and ${hasBegun(asset)})`

/**
 * Selects rows by the index of a date. If many rows match, PostgreSQL reads the list in its own order.
 * In the subselect, PostgreSQL neither uses that index nor expects few rows, which would make it sort all of
 * them.
 */
const dated = (condition: RawBuilder<unknown>) => ({
  walked: sql`exists (select where ${condition} offset 0)`,
  found: { all: sql`select r.id from assets r where r.company_id = ${tenant} and ${condition}` },
})

const expired = dated(sql`r.expires_at <= now()`)
const notYet = dated(sql`r.available_from > now()`)

const availabilityFilters = {
  is_available: { condition: () => isAvailable('r') },
  is_not_yet: { condition: () => sql`(${notYet.walked} and ${isOpen('r')})`, ranges: () => notYet.found },
  is_expired: { condition: () => expired.walked, ranges: () => expired.found },
  is_not_yet_or_expired: {
    condition: () => sql`(${notYet.walked} or ${expired.walked})`,
    ranges: () => ({ ...notYet.found, also: [expired.found] }),
  },
  is_available_or_expired: { condition: () => sql`(${expired.walked} or ${hasBegun('r')})` },
  is_available_or_not_yet: { condition: () => isOpen('r') },
} satisfies Record<string, Filter>

const expires = (condition: (value: RawBuilder<unknown>) => RawBuilder<unknown>): Filter => ({
  condition: (value) => dated(condition(value)).walked,
  ranges: (value) => dated(condition(value)).found,
})

const bound = (bounds: RawBuilder<unknown>, place: number) =>
  sql`(cast(${bounds} as timestamptz[]))[${sql.lit(place)}]`

export const rightsFilters = {
  ...availabilityFilters,
  expires_between: expires(
    (bounds) => sql`(r.expires_at > ${bound(bounds, 1)} and r.expires_at < ${bound(bounds, 2)})`,
  ),
  expires_before: expires((time) => sql`r.expires_at < ${time}`),
  expires_after: expires((time) => sql`r.expires_at > ${time}`),
} satisfies Record<string, Filter>

export type RightsAsked = {
  availability?: readonly Availability[] | undefined
  expires_before?: Date | undefined
  expires_after?: Date | undefined
}

/** Both ends of a period form one filter, so that one index range covers the period. */
export function askRights({ availability, expires_before, expires_after }: RightsAsked) {
  const isPeriod = expires_before !== undefined && expires_after !== undefined
  return {
    ...askAvailability(availability),
    ...(isPeriod
      ? { expires_between: [expires_after, expires_before].map((time) => time.toISOString()) }
      : { expires_before, expires_after }),
  }
}

type AvailabilityFilter = keyof typeof availabilityFilters

/** @returns the filters for the requested availabilities. Undefined if all are requested. */
function askAvailability(asked: readonly Availability[] = []): Partial<Record<AvailabilityFilter, true>> {
  const wanted = availabilities.filter((one) => asked.includes(one))
  if (wanted.length === 0 || wanted.length === availabilities.length) return {}
  return { [`is_${wanted.join('_or_')}`]: true }
}

export const asksAvailability = (filters: object): boolean =>
  Object.entries(filters).some(([name, value]) => name in availabilityFilters && value !== undefined)

export type Rights = {
  availability: Availability
  available_from: string | Date | null
  expires_at: string | Date | null
}

/** Links with this expiry never work. */
export const never = new Date(0)

/**
 * Signs links to the files of an asset. The links expire with the asset's rights; links to an unavailable
 * asset have already expired.
 */
export const urlWithin =
  (
    rights: Rights,
    { fileUrl }: Pick<Services, 'fileUrl'>,
    includesUnavailable = false,
  ): Services['fileUrl'] =>
  (key) =>
    fileUrl(key, includesUnavailable && rights.availability !== 'available' ? undefined : endOf(rights))

function endOf({ availability, expires_at }: Rights): Date | undefined {
  if (availability !== 'available') return never
  return expires_at === null ? undefined : new Date(expires_at)
}

/** @throws {ApiError} `asset_unavailable` with the rights. */
export function assertAvailable({ availability, available_from, expires_at }: Rights): void {
  if (availability === 'available') return
  const iso = (time: string | Date | null) => time && new Date(time).toISOString()
  const more = { availability, available_from: iso(available_from), expires_at: iso(expires_at) }
  throw new ApiError('asset_unavailable', { more })
}

/** The time at which the availability next changes by itself. */
export function changeOf({ availability, available_from, expires_at }: Rights): Date | undefined {
  if (availability === 'not_yet') return new Date(available_from!)
  return availability === 'available' && expires_at !== null ? new Date(expires_at) : undefined
}

/** The earliest time at which the availability of one of the assets changes. */
export const firstChangeOf = (rows: readonly Rights[]): Date | undefined =>
  rows
    .flatMap((row) => changeOf(row) ?? [])
    .sort((a, b) => a.getTime() - b.getTime())
    .at(0)

const needed: readonly AccessScope[] = ['assets:write']

/** The parameter of requests that return links. */
export const unavailableLinks = {
  parameters: {
    include_unavailable: flag
      .optional()
      .describe('Whether to return working links to unavailable files. Requires the scope `assets:write`.'),
  },
  alsoNeeds: ({ include_unavailable: asked }: Record<string, unknown>) =>
    asked === undefined || asked === 'false' || asked === '0' ? [] : needed,
}

export type LinksAsked = { include_unavailable?: boolean | undefined }

type Period = { available_from?: Date | null | undefined; expires_at?: Date | null | undefined }

/**
 * Validates the period of the rights, if a request sets its start or end.
 * @throws {ApiError} `invalid` on the end that the request sets.
 */
export function assertPeriod({ available_from, expires_at }: Period, asked: Period): void {
  if (!available_from || !expires_at || available_from < expires_at) return
  if (asked.expires_at) throw invalid('expires_at', 'The expires at must be after available_from.')
  if (asked.available_from) throw invalid('available_from', 'The available from must be before expires_at.')
}

export const releaseTypes = ['model', 'property'] as const

export const Release = z
  .object({
    type: z.enum(releaseTypes).describe('`model` for a person, `property` for a place or an object.'),
    name: z.string().describe('Name of the person, place or object.'),
    reference: z
      .string()
      .nullable()
      .describe('Location of the signed release, such as a URL or a file number.'),
  })
  .meta({
    id: 'Release',
    description: 'Consent of a person in the asset, or of the owner of a place or an object.',
  })
