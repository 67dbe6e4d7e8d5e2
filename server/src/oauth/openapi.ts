import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import type { ExtraPaths } from '../http/openapi.ts'
import { assertionType } from './client-authentication.ts'

/** The token endpoints, as the document shows them: specification §2, §4.1–4.3, §7, and contract §2 for forms. */

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

/** What a client says of itself in a form; nothing with HTTP Basic. */
const clientFields = {
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  client_assertion_type: z.string().optional().describe(`\`${assertionType}\``),
  client_assertion: z.string().optional().describe('A JWT by a key of the client (RFC 7523).'),
}

const TokenForm = z
  .object({
    grant_type: z.literal('client_credentials'),
    scope: z
      .string()
      .optional()
      .describe('Scopes with spaces between; all that the client has when not said.'),
    ...clientFields,
  })
  .meta({ id: 'TokenForm' })

const InspectionForm = z
  .object({ token: z.string(), token_type_hint: z.string().optional(), ...clientFields })
  .meta({ id: 'InspectionForm' })

const StandardToken = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int().describe('Seconds that the token has to live.'),
    scope: z.string(),
  })
  .meta({ id: 'StandardToken', description: 'RFC 6749 §5.1.' })

const StandardFault = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: 'StandardFault', description: 'RFC 6749 §5.2.' })

const StandardIntrospection = z
  .union([
    z.object({ active: z.literal(false) }),
    z.object({
      active: z.literal(true),
      scope: z.string(),
      client_id: z.string(),
      sub: z.string(),
      token_type: z.literal('Bearer'),
      iat: z.int(),
      exp: z.int(),
      iss: z.string(),
    }),
  ])
  .meta({ id: 'StandardIntrospection', description: 'RFC 7662 §2.2.' })

const StandardRevocation = z
  .strictObject({})
  .meta({ id: 'StandardRevocation', description: 'RFC 7009 §2.2 wants nothing in it.' })

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const form = (schema: z.ZodType) => ({ 'application/x-www-form-urlencoded': { schema } })
const fault = (description: string, schema: z.ZodType) => ({ description, content: json(schema) })

/** The JSON of the specification, and beside it what a form is answered with. */
const either = (schema: z.ZodType, standard: z.ZodType) => z.union([schema, standard])

const tooMany =
  'Too many tokens of this client in a minute, or too many wrong secrets. `Retry-After` says when to go on.'

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
    '429': fault(tooMany, TokenFault),
  },
})

const asForm =
  'A form is answered as OAuth has it, for libraries that know no other: RFC 6749, RFC 7662, RFC 7009. ' +
  'There the client proves itself by HTTP Basic, in the body, or with a key of its own (RFC 7523).'

const standardRefusals = {
  '400': fault(
    'The form is malformed, asks for what there is not, or the enterprise is inactive.',
    StandardFault,
  ),
  '401': fault('The client does not prove who it is.', StandardFault),
}

function inBothDialects(operation: ZodOpenApiOperationObject): ZodOpenApiOperationObject {
  return {
    ...operation,
    description: asForm,
    requestBody: { required: true, content: { ...json(TokenRequest), ...form(TokenForm) } },
    responses: {
      ...operation.responses,
      '200': { description: 'A token.', content: json(either(TokenResponse, StandardToken)) },
      '400': fault('The body is malformed.', either(TokenFault, StandardFault)),
      '401': fault('The client does not prove who it is.', either(TokenFault, StandardFault)),
      '429': fault(tooMany, either(TokenFault, StandardFault)),
    },
  }
}

const requestStandardToken: ZodOpenApiOperationObject = {
  tags: ['OAuth'],
  summary: 'Get an access token (as libraries ask for it).',
  description: asForm,
  security: [],
  requestBody: { required: true, content: form(TokenForm) },
  responses: {
    '200': { description: 'A token.', content: json(StandardToken) },
    ...standardRefusals,
    '429': fault(tooMany, StandardFault),
  },
}

const inspect = (summary: string, description: string, reply: z.ZodType): ZodOpenApiOperationObject => ({
  tags: ['OAuth'],
  summary,
  description: `${description} ${asForm}`,
  security: [],
  requestBody: { required: true, content: { ...json(InspectionRequest), ...form(InspectionForm) } },
  responses: {
    '200': { description: 'Done.', content: json(reply) },
    ...standardRefusals,
    '422': fault('The token is missing, unknown, expired or revoked.', InspectionFault),
  },
})

export const oauthOperations: ExtraPaths = {
  '/oauth/access-token': {
    post: { operationId: 'requestToken', ...inBothDialects(requestToken('Get an access token.')) },
  },
  '/oauth/token': { post: { operationId: 'requestStandardToken', ...requestStandardToken } },
  '/api/get-access-token': {
    post: { operationId: 'requestTokenAlias', ...requestToken('Get an access token (alias).') },
  },
  '/oauth/introspect': {
    post: {
      operationId: 'introspectToken',
      ...inspect(
        'Introspect a token.',
        'Whether it is active, whose it is, what it may do.',
        either(Introspection, StandardIntrospection),
      ),
    },
  },
  '/oauth/revoke': {
    post: {
      operationId: 'revokeToken',
      ...inspect('Revoke a token.', 'From now on it opens nothing.', either(Revocation, StandardRevocation)),
    },
  },
}
