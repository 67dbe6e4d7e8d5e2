import { didYouMean, nearName } from '@atelier/filling/near-name'
import { z } from 'zod'
import type { FolderLimit } from '../db/handle.ts'
import type { Actor, Author } from '../events/append.ts'
import type { StoredEvent } from '../events/feed.ts'
import type { ClientScope, PortalScope } from '../http/caller.ts'
import { type IdKind, newId, publicId } from '../ids.ts'
import { Time, time } from '../wire.ts'

/** Maximum length of an unknown type that a message quotes. */
const typeShownMax = 60

type Told<Scope> = Record<string, { kind: IdKind; scope: Scope; verbs: readonly string[] }>

const basic = ['created', 'updated', 'deleted']
const trashed = [...basic, 'restored']

/**
 * The published event types, with a resource's name in events, the kind of its ID, and the scope that reads
 * it.
 */
const published: Told<ClientScope> = {
  asset: {
    kind: 'asset',
    scope: 'assets:read',
    verbs: [...trashed, 'purged', 'expiring', 'expired', 'review_changed'],
  },
  asset_tag: { kind: 'assetTag', scope: 'assets:read', verbs: trashed },
  folder: { kind: 'folder', scope: 'assets:read', verbs: [...trashed, 'purged'] },
  template: {
    kind: 'template',
    scope: 'templates:read',
    verbs: [...trashed, 'published', 'archived', 'purged', 'review_changed'],
  },
  template_tag: { kind: 'templateTag', scope: 'templates:read', verbs: trashed },
  brand_kit: { kind: 'brandKit', scope: 'brandkit:read', verbs: basic },
  logo: { kind: 'logo', scope: 'brandkit:read', verbs: basic },
  color: { kind: 'color', scope: 'brandkit:read', verbs: basic },
  font: { kind: 'font', scope: 'brandkit:read', verbs: basic },
  brand_page: { kind: 'brandPage', scope: 'brandkit:read', verbs: basic },
  render: { kind: 'render', scope: 'renders:read', verbs: ['completed', 'failed', 'deleted'] },
  render_batch: {
    kind: 'renderBatch',
    scope: 'renders:read',
    verbs: ['created', 'updated', 'cancelled', 'completed'],
  },
  render_link: { kind: 'renderLink', scope: 'renders:read', verbs: ['created', 'deleted'] },
  property: { kind: 'property', scope: 'profile:read', verbs: [...basic, 'purged'] },
  review: { kind: 'review', scope: 'assets:read', verbs: ['created'] },
  comment: { kind: 'comment', scope: 'assets:read', verbs: [...basic, 'resolved', 'reopened'] },
  collection: { kind: 'collection', scope: 'assets:read', verbs: basic },
  preset: { kind: 'preset', scope: 'assets:read', verbs: basic },
  saved_search: { kind: 'savedSearch', scope: 'assets:read', verbs: [...basic, 'matched'] },
  archive: { kind: 'archive', scope: 'assets:read', verbs: ['created', 'deleted'] },
  share: { kind: 'share', scope: 'shares:write', verbs: basic },
  webhook: { kind: 'webhook', scope: 'webhooks:write', verbs: [...basic, 'disabled', 'secret_rotated'] },
}

/**
 * Event types that only people see in the portal, because clients never have their scopes. Webhooks do not receive
 * these events.
 */
const shownToPeople: Told<PortalScope> = {
  client: {
    kind: 'client',
    scope: 'clients:read',
    verbs: [...basic, 'secret_rotated', 'keys_changed', 'tokens_revoked'],
  },
  member: {
    kind: 'person',
    scope: 'company:read',
    verbs: ['joined', 'role_changed', 'limit_changed', 'removed'],
  },
  // Anyone who knows an invitation's ID can accept it, so the event contains only the ID of its company.
  invitation: { kind: 'company', scope: 'members:write', verbs: ['created', 'accepted', 'canceled'] },
}

const resources: Told<ClientScope | PortalScope> = { ...published, ...shownToPeople }

/** The event types of the published API. */
export const publishedTypes = Object.keys(published)

const changeTypesOf = (told: Told<unknown>) =>
  Object.entries(told).flatMap(([resource, { verbs }]) => verbs.map((verb) => `${resource}.${verb}`))

/**
 * The types that can be requested, such as `asset.created`. New events of these resources must be listed here.
 */
export const changeTypes = changeTypesOf(published)
export const portalChangeTypes = changeTypesOf(resources)

/** A message about the first unknown type. Undefined if all exist. */
export function unknownChangeType(
  types: readonly string[],
  known: readonly string[] = changeTypes,
): string | undefined {
  const unknown = types.find((type) => !known.includes(type))
  if (unknown === undefined) return undefined
  const near = nearName(unknown, known)
  const named = unknown.slice(0, typeShownMax)
  return `The type ${named} is not known here.${didYouMean(near)}`
}

/**
 * The types of a caller with a read limit: assets and folders, whose changes are filtered by the limit, and
 * resources whose endpoints are available to the caller (http/endpoints/folder-limits.ts). All others can
 * show assets in any folder.
 */
const typesWithinFolders = [
  'asset',
  'folder',
  'asset_tag',
  'template',
  'template_tag',
  'brand_kit',
  'logo',
  'color',
  'font',
  'property',
  'preset',
  'member',
]

/** The resource types that a caller with these scopes and this limit can read. */
export const readableTypes = (scopes: readonly string[], folderLimit?: FolderLimit) =>
  Object.keys(resources).filter(
    (type) =>
      scopes.includes(resources[type]!.scope) && (!folderLimit?.read || typesWithinFolders.includes(type)),
  )

export const actorTypes = ['client', 'person', 'share', 'operator', 'system'] as const

export const Change = z
  .object({
    seq: z.int().describe('Sequence number within the company, without gaps.'),
    type: z
      .string()
      .describe('Type of the change, such as `asset.created`, `folder.updated` or `template.deleted`.'),
    resource_type: z.enum(publishedTypes as [string, ...string[]]),
    resource_id: z.string(),
    at: Time,
    actor: z.object({
      type: z.enum(actorTypes),
      id: z
        .string()
        .nullable()
        .describe(
          'ID of the client or person that made the change, or of the share whose visitor made it. Null for the operator and the system.',
        ),
    }),
    request_id: z.string().nullable().describe('`X-Request-Id` of the request that made the change.'),
    data: z
      .record(z.string(), z.unknown())
      .describe('Details of the change. `fields` lists the fields that changed.'),
  })
  .meta({ id: 'Change' })

export const PortalChange = Change.extend({
  resource_type: z.enum(Object.keys(resources) as [string, ...string[]]),
}).meta({ id: 'PortalChange' })

export function presentChange(event: StoredEvent): z.input<typeof Change> {
  return {
    seq: event.seq,
    type: event.type,
    resource_type: event.resource_type,
    resource_id: publicId(resources[event.resource_type]!.kind, event.resource_id),
    at: time(event.at),
    actor: presentActor(event.actor),
    request_id: event.request_id,
    data: event.data,
  }
}

/** A sample change of this type, for tests of receivers: its resource does not exist. Its `seq` is 0. */
export function exampleChange(type: string, at: string, { actor, requestId }: Omit<Author, 'companyId'>) {
  const resourceType = type.slice(0, type.indexOf('.'))
  return {
    seq: 0,
    type,
    resource_type: resourceType,
    resource_id: publicId(resources[resourceType]!.kind, newId()),
    at,
    actor: presentActor(actor),
    request_id: requestId ?? null,
    data: { test: true },
  }
}

export function presentActor({ type, id }: Actor) {
  if (id === undefined || type === 'operator' || type === 'system') return { type, id: null }
  return { type, id: publicId(type, id) }
}
