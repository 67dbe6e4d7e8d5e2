import { dayMs } from '../durations.ts'
import { type AccessScope, scopes } from '../http/caller.ts'
import { allowedOriginsMax, webOrigin } from '../http/schemas/origins.ts'
import { type IdKind, idPrefixes, parseId, type Uuid } from '../ids.ts'
import { addressRange, allowedAddressesMax } from '../ip-addresses.ts'
import { nameFault, quotedNameFault } from '../name-rules.ts'
import { UsageError } from './usage-error.ts'

/** Parses an argument, or throws a one-line message that states the valid values. */
export type Reads<T> = (text: string) => T

const nameCharactersMax = 200

const nouns = {
  client: 'a client ID',
  company: 'a company ID',
  enterprise: 'an enterprise ID',
  folder: 'a folder ID',
  job: 'a job ID',
  person: 'a person ID',
  securityEvent: 'an event ID',
} satisfies Partial<Record<IdKind, string>>

export function idOf(kind: keyof typeof nouns): Reads<Uuid> {
  return (text) => {
    const id = parseId(kind, text)
    if (id !== undefined) return id
    throw new UsageError(
      `"${shown(text)}" is not ${nouns[kind]}: it must be ${idPrefixes[kind]}_ followed by 26 letters and digits.`,
    )
  }
}

/** A client's name, by the rule of the API. */
export const nameOf: Reads<string> = (text) => namedBy(nameFault, text)

export const quotedNameOf: Reads<string> = (text) => namedBy(quotedNameFault, text)

function namedBy(faultOf: typeof nameFault, text: string): string {
  const name = text.trim()
  if (name === '' || name.length > nameCharactersMax) {
    throw new UsageError(`A name must have 1 to ${nameCharactersMax} characters, on one line.`)
  }
  const fault = faultOf(name)
  if (fault !== undefined) throw new UsageError(`A name ${fault}`)
  return name
}

/** @param or names another accepted value. */
export function wholeNumber(what: string, min: number, max: number, or = ''): Reads<number> {
  return (text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new UsageError(`${what} must be a whole number from ${min} to ${max}${or}.`)
  }
}

/**
 * Parses scopes separated by commas or spaces. The option can be repeated. Returns them in the order in which
 * scopes are listed.
 */
export function scopesOf(text: string, previous: readonly AccessScope[] = []): AccessScope[] {
  const names = text.split(/[\s,]+/).filter(Boolean)
  const unknown = names.filter((name) => !(scopes as string[]).includes(name)).map(shown)
  if (unknown.length > 0 || names.length === 0) {
    const fault = unknown.length > 0 ? `Unknown scope: ${unknown.join(', ')}.` : 'Specify at least one scope.'
    throw new UsageError(`${fault} The scopes are ${scopes.join(', ')}.`)
  }
  return scopes.filter((scope) => previous.includes(scope) || names.includes(scope))
}

/** Parses IP addresses and networks separated by commas or spaces. The option can be repeated. */
export function addressesOf(text: string, previous: readonly string[] = []): string[] {
  const names = text.split(/[\s,]+/).filter(Boolean)
  const ranges = names.map((name) => {
    const range = addressRange(name)
    if (range !== undefined) return range
    throw new UsageError(
      `"${shown(name)}" is neither an IP address such as 192.0.2.7 nor a network such as 192.0.2.0/24.`,
    )
  })
  // An empty list would allow any address.
  if (ranges.length === 0) throw new UsageError('Specify an IP address or network with --allow.')
  const all = [...new Set([...previous, ...ranges])]
  if (all.length > allowedAddressesMax)
    throw new UsageError(`A client can have at most ${allowedAddressesMax} IP addresses and networks.`)
  return all
}

/** Parses origins of web pages separated by commas or spaces. The option can be repeated. */
export function originsOf(text: string, previous: readonly string[] = []): string[] {
  const origins = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((name) => {
      const origin = webOrigin(name)
      if (origin !== undefined) return origin
      throw new UsageError(
        `"${shown(name)}" is not an origin such as https://app.example. For every local port, give http://localhost:*.`,
      )
    })
  const all = [...new Set([...previous, ...origins])]
  if (all.length > allowedOriginsMax)
    throw new UsageError(`A client can have at most ${allowedOriginsMax} origins.`)
  return all
}

const daysMax = 36_500

/**
 * Parses a time in the past. "30d" means that many days ago. Any other text is an ISO 8601 date or time, in
 * UTC unless it has an offset.
 */
export const pastMoment =
  (what: string): Reads<Date> =>
  (text) => {
    const days = /^(\d{1,5})d$/.exec(text)?.[1]
    const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    const at =
      days !== undefined
        ? Date.now() - Math.min(Number(days), daysMax) * dayMs
        : isDate
          ? Date.parse(text)
          : Number.NaN
    if (at <= Date.now()) return new Date(at)
    throw new UsageError(
      `${what} must be a number of days (30d), a date (2026-10-01) or a time (2026-10-01T12:00Z), and not in the future.`,
    )
  }

/** Quoted input is shortened, and its control characters are removed. */
const shown = (text: string) => text.replace(/\p{Cc}/gu, '?').slice(0, 60)
