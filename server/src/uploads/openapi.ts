import { z } from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { errorTable } from '../errors.ts'
import { type ExtraPaths, everyAnswer, FaultMap, refusal } from '../http/endpoints/openapi.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { openUploadsMax } from './create.ts'

/** The tus 1.0 requests in the OpenAPI document, beside the endpoints of the same paths. */

const tusResumable = z.literal('1.0.0')
const bytes = z.string().describe('Length of the file, in bytes.')

const Asked = z.object({ 'Tus-Resumable': tusResumable })

const Told = everyAnswer.extend({
  'Tus-Resumable': tusResumable,
  'Upload-Offset': bytes.describe('Number of bytes received so far.'),
  'Upload-Expires': z.string().optional().describe('Time when an unfinished upload expires.'),
  'Upload-Asset': z.string().optional().describe('ID of the asset, once the upload is finished.'),
  'Upload-Asset-Location': z.string().optional().describe('URL of the asset, once the upload is finished.'),
  'X-Duplicate-Of': z.string().optional().describe('ID of an existing asset with the same file.'),
})

const bytesOfIt = {
  'application/offset+octet-stream': {
    schema: z.string().meta(documentedAs({ type: 'string', format: 'binary' })),
  },
}

const refused = {
  '401': refusal(
    'The access token is missing, unknown, expired or revoked.',
    errorTable.unauthenticated.message,
  ),
  '403': refusal('The access token does not have the required scope.', errorTable.missing_scope.message),
  '404': refusal('The client is not linked to a company, or the upload does not exist.', 'Not Found.'),
  '412': refusal(
    '`Tus-Resumable` is missing or is not a supported version.',
    errorTable.wrong_protocol.message,
  ),
  '423': refusal('Another request is still writing to the upload.', errorTable.locked.message),
  '429': refusal(
    'Too many requests from this IP address. Retry after the number of seconds in `Retry-After`.',
    errorTable.too_many_attempts.message,
  ),
  '500': refusal('An unexpected error occurred on the server.', errorTable.server_error.message),
  '503': refusal(
    'The service is temporarily unavailable, or the company has too many uploads in progress.',
    errorTable.unavailable.message,
  ),
}

const finishing = {
  '422': {
    description:
      'A header or field is invalid, or the file is rejected. If the file is rejected, the upload is ' +
      'deleted. If only the storage quota is exceeded, the upload is kept: free some space, and then send `HEAD` ' +
      'to finish the upload.',
    content: { 'application/json': { schema: FaultMap } },
  },
  '507': refusal('The server is out of disk space.', errorTable.storage_full.message),
}

const receiving = {
  '408': refusal('The client is sending data too slowly.', errorTable.request_timeout.message),
  '413': refusal('The file is too large or longer than `Upload-Length`.', errorTable.body_too_large.message),
  '415': refusal(
    'The request body is not `application/offset+octet-stream`.',
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
  const path = z.object({ id: z.string().describe('ID of the upload.') })
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
        operationId: 'createUpload',
        summary: 'Create a resumable upload',
        description:
          'Creates an upload for tus 1.0 (https://tus.io) clients. `Upload-Metadata` accepts `filename` ' +
          'and the form fields of `POST /api/assets`, which are validated immediately. The request body can ' +
          'contain the first bytes of the file. Send the remaining bytes with `PATCH` to the URL in `Location`. ' +
          'When the last byte arrives, the server validates the file and creates the asset. `OPTIONS` ' +
          `lists the supported tus extensions. A company can have up to ${openUploadsMax} unfinished ` +
          'uploads.\n\nScope: `assets:write`.',
        hasId: false,
        header: Asked.extend({
          'Upload-Length': bytes,
          'Upload-Metadata': z
            .string()
            .optional()
            .describe(
              'Comma-separated keys and Base64 values, such as `filename ZmlsbS5tcDQ=,name RmlsbQ==`.',
            ),
          'Idempotency-Key': z
            .string()
            .max(255)
            .optional()
            .describe('Idempotency key. A retry with the same key returns the same upload.'),
        }),
        responses: {
          '201': {
            description: 'Created. `Location` contains the URL of the upload.',
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
      summary: 'Get the offset of a resumable upload',
      description:
        'Returns the offset from which to resume the upload. For a finished upload, also returns the ' +
        'asset.\n\nScope: `assets:write`.',
      hasId: true,
      header: Asked,
      responses: {
        '200': {
          description: 'Success.',
          headers: Told.extend({ 'Upload-Length': bytes, 'Upload-Metadata': z.string().optional() }),
        },
      },
    }),
    patch: {
      ...operation({
        operationId: 'continueUpload',
        summary: 'Append to a resumable upload',
        description:
          'Appends the request body to the file. The response to the last byte contains the ID of the new ' +
          'asset.\n\nScope: `assets:write`.',
        hasId: true,
        header: Asked.extend({
          'Upload-Offset': bytes.describe(
            "Offset of the first byte in the body. Must equal the server's last `Upload-Offset`.",
          ),
        }),
        responses: {
          '204': { description: 'The bytes were received.', headers: Told },
          '409': refusal(
            '`Upload-Offset` is wrong. Send `HEAD` to get the current offset.',
            errorTable.wrong_offset.message,
          ),
          ...receiving,
        },
      }),
      requestBody: { required: true, content: bytesOfIt },
    },
  },
}
