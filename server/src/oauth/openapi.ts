import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import type { ExtraPaths } from '../http/endpoints/openapi.ts'
import { assertionType } from './client-authentication.ts'

/** The token endpoints in the OpenAPI document: contract R-TOKEN-1, R-INSPECT-1, and R-FORM-1 for forms. */

const TokenRequest = z
  .object({
    client_id: z.string(),
    client_secret: z.string(),
    scope: z
      .union([z.string(), z.array(z.string())])
      .nullish()
      .describe('Scopes of the token, as a list or separated by spaces. Default: all scopes of the client.'),
    expires_in: z
      .int()
      .nullish()
      .describe(
        "Lifetime of the token, in seconds. The maximum, which is also the default, is the client's lifetime setting.",
      ),
  })
  .meta({ id: 'TokenRequest' })

const TokenResponse = z
  .object({
    success: z.literal(true),
    token: z.object({
      token_type: z.literal('Bearer'),
      expires_in: z.int().describe('Remaining lifetime of the token, in seconds.'),
      access_token: z.string(),
    }),
  })
  .meta({ id: 'TokenResponse' })

const TokenError = z
  .object({ success: z.literal(false), message: z.string(), details: z.record(z.string(), z.string()) })
  .meta({ id: 'TokenError' })

const InspectionRequest = z
  .object({ token: z.string().describe('Access token. The field can also be named `access_token`.') })
  .meta({ id: 'InspectionRequest' })

const InspectionFault = z
  .object({ success: z.literal(false), message: z.string(), data: z.null() })
  .meta({ id: 'InspectionFault' })

const audience =
  'Only for the token of a connected app: the URL of `/mcp`. No other resource may accept the token.'

const Introspection = z
  .object({
    success: z.literal(true),
    message: z.literal(''),
    data: z.object({
      active: z.literal(true),
      client_id: z.string(),
      user_id: z.null(),
      scopes: z.array(z.string()),
      expires_at: z.string().describe('Expiry time in UTC, as `YYYY-MM-DD HH:MM:SS`.'),
      scope: z.string(),
      token_type: z.literal('Bearer'),
      iat: z.int().describe('Time of issue, in seconds since the Unix epoch.'),
      exp: z.int().describe('Expiry time, in seconds since the Unix epoch.'),
      aud: z.string().optional().describe(audience),
    }),
  })
  .meta({ id: 'Introspection' })

const Revocation = z
  .object({ success: z.literal(true), message: z.literal('Token successfully revoked.'), data: z.null() })
  .meta({ id: 'Revocation' })

/** The client's credentials in a form. Omitted with HTTP Basic. */
const clientFields = {
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  client_assertion_type: z.string().optional().describe(`Always \`${assertionType}\`.`),
  client_assertion: z.string().optional().describe('JWT signed with a private key of the client (RFC 7523).'),
}

const TokenForm = z
  .object({
    grant_type: z.literal('client_credentials'),
    scope: z.string().optional().describe('Space-separated scopes. Default: all scopes of the client.'),
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
    expires_in: z.int().describe('Remaining lifetime of the token, in seconds.'),
    scope: z.string(),
  })
  .meta({ id: 'StandardToken', description: 'Successful token response (RFC 6749 §5.1).' })

const StandardFault = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: 'StandardFault', description: 'OAuth error response (RFC 6749 §5.2).' })

const StandardIntrospection = z
  .union([
    z.object({ active: z.literal(false) }),
    z.object({
      active: z.literal(true),
      scope: z.string(),
      client_id: z.string(),
      sub: z.string(),
      token_type: z.literal('Bearer'),
      iat: z.int().describe('Time of issue, in seconds since the Unix epoch.'),
      exp: z.int().describe('Expiry time, in seconds since the Unix epoch.'),
      iss: z.string(),
    }),
  ])
  .meta({ id: 'StandardIntrospection', description: 'Introspection response (RFC 7662 §2.2).' })

const StandardRevocation = z
  .strictObject({})
  .meta({ id: 'StandardRevocation', description: 'Empty revocation response (RFC 7009 §2.2).' })

const json = (schema: z.ZodType) => ({ 'application/json': { schema } })
const form = (schema: z.ZodType) => ({ 'application/x-www-form-urlencoded': { schema } })
const fault = (description: string, schema: z.ZodType) => ({ description, content: json(schema) })

/** Documents both responses: to JSON, and to a form. */
const either = (schema: z.ZodType, standard: z.ZodType) => z.union([schema, standard])

const tooMany =
  'Too many token requests by this client, or too many failed attempts. Retry after the number of seconds ' +
  'in `Retry-After`.'

const requestToken = (summary: string): ZodOpenApiOperationObject => ({
  tags: ['OAuth'],
  summary,
  description: "Returns an access token with the client's scopes.",
  security: [],
  requestBody: { required: true, content: json(TokenRequest) },
  responses: {
    '200': { description: 'The access token.', content: json(TokenResponse) },
    '400': fault('The request body is not a JSON object.', TokenError),
    '401': fault('The client ID or client secret is wrong.', TokenError),
    '403': fault("The client's enterprise is inactive.", TokenError),
    '422': fault(
      'A required field is missing or is not a string.',
      z.record(z.string(), z.array(z.string())),
    ),
    '429': fault(tooMany, TokenError),
  },
})

const asForm = (rfc: string) =>
  `For OAuth libraries, the endpoint also accepts form-encoded requests as defined in ${rfc}. ` +
  'In a form-encoded request, the client authenticates with HTTP Basic, with its ID and secret in the body, ' +
  'or with a signed JWT (RFC 7523).'

const standardRefusals = {
  '400': fault(
    "The form is malformed, the grant type or scope is not available, or the client's enterprise is inactive.",
    StandardFault,
  ),
  '401': fault('Client authentication failed.', StandardFault),
}

function inBothDialects(operation: ZodOpenApiOperationObject): ZodOpenApiOperationObject {
  return {
    ...operation,
    description: `Returns an access token with the client's scopes. ${asForm('RFC 6749')}`,
    requestBody: { required: true, content: { ...json(TokenRequest), ...form(TokenForm) } },
    responses: {
      ...operation.responses,
      '200': { description: 'The access token.', content: json(either(TokenResponse, StandardToken)) },
      '400': fault('The request body is malformed.', either(TokenError, StandardFault)),
      '401': fault('Client authentication failed.', either(TokenError, StandardFault)),
      '429': fault(tooMany, either(TokenError, StandardFault)),
    },
  }
}

const requestStandardToken: ZodOpenApiOperationObject = {
  tags: ['OAuth'],
  summary: 'Get an access token (OAuth libraries)',
  description:
    'Returns an access token for a form-encoded request as defined in RFC 6749. The client authenticates ' +
    'with HTTP Basic, with its ID and secret in the body, or with a signed JWT (RFC 7523).',
  security: [],
  requestBody: { required: true, content: form(TokenForm) },
  responses: {
    '200': { description: 'The access token.', content: json(StandardToken) },
    ...standardRefusals,
    '429': fault(tooMany, StandardFault),
  },
}

const inspect = (
  summary: string,
  description: string,
  rfc: string,
  reply: z.ZodType,
): ZodOpenApiOperationObject => ({
  tags: ['OAuth'],
  summary,
  description: `${description} ${asForm(rfc)}`,
  security: [],
  requestBody: { required: true, content: { ...json(InspectionRequest), ...form(InspectionForm) } },
  responses: {
    '200': { description: 'Success.', content: json(reply) },
    ...standardRefusals,
    '400': fault(
      "The request body is malformed, or the client's enterprise is inactive.",
      either(InspectionFault, StandardFault),
    ),
    '422': fault('The token is missing, unknown, expired or already revoked.', InspectionFault),
  },
})

export const oauthOperations: ExtraPaths = {
  '/oauth/access-token': {
    post: { operationId: 'requestToken', ...inBothDialects(requestToken('Get an access token')) },
  },
  '/oauth/token': { post: { operationId: 'requestStandardToken', ...requestStandardToken } },
  '/api/get-access-token': {
    post: { operationId: 'requestTokenAlias', ...requestToken('Get an access token (alias)') },
  },
  '/oauth/introspect': {
    post: {
      operationId: 'introspectToken',
      ...inspect(
        'Introspect an access token',
        'Returns whether the token is active, and its client, scopes and expiry time.',
        'RFC 7662',
        either(Introspection, StandardIntrospection),
      ),
    },
  },
  '/oauth/revoke': {
    post: {
      operationId: 'revokeToken',
      ...inspect(
        'Revoke an access token',
        'Invalidates the token immediately.',
        'RFC 7009',
        either(Revocation, StandardRevocation),
      ),
    },
  },
}
