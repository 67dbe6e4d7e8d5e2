import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { errorTable } from '../http/errors.ts'
import { type ExtraPaths, everyAnswer, FaultMap, refusal } from '../http/openapi.ts'

/** The requests of tus 1.0, as the document shows them beside the endpoints of the same paths. */

const tusResumable = z.literal('1.0.0')
const bytes = z.string().describe('A number of bytes.')

const Asked = z.object({ 'Tus-Resumable': tusResumable })

const Told = everyAnswer.extend({
  'Tus-Resumable': tusResumable,
  'Upload-Offset': bytes.describe('Where it goes on.'),
  'Upload-Expires': z.string().optional().describe('When it ends, as long as it is not finished.'),
  'Upload-Asset': z.string().optional().describe('The id of the asset that it became.'),
  'Upload-Asset-Location': z.string().optional().describe('Where that asset is.'),
  'X-Duplicate-Of': z.string().optional().describe('An asset that has the same file.'),
})

const bytesOfIt = {
  'application/offset+octet-stream': {
    schema: z.string().meta({ override: { type: 'string', format: 'binary' } }),
  },
}

const refused = {
  '401': refusal('The token is missing, unknown, expired or revoked.', errorTable.unauthenticated.message),
  '403': refusal('The token lacks the scope.', errorTable.missing_scope.message),
  '404': refusal('The client is linked to no company, or there is no such upload in it.', 'Not Found.'),
  '412': refusal('`Tus-Resumable` is missing, or another version.', errorTable.wrong_protocol.message),
  '423': refusal('Another request is at work on it, and does not end.', errorTable.locked.message),
  '429': refusal(
    'Too many requests from this address. `Retry-After` says when to go on.',
    errorTable.too_many_attempts.message,
  ),
  '500': refusal('The server failed.', errorTable.server_error.message),
  '503': refusal(
    'The server cannot answer now, or receives as many uploads of the company as it may.',
    errorTable.unavailable.message,
  ),
}

const finishing = {
  '422': {
    description:
      'A header or a field is wrong, or the file is refused; then the upload is gone. Where only the room is missing, ' +
      'it waits: `HEAD` finishes it when there is some.',
    content: { 'application/json': { schema: FaultMap } },
  },
  '507': refusal('There is no room left.', errorTable.storage_full.message),
}

const receiving = {
  '408': refusal('Too little arrives.', errorTable.request_timeout.message),
  '413': refusal('The file is too large, or longer than was promised.', errorTable.body_too_large.message),
  '415': refusal(
    'The body is not `application/offset+octet-stream`.',
    errorTable.unsupported_media_type.message,
  ),
}

const operation = (
  given: Pick<ZodOpenApiOperationObject, 'summary' | 'description' | 'operationId'> & {
    header: z.ZodObject
    hasId: boolean
    responses: ZodOpenApiOperationObject['responses']
  },
): ZodOpenApiOperationObject => {
  const { header, hasId, responses, ...rest } = given
  const path = z.object({ id: z.string().describe('Id of the upload.') })
  return {
    ...rest,
    tags: ['Assets'],
    security: [{ oauth: ['assets:write'] }, { token: [] }],
    requestParams: { header, ...(hasId && { path }) },
    responses: { ...responses, ...refused, ...finishing },
  }
}

export const uploadOperations: ExtraPaths = {
  '/api/uploads': {
    post: {
      ...operation({
        operationId: 'beginUpload',
        summary: 'Begin a resumable upload.',
        description:
          'By tus 1.0 (tus.io), with any of its clients. `Upload-Metadata` may say `filename` and whatever the form of ' +
          '`POST /api/assets` may say; it is checked at once. The file may begin in the body, and goes on with `PATCH` at ' +
          '`Location`. With its last byte it is checked, and becomes an asset. `OPTIONS` says what is offered.\n\n' +
          'Scope: `assets:write`.',
        hasId: false,
        header: Asked.extend({
          'Upload-Length': bytes,
          'Upload-Metadata': z
            .string()
            .optional()
            .describe('Names and texts in Base64: `filename ZmlsbS5tcDQ=,name RmlsbQ==`.'),
          'Idempotency-Key': z.string().max(255).optional().describe('Names this upload: begun once.'),
        }),
        responses: {
          '201': {
            description: 'Begun: `Location` says where.',
            headers: Told.extend({ Location: z.string() }),
          },
          ...receiving,
        },
      }),
      requestBody: { content: bytesOfIt },
    },
  },
  '/api/uploads/{id}': {
    head: operation({
      operationId: 'findUploadOffset',
      summary: 'Find where a resumable upload goes on.',
      description: 'Or which asset it became. Scope: `assets:write`.',
      hasId: true,
      header: Asked,
      responses: {
        '200': {
          description: 'Found.',
          headers: Told.extend({ 'Upload-Length': bytes, 'Upload-Metadata': z.string().optional() }),
        },
      },
    }),
    patch: {
      ...operation({
        operationId: 'continueUpload',
        summary: 'Send more of a resumable upload.',
        description: 'With the last byte the answer names the asset. Scope: `assets:write`.',
        hasId: true,
        header: Asked.extend({ 'Upload-Offset': bytes.describe('Where it goes on, as was answered last.') }),
        responses: {
          '204': { description: 'Received.', headers: Told },
          '409': refusal('It goes on elsewhere: `HEAD` says where.', errorTable.wrong_offset.message),
          ...receiving,
        },
      }),
      requestBody: { required: true, content: bytesOfIt },
    },
  },
}
