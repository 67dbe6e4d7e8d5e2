import { z } from 'zod'
import type { Actor } from '../events/append.ts'
import type { StoredEvent } from '../events/feed.ts'
import type { ClientScope, PortalScope } from '../http/caller.ts'
import { type IdKind, publicId } from '../ids.ts'
import { Time, time } from '../wire.ts'

type Told<Scope> = Record<string, { kind: IdKind; scope: Scope }>

/** Whose events leave: what a resource is called in an event, the kind of its id, and the scope that reads it. */
const published: Told<ClientScope> = {
  asset: { kind: 'asset', scope: 'assets:read' },
  asset_tag: { kind: 'assetTag', scope: 'assets:read' },
  folder: { kind: 'folder', scope: 'assets:read' },
  template: { kind: 'template', scope: 'templates:read' },
  template_tag: { kind: 'templateTag', scope: 'templates:read' },
  brand_kit: { kind: 'brandKit', scope: 'brandkit:read' },
  logo: { kind: 'logo', scope: 'brandkit:read' },
  color: { kind: 'color', scope: 'brandkit:read' },
  font: { kind: 'font', scope: 'brandkit:read' },
  render: { kind: 'render', scope: 'renders:read' },
  webhook: { kind: 'webhook', scope: 'webhooks:write' },
}

/** Whose events people see in the portal, by scopes that clients never have: no webhook tells of them. */
const shownToPeople: Told<PortalScope> = {
  client: { kind: 'client', scope: 'clients:read' },
  member: { kind: 'person', scope: 'company:read' },
  // Who knows the id of an invitation can accept it: what is told is whose invitations are different now.
  invitation: { kind: 'company', scope: 'members:write' },
}

const resources: Told<ClientScope | PortalScope> = { ...published, ...shownToPeople }

/** What the published API tells of. */
export const publishedTypes = Object.keys(published)

/** The types of resources that a caller with these scopes may read. */
export const readableTypes = (scopes: readonly string[]) =>
  Object.keys(resources).filter((type) => scopes.includes(resources[type]!.scope))

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
      type: z.enum(['client', 'person', 'operator', 'system']),
      id: z.string().nullable().describe('ID of the client or person. Null for the operator and the system.'),
    }),
    request_id: z.string().nullable().describe('`X-Request-Id` of the request that made the change.'),
    data: z
      .record(z.string(), z.unknown())
      .describe('Details of the change. `fields` lists the fields that changed.'),
  })
  .meta({ id: 'Change' })

/** What people are told in the portal. */
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

function presentActor({ type, id }: Actor) {
  if (id === undefined || type === 'operator' || type === 'system') return { type, id: null }
  return { type, id: publicId(type, id) }
}
