import { z } from 'zod'
import { type FeedPage, newestSeq, readFeed } from '../events/feed.ts'
import type { Watch } from '../events/watch-commits.ts'
import type { Caller } from '../http/caller.ts'
import { type EndpointInput, endpoint } from '../http/endpoints/endpoint.ts'
import { servicesFor } from '../http/endpoints/folder-limits.ts'
import type { ServerEvent } from '../http/responses/event-stream.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { once, oneOrList, several } from '../http/schemas/query-parameters.ts'
import { invalid, validate } from '../http/schemas/validation.ts'
import type { Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import {
  Change,
  changeTypes,
  PortalChange,
  portalChangeTypes,
  presentChange,
  readableTypes,
  unknownChangeType,
} from './present.ts'

const pageSizeMax = 1_000
const pageSizeDefault = 100
const waitSecondsMax = 25
const typesMax = 50
/**
 * Interval of heartbeats, which keep proxies from closing an idle stream and check whether the token is still
 * valid.
 */
const heartbeatMs = 15_000
/** How long a waiting request stays open after its token was revoked. Nothing is sent in this time. */
const renewMs = 5_000

const whole = (min: number, max: number) => {
  const error = `must be an integer from ${min} to ${max}.`
  return z
    .string(once)
    .regex(/^\d{1,15}$/, error)
    .transform(Number)
    .refine((number) => number >= min && number <= max, error)
    .meta(documentedAs({ type: 'integer', minimum: min, maximum: max }))
}

const seqMax = 999_999_999_999_999
const place = z.union([z.literal('latest'), whole(0, seqMax)], 'must be the number of a change, or latest.')

const feedQuery = (known: readonly string[]) =>
  z.object({
    since: place
      .default(0)
      .describe(
        'Sequence number of the last change that you have processed. Later changes are returned. `latest` ' +
          'skips all existing changes.',
      ),
    types: several
      .refine((types) => types.length > 0 && types.length <= typesMax, {
        error: `must contain 1 to ${typesMax} types.`,
        abort: true,
      })
      .check(({ value, issues }) => {
        const message = unknownChangeType(value, known)
        if (message !== undefined) issues.push({ code: 'custom', message, input: value })
      })
      .meta(oneOrList({ type: 'string' }))
      .optional()
      .describe('Comma-separated types of changes to return, such as `asset.created,folder.updated`.'),
    per_page: whole(1, pageSizeMax)
      .default(pageSizeDefault)
      .describe(
        `Maximum number of changes to return, 1 to ${pageSizeMax.toLocaleString('en')}. Default: ${pageSizeDefault}.`,
      ),
    wait: whole(0, waitSecondsMax)
      .default(0)
      .describe(`Maximum number of seconds to wait for a change, 0 to ${waitSecondsMax}.`),
  })

const ChangesQuery = feedQuery(changeTypes)

type Asked = Omit<z.output<typeof ChangesQuery>, 'since'>

const feedOf = (change: typeof Change | typeof PortalChange) =>
  z.object({
    data: z.array(change),
    meta: z.object({
      next: z.int().describe('Value of `since` for the next request.'),
      more: z.boolean().describe('Whether more changes are available now.'),
    }),
  })

/** The change feed: all events of the company in commit order, without gaps. */
export const listChanges = endpoint({
  operationId: 'listChanges',
  method: 'GET',
  path: '/changes',
  scope: 'profile:read',
  group: 'Changes',
  summary: 'List changes',
  description:
    `Returns the company's changes in commit order. Start with \`since=0\`, and then pass the \`meta.next\` of ` +
    `each response as \`since\`. Changes that the token's scopes do not cover are omitted, and \`meta.next\` skips ` +
    'them. A deletion is a change whose type ends in `.deleted`. A change does not contain the resource: get the ' +
    'resource to see its current state. Counters such as `assets_count` emit no changes. With `wait`, the ' +
    'server holds the response until a change occurs. With `Accept: text/event-stream`, it sends changes as ' +
    'server-sent events; `Last-Event-ID` resumes the stream.',
  query: ChangesQuery,
  reply: feedOf(Change),
  async handle({ query, ...input }, services) {
    const { since, enterpriseId } = await startOf(services, input.caller, query.since)
    const page = await readOrWait(services, input, enterpriseId, since, query)
    return { data: page.events.map(presentChange), meta: { next: page.next, more: page.next < page.newest } }
  },
  async stream({ query, ...input }, services) {
    const known = input.headers['last-event-id']
    const from = known === undefined ? query.since : validate(ChangesQuery, { since: known }).since
    const { since, enterpriseId } = await startOf(services, input.caller, from)
    const watch = services.commits.watch({ companyId: input.caller.companyId, enterpriseId })
    const signal = input.signal()
    // A client that has disconnected receives no more data.
    if (signal.aborted) watch.end()
    else signal.addEventListener('abort', watch.end)
    return follow(services, input, watch, since, query)
  },
})

/** The feed for the portal, which also contains changes of clients, members and invitations. */
export const listPortalChanges = {
  ...listChanges,
  query: feedQuery(portalChangeTypes),
  reply: feedOf(PortalChange),
}

/**
 * @throws {ApiError} `invalid` for a number that the company has not reached, which comes from another
 * installation.
 */
async function startOf({ db }: Services, { companyId }: Caller, asked: number | 'latest') {
  const { enterpriseId, newest } = await newestSeq(db, companyId)
  if (asked !== 'latest' && asked > newest)
    throw invalid('since', 'The since field is past the newest change.')
  return { enterpriseId, since: asked === 'latest' ? newest : asked }
}

const read = (services: Services, caller: Caller, since: number, { per_page, types }: Asked) => {
  const { companyId, scopes, folderLimit } = caller
  // The limit can change while a request waits.
  const { db } = servicesFor(caller, services)
  const resourceTypes = readableTypes(scopes, folderLimit)
  return readFeed(db, companyId, { since, limit: per_page, resourceTypes, types })
}

type Input = Pick<EndpointInput, 'caller' | 'renew' | 'signal'>

async function readOrWait(
  services: Services,
  input: Input,
  enterpriseId: Uuid,
  since: number,
  asked: Asked,
): Promise<FeedPage> {
  if (asked.wait === 0) return read(services, input.caller, since, asked)
  const { commits } = services
  const watch = commits.watch({ companyId: input.caller.companyId, enterpriseId })
  try {
    const end = performance.now() + asked.wait * 1000
    const signal = input.signal()
    let caller = input.caller
    for (;;) {
      const page = await read(services, caller, since, asked)
      const left = () => end - performance.now()
      const mayEnd = () => left() <= 0 || isOver(services, watch, signal)
      const hasNews = page.events.length > 0 || page.next < page.newest
      if (hasNews || mayEnd()) return page
      since = page.next
      for (let isNews = false; !isNews && !mayEnd(); caller = await input.renew())
        isNews = await watch.next(since, Math.min(left(), renewMs), signal)
    }
  } finally {
    watch.end()
  }
}

/**
 * Whether the client has disconnected. An evicted client reconnects. It is rejected only if all other clients
 * have fewer slots.
 */
const isOver = ({ commits }: Services, watch: Watch, signal: AbortSignal) =>
  signal.aborted || watch.isEvicted || commits.isClosed

async function* follow(
  services: Services,
  input: Input,
  watch: Watch,
  since: number,
  asked: Asked,
): AsyncGenerator<ServerEvent> {
  const signal = input.signal()
  let saidAt = Number.NEGATIVE_INFINITY
  let isNews = true
  try {
    while (!isOver(services, watch, signal)) {
      const caller = await input.renew()
      let hasMoved = false
      if (isNews) {
        const page = await read(services, caller, since, asked)
        for (const event of page.events) yield { id: `${event.seq}`, data: presentChange(event) }
        hasMoved = page.next > since
        since = page.next
        if (since < page.newest) continue
      }
      if (hasMoved || performance.now() - saidAt >= heartbeatMs) {
        yield { id: `${since}` }
        saidAt = performance.now()
      }
      isNews = await watch.next(since, renewMs, signal)
    }
  } finally {
    watch.end()
  }
}
