import { z } from 'zod'
import type { Trx } from '../db/tenancy.ts'
import { change } from '../events/append.ts'
import { deleteEndpoint, getEndpoint, showing } from '../http/endpoints/crud-endpoints.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { listEndpoint } from '../http/endpoints/list-endpoint.ts'
import { publicId } from '../ids.ts'
import { linkBody } from './body.ts'
import { createLink } from './create.ts'
import { linksResource, RenderLink } from './resource.ts'

const reply = z.object({
  data: RenderLink.extend({
    secret: z.string().describe('Secret that signs the URLs of the link, `rls_…`. Shown only once.'),
  }),
})

const createRenderLink = endpoint({
  operationId: 'createRenderLink',
  method: 'POST',
  path: '/templates/:id/render-links',
  scope: 'renders:write',
  alsoNeeds: ['templates:read', 'assets:read'],
  group: 'Render links',
  summary: 'Create a render link',
  description:
    'Creates a render link and returns it with its `secret`. Anyone with a signed URL can then open renders of the ' +
    'template. ' +
    'A URL is `/r/{id}.{format}?{variable}={value}&width={width}&signature={signature}`. The signature is the HMAC-SHA256 ' +
    'in base64url, with the secret as its key, of `{id}.{format}?` and all other parameters, encoded as in RFC ' +
    '3986, sorted, and joined by `&`. Renders are cached permanently; the link uses the current template version ' +
    'at the time of its creation. A revoked or expired link returns 410, and so does a link that has reached ' +
    '`max_renders`.',
  params: z.object({ id: z.string().describe('ID of the template.') }),
  body: linkBody,
  status: 201,
  location: (answer) => `/api/render-links/${(answer as { data: { id: string } }).data.id}`,
  conflict: 'wrong_status',
  reply,
  handle({ caller, author, params, body }, services) {
    const create = async (trx: Trx) => {
      const made = await createLink(trx, caller, params.id, body, services, new Date())
      const event = { type: 'render_link.created', resourceType: 'render_link', resourceId: made.id }
      return { result: made, events: [event] }
    }
    return change(services.db, author, create, async (trx, { id, secret }) => {
      const { data } = await showing(linksResource, { caller }, services)(trx, publicId('renderLink', id))
      return { data: { ...(data as z.input<typeof RenderLink>), secret } }
    })
  },
})

const revokeRenderLink = deleteEndpoint(linksResource, {
  operationId: 'revokeRenderLink',
  scope: 'renders:write',
  summary: 'Revoke a render link',
  description:
    'Revokes the link. Its URLs then return 410; copies in browsers and CDNs are not affected. The link stays in ' +
    'the list.',
  async remove({ trx, companyId, id, now }) {
    await trx
      .updateTable('render_links')
      .set({ revoked_at: now, updated_at: now })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .execute()
  },
})

export const renderLinkEndpoints = [
  createRenderLink,
  listEndpoint(linksResource),
  getEndpoint(linksResource),
  revokeRenderLink,
]
