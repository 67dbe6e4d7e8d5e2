import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { commonSorts, equals, filtersOfConstants } from '../db/filters.ts'
import { finder } from '../db/finder.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import { idOf } from '../http/schemas/query-parameters.ts'
import { instant } from '../http/schemas/times.ts'
import { earliestId, publicId, type Uuid } from '../ids.ts'
import { Id, Time, time } from '../wire.ts'
import { securityEventTypes } from './event.ts'

const SecurityEvent = z
  .object({
    id: Id('securityEvent'),
    type: z.enum(securityEventTypes),
    actor: z
      .object({
        type: z.enum(['person', 'client', 'operator', 'system']),
        id: z.string().nullable(),
        name: z.string().nullable(),
      })
      .nullable()
      .describe('Who caused the event. Null if unknown, or if it was the client itself.'),
    client: z
      .object({ id: Id('client'), name: z.string().nullable() })
      .nullable()
      .describe('Client that the event is about. The name is null if the client was deleted.'),
    member: z
      .object({ id: Id('person'), name: z.string(), email: z.string() })
      .nullable()
      .describe('Member that the event is about, with the name at that time.'),
    address: z.string().nullable(),
    request_id: z.string().nullable(),
    data: z.record(z.string(), z.unknown()).describe('Further details of the event.'),
    created_at: Time,
  })
  .meta({ id: 'SecurityEvent' })

export type ShownEvent = z.input<typeof SecurityEvent>

type EventRow = Awaited<ReturnType<ReturnType<typeof eventRows>['executeTakeFirstOrThrow']>>

function eventRows(db: Db) {
  return db
    .selectFrom('security_events as r')
    .leftJoin('clients as c', 'c.id', 'r.client_id')
    .leftJoin('people as p', 'p.id', 'r.person_id')
    .select([
      'r.id',
      'r.type',
      'r.client_id',
      'c.name as client_name',
      'r.person_id',
      'p.name as person_name',
      'p.email as person_email',
      'r.address',
      'r.request_id',
      'r.data',
      'r.created_at',
    ])
}

export const securityEvents = finder({
  table: 'security_events',
  rows: eventRows,
  sorts: { created_at: commonSorts.created_at },
  filters: {
    ...filtersOfConstants,
    type: equals('type'),
    client: equals('client_id'),
    person: {
      condition: (id) =>
        sql`(r.person_id = cast(${id} as uuid) or r.data #>> '{member,id}' = cast(${id} as uuid)::text)`,
    },
    since: { condition: (id) => sql`r.id >= ${id}` },
    until: { condition: (id) => sql`r.id < ${id}` },
  },
})

export const eventFilters = {
  type: z.enum(securityEventTypes).optional(),
  client: idOf('client').optional().describe('ID of the client that the events are about.'),
  person: idOf('person')
    .optional()
    .describe('ID of the person who caused the events or whom they are about.'),
  since: instant.optional().describe('Earliest time of the events, inclusive.'),
  until: instant.optional().describe('Latest time of the events, exclusive.'),
}

type Asked = z.output<z.ZodObject<typeof eventFilters>>

export const securityEventsResource = resource({
  kind: 'securityEvent',
  path: '/security-events',
  scope: 'audit:read',
  group: 'Activity',
  nouns: ['security event', 'security events'],
  item: SecurityEvent,
  sorts: ['-created_at'],
  filters: eventFilters,
  find: securityEvents,
  ask: askedOf,
  present: presentEvent,
})

/** Converts `since` and `until` to event IDs, which start with the time. */
export function askedOf({ type, client, person, since, until }: Asked) {
  return { type, client, person, since: since && earliestId(since), until: until && earliestId(until) }
}

type Told = {
  actor?: { type: NonNullable<ShownEvent['actor']>['type']; id?: Uuid }
  member?: { id: Uuid; name: string; email: string }
}

export function presentEvent(row: JsonRow<EventRow>): ShownEvent {
  const { actor, member, ...data } = row.data as Told & Record<string, unknown>
  const person = row.person_id ? { type: 'person' as const, id: row.person_id } : undefined
  // The person who tried to sign in may not be the owner of the account.
  const isTry = row.type === 'person.sign_in_refused'
  const did = isTry ? undefined : (actor ?? person)
  const isOther = isTry || actor?.type === 'operator'
  const about = isOther && person ? { ...person, name: row.person_name!, email: row.person_email! } : member
  return {
    id: publicId('securityEvent', row.id),
    type: row.type as ShownEvent['type'],
    actor: did ? shownActor(did, row) : null,
    client: row.client_id ? { id: publicId('client', row.client_id), name: row.client_name } : null,
    member: about ? { id: publicId('person', about.id), name: about.name, email: about.email } : null,
    address: row.address,
    request_id: row.request_id,
    data,
    created_at: time(row.created_at),
  }
}

function shownActor({ type, id }: NonNullable<Told['actor']>, { person_name }: JsonRow<EventRow>) {
  const kind = type === 'person' || type === 'client' ? type : undefined
  return { type, id: id && kind ? publicId(kind, id) : null, name: type === 'person' ? person_name : null }
}
