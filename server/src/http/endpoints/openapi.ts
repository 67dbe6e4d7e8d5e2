import { z } from 'zod'
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiOverride,
  type ZodOpenApiPathsObject,
} from 'zod-openapi'
import { type ErrorCode, errorTable } from '../../errors.ts'
import { Job } from '../../jobs/job-reply.ts'
import { grantedScopes, readScopes } from '../caller.ts'
import { eventStreamType } from '../responses/event-stream.ts'
import { documentedAs } from '../schemas/documented-as.ts'
import type { Endpoint } from './endpoint.ts'
import { takesKey } from './idempotency.ts'
import { corrected } from './openapi-corrections.ts'
import { withExamples } from './openapi-examples.ts'

/** Paths of endpoints that are mounted by hand: the token endpoints, and resumable uploads. */
export type ExtraPaths = ZodOpenApiPathsObject

/** The URL in documents that no server has returned, and in the guides, where `npm start` serves. */
export const usualUrl = 'http://localhost:3000'

/**
 * The OpenAPI 3.1 document of the whole API, generated from the list of endpoints.
 * @param publicUrl the absolute URL of the server, so that programs can read the document from a file.
 */
export function openapiDocument(
  endpoints: readonly Endpoint[],
  extraPaths: ExtraPaths = {},
  publicUrl = usualUrl,
): object {
  const groups = ['OAuth', ...new Set(endpoints.map(({ group }) => group))]
  const document = createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Atelier',
        version: '1',
        description:
          "An organization's templates, assets and brand kits. Get an access token, and then send it as " +
          '`Authorization: Bearer …` with every request.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
        contact: { name: 'Atelier', url: `${publicUrl}/docs` },
      },
      servers: [{ url: publicUrl }],
      security: [{ oauth: [] }, { token: [] }],
      tags: groups.map((name) => ({ name, description: groupMeanings[name] ?? `${name}.` })),
      components: {
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'An existing access token.' },
          oauth: {
            type: 'oauth2',
            flows: {
              clientCredentials: {
                tokenUrl: `${publicUrl}/oauth/access-token`,
                scopes: Object.fromEntries(
                  [...readScopes, ...grantedScopes].map((scope) => [scope, scopeMeaning(scope)]),
                ),
              },
            },
          },
        },
      },
      paths: pathsOf(endpoints, extraPaths),
    },
    { override: allowMoreFields },
  )
  return withExamples(corrected(document))
}

/** Descriptions of the groups of operations. The groups of the portal have no public document. */
const groupMeanings: Record<string, string> = {
  OAuth: 'Access tokens: issue, introspection and revocation.',
  Templates: 'SVG documents with variables.',
  'Template tags': 'Labels used to organize templates.',
  Renders: 'Files that are rendered from templates with values.',
  'Render batches': 'Bulk rendering from rows of values.',
  'Render links': 'Signed URLs that render a template.',
  Assets: 'Files with their metadata, renditions and versions, and resumable uploads.',
  Archives: 'Zip files of assets.',
  'Asset tags': 'Labels used to organize assets.',
  Folders: 'Asset folders.',
  Collections: 'Lists of assets in a chosen order.',
  'Saved searches': 'Named filters of assets, for a person or the company.',
  Presets: 'Named image sizes and formats for downloads.',
  'Brand kit': 'Brand kits with logos, colors and fonts.',
  Properties: 'Custom properties for assets and templates.',
  Reviews: 'Reviews of assets and templates.',
  Comments: 'Comments on assets, templates and renders.',
  'Brand pages': 'Public brand kit pages.',
  Shares: 'Public pages with assets, templates or brand kits.',
  Changes: 'The feed of all changes.',
  Webhooks: 'Signed messages about changes, and a delivery log.',
  Jobs: 'Background jobs.',
  User: 'The authenticated user.',
}

/**
 * Responses can get more fields in later versions, so only request bodies are closed. A named schema can be
 * part of both and remains one schema.
 */
const allowMoreFields: ZodOpenApiOverride = ({ jsonSchema, zodSchema, io }) => {
  const isNamed = z.globalRegistry.get(zodSchema)?.id !== undefined
  if ((io === 'output' || isNamed) && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties
}

function scopeMeaning(scope: string) {
  const [what = '', may] = scope.split(':')
  if (what === 'profile') return 'Read the authenticated user and the change feed.'
  return `${may === 'read' ? 'Read' : 'Create, update and delete'} ${what === 'brandkit' ? 'brand kits' : what}.`
}

function scopesOf({ scope, alsoNeeds = [] }: Endpoint) {
  const scopes = [scope, ...alsoNeeds].map((one) => `\`${one}\``)
  return `Scope${scopes.length > 1 ? 's' : ''}: ${scopes.join(', ')}.`
}

function pathsOf(endpoints: readonly Endpoint[], extraPaths: ExtraPaths): ZodOpenApiPathsObject {
  const paths = { ...extraPaths } as Record<string, Record<string, ZodOpenApiOperationObject>>
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return paths as ZodOpenApiPathsObject
}

function operation(endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operationId, method, path, scope, group, summary, description, params, query, body } = endpoint
  // The alternative may have a different path.
  const orJson = endpoint.orJson?.path === path ? endpoint.orJson : undefined
  return {
    operationId,
    tags: [group],
    summary,
    description: [description, orJson?.description, scopesOf(endpoint)].filter(Boolean).join('\n\n'),
    security: [{ oauth: [scope, ...(endpoint.alsoNeeds ?? [])] }, { token: [] }],
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...headersOf(endpoint),
    },
    ...(body && {
      requestBody: {
        required: needsBody(endpoint),
        content: { ...bodyContent(endpoint), ...(orJson && bodyContent(orJson)) },
      },
    }),
    responses: {
      ...success(endpoint),
      ...(orJson && success(orJson)),
      ...(body && { '400': brokenBody(endpoint) }),
      '401': refusal('The access token is missing, unknown, expired or revoked.', 'Unauthenticated.'),
      '403': refusal(
        'The access token does not have the required scope.',
        'Token does not have the required scope.',
      ),
      '404': refusal(
        'The client is not linked to a company, or the resource does not exist.',
        'Company not found.',
      ),
      ...(method === 'DELETE' && {
        '409': conflict('The resource is in use or not empty.', 'The resource is in use.'),
      }),
      ...(endpoint.conflict && {
        '409': conflict(
          'The current state of the resource does not allow this request.',
          errorTable[endpoint.conflict].message,
        ),
      }),
      ...(endpoint.conditional && {
        '412': refusal('The resource no longer matches the `ETag` in `If-Match`.', 'Precondition Failed.'),
      }),
      ...refusalsOf(endpoint),
      ...(body && {
        '413': refusal('The request body is too large.', 'Content Too Large.'),
        '415': {
          description: `The request body is not ${bodyTypes(endpoint)}, is compressed, or is in UTF-16 or UTF-32.`,
          content: {
            'application/json': { schema: UnsupportedBody, example: { message: 'Unsupported Media Type.' } },
          },
        },
      }),
      '422': {
        description: 'A parameter or field is invalid or unknown.',
        content: { 'application/json': { schema: FaultMap } },
      },
      '429': refusal(
        'Too many requests from this IP address. Retry after the number of seconds in `Retry-After`.',
        'Too Many Attempts.',
      ),
      '500': refusal('An unexpected error occurred on the server.', 'Server Error'),
      '503': refusal(
        'The service is temporarily unavailable. Retry after the number of seconds in `Retry-After`.',
        'Service Unavailable.',
      ),
      ...(method !== 'GET' && {
        '507': refusal(
          'The server is out of disk space. Nothing was changed.',
          errorTable.storage_full.message,
        ),
      }),
    },
  }
}

/** A missing JSON body counts as an empty object. */
const needsBody = ({ upload, body }: Endpoint) => upload !== undefined || !body?.safeParse({}).success

const bodyTypes = ({ upload, orJson }: Endpoint) =>
  [upload && '`multipart/form-data`', (orJson || !upload) && '`application/json`']
    .filter(Boolean)
    .join(' or ')

function brokenBody({ upload, orJson }: Endpoint) {
  if (orJson) return malformedForm('The form is malformed, or the request body is not a JSON object.')
  if (upload) return malformedForm('The form is malformed.')
  return refusal('The request body is not a JSON object.', 'The request body must be a JSON object.')
}

const refusalsOf = ({ refusals = {} }: Endpoint) =>
  Object.fromEntries(
    Object.entries(refusals).map(([code, why]) => {
      const { status, message } = errorTable[code as ErrorCode]
      return [`${status}`, refusal(why, message)]
    }),
  )

function bodyContent({ upload, body: schema }: Endpoint) {
  if (!schema) return {}
  if (!upload) return { 'application/json': { schema } }
  const bare = { schema: z.string().meta(documentedAs({ type: 'string', format: 'binary' })) }
  return { 'multipart/form-data': { schema }, ...(upload.bare && { 'application/octet-stream': bare }) }
}

const successMeanings = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted. The work continues in the background.',
}

const locationMeaning = '`Location` contains the URL of the resource.'

function success({
  method,
  status: named,
  reply,
  media,
  stream,
  location,
  mayFollow,
  statusOf,
  hasETag = method === 'GET',
  isTranslated,
}: Endpoint): ZodOpenApiOperationObject['responses'] {
  const status = named ?? 200
  const content = media ?? (reply && { 'application/json': reply })
  const followed = mayFollow ? followedBy(reply, hasETag) : {}
  if (!content)
    return { ...followed, '204': { description: 'Success. The response has no body.', headers: everyAnswer } }
  const isList = reply instanceof z.ZodObject && 'links' in reply.shape
  const headers = everyAnswer.extend({
    ...(hasETag && { ETag: z.string() }),
    ...(location && { Location: z.string() }),
    ...(isTranslated && {
      'Content-Language': z
        .string()
        .optional()
        .describe('Languages of translated texts. Absent if no text is translated.'),
    }),
    ...(isList && {
      Link: z.string().optional().describe('URLs of the first, previous and next page (RFC 8288).'),
    }),
  })
  return {
    ...followed,
    [`${status}`]: {
      description: [successMeanings[status], location && locationMeaning].filter(Boolean).join(' '),
      content: {
        ...Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
        ...(stream && { [eventStreamType]: { schema: z.string() } }),
      },
      headers,
    },
    ...(statusOf && {
      '202': {
        description:
          'Accepted. The request continues in the background. `Location` contains the URL of the result.',
        content: Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }])),
        headers,
      },
    }),
    ...(method === 'GET' && {
      '304': { description: 'Not modified. The resource still matches the `ETag` in `If-None-Match`.' },
    }),
  }
}

function followedBy(reply: Endpoint['reply'], hasETag: boolean) {
  const schema = reply instanceof z.ZodObject ? reply.extend({ job: Job }) : z.object({ job: Job })
  return {
    '202': {
      description:
        'Accepted. A job completes the work in the background. `Location` contains the URL of the job.',
      content: { 'application/json': { schema } },
      headers: everyAnswer.extend({ ...(hasETag && { ETag: z.string() }), Location: z.string() }),
    },
  }
}

function headersOf(endpoint: Endpoint) {
  const shape = {
    ...(endpoint.conditional && {
      'If-Match': z
        .string()
        .optional()
        .describe('Expected `ETag` of the resource. The request returns 412 if the resource has changed.'),
    }),
    ...(endpoint.isTranslated && {
      'Accept-Language': z
        .string()
        .optional()
        .describe(
          'Languages of the texts, such as `de-AT, fr;q=0.8`. Texts without a translation are returned in their ' +
            'original language. Without this header, or with `*`, all texts are.',
        ),
    }),
    ...(takesKey(endpoint) && {
      'Idempotency-Key': z
        .string()
        .max(255)
        .optional()
        .describe('Idempotency key. Retries with the same key within 24 hours return the original response.'),
    }),
  }
  return Object.keys(shape).length > 0 ? { header: z.object(shape) } : {}
}

export const everyAnswer = z.object({
  'X-Request-Id': z.string(),
  'X-Api-Version': z.string(),
  // Absent where the operator has disabled the limit.
  'X-RateLimit-Limit': z.string().optional(),
  'X-RateLimit-Remaining': z.string().optional(),
})

const Message = z.object({ message: z.string() }).meta({ id: 'Message' })

export const FaultMap = z.record(z.string(), z.array(z.string())).meta({
  id: 'ValidationErrors',
  description: 'Maps each invalid field or parameter to a list of error messages.',
})

export const refusal = (description: string, message: string) => ({
  description,
  content: { 'application/json': { schema: Message, example: { message } } },
})

const UnsupportedBody = z
  .object({
    message: z.string(),
    reason: z.string().optional().describe('Reason why a body of an accepted type cannot be read.'),
  })
  .meta({ id: 'UnsupportedBody' })

const MalformedForm = z
  .object({
    message: z.string(),
    reason: z.string().optional().describe('Reason why the form cannot be read.'),
  })
  .meta({ id: 'MalformedForm' })

const malformedForm = (description: string) => ({
  description,
  content: {
    'application/json': { schema: MalformedForm, example: { message: errorTable.bad_request.message } },
  },
})

/** Additional fields, such as usages, content or status. */
const Conflict = z.looseObject({ message: z.string() }).meta({ id: 'Conflict' })

const conflict = (description: string, message: string) => ({
  description,
  content: { 'application/json': { schema: Conflict, example: { message } } },
})
