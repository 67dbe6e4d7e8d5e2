import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import type { ExtraPaths } from '../http/openapi.ts'

/** The token endpoints, as the document shows them: specification §2, §4.1–4.3, §7. */

const TokenRequest = z
  .object({ client_id: z.string(), client_secret: z.string() })
  .meta({ id: 'TokenRequest' })

const TokenResponse = z
  .object({
    success: z.literal(true),
    token: z.object({
      token_type: z.literal('Bearer'),
      expires_in: z.int().describe('Seconds that the token has to live.'),
      access_token: z.string(),
    }),
  })
  .meta({ id: 'TokenResponse' })

const TokenFault = z
  .object({ success: z.literal(false), message: z.string(), details: z.record(z.string(), z.string()) })
  .meta({ id: 'TokenFault' })

const InspectionRequest = z
  .object({ token: z.string().describe('`access_token` is understood too.') })
  .meta({ id: 'InspectionRequest' })

const InspectionFault = z
  .object({ success: z.literal(false), message: z.string(), data: z.null() })
  .meta({ id: 'InspectionFault' })

const Introspection = z
  .object({
    success: z.literal(true),
    message: z.literal(''),
    data: z.object({
      active: z.literal(true),
      client_id: z.string(),
      user_id: z.null(),
      scopes: z.array(z.string()),
      expires_at: z.string().describe('UTC, `YYYY-MM-DD HH:MM:SS`.'),
      scope: z.string(),
      token_type: z.literal('Bearer'),
      iat: z.int(),
      exp: z.int(),
    }),
  })
  .meta({ id: 'Introspection' })

const Revocation = z
  .object({ success: z.literal(true), message: z.literal('Token successfully revoked.'), data: z.null() })
  .meta({ id: 'Revocation' })

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const fault = (description: string, schema: z.ZodType) => ({ description, content: json(schema) })

const requestToken = (summary: string): ZodOpenApiOperationObject => ({
  tags: ['OAuth'],
  summary,
  security: [],
  requestBody: { required: true, content: json(TokenRequest) },
  responses: {
    '200': { description: 'A token.', content: json(TokenResponse) },
    '400': fault('The body is not a JSON object.', TokenFault),
    '401': fault('Wrong client id or secret.', TokenFault),
    '403': fault('The enterprise account is inactive.', TokenFault),
    '422': fault('A field is missing or not a string.', z.record(z.string(), z.array(z.string()))),
  },
})

const inspect = (summary: string, description: string, reply: z.ZodType): ZodOpenApiOperationObject => ({
  tags: ['OAuth'],
  summary,
  description,
  security: [],
  requestBody: { required: true, content: json(InspectionRequest) },
  responses: {
    '200': { description: 'Done.', content: json(reply) },
    '422': fault('The token is missing, unknown, expired or revoked.', InspectionFault),
  },
})

export const oauthOperations: ExtraPaths = {
  '/oauth/access-token': { post: { operationId: 'requestToken', ...requestToken('Get an access token.') } },
  '/api/get-access-token': {
    post: { operationId: 'requestTokenAlias', ...requestToken('Get an access token (alias).') },
  },
  '/oauth/introspect': {
    post: {
      operationId: 'introspectToken',
      ...inspect('Introspect a token.', 'Whether it is active, whose it is, what it may do.', Introspection),
    },
  },
  '/oauth/revoke': {
    post: {
      operationId: 'revokeToken',
      ...inspect('Revoke a token.', 'From now on it opens nothing.', Revocation),
    },
  },
}
