/**
 * Every error code with its status and message. Code throws `new ApiError('not_found')`, and only the router
 * knows HTTP. The contract fixes the messages: R-TOKEN-5 to R-TOKEN-9, R-INSPECT-6 to R-INSPECT-8, R-AUTH-1,
 * R-AUTH-4, R-AUTH-5, R-ERR-3 to R-ERR-12, R-RATE-2.
 */
export const errorTable = {
  bad_request: { status: 400, message: 'Bad Request.' },
  not_json: { status: 400, message: 'The request body must be a JSON object.' },
  too_complex: {
    status: 400,
    message: 'The request body is nested too deeply or holds too many values. Send fewer at once.',
  },
  invalid_request: { status: 400, message: 'The request is malformed.' },
  invalid_scope: { status: 400, message: 'The client does not have the scope.' },
  invalid_grant: {
    status: 400,
    message: 'The authorization code or refresh token is invalid, has expired or was used before.',
  },
  invalid_target: { status: 400, message: 'The resource is not the MCP endpoint of this server.' },
  invalid_redirect_uri: { status: 400, message: 'A redirect URI is not allowed.' },
  invalid_client_metadata: { status: 400, message: 'The metadata of the app is not valid.' },
  app_refused: { status: 400, message: 'The app sent an invalid authorization request.' },
  scope_not_granted: { status: 400, message: 'The scope is not granted.' },
  unauthorized_client: { status: 400, message: 'Inactive enterprise.' },
  unsupported_grant_type: { status: 400, message: 'The grant type must be client_credentials.' },
  stale_token: { status: 400, message: 'Access token invalid or expired.' },
  unauthenticated: { status: 401, message: 'Unauthenticated.' },
  invalid_client: { status: 401, message: 'Client authentication failed. Check client ID/secret.' },
  inactive_enterprise: { status: 403, message: 'Inactive enterprise.' },
  missing_scope: { status: 403, message: 'Token does not have the required scope.' },
  limited_client: {
    status: 403,
    message:
      'This endpoint is not available with a folder limit. Use a client or an account without a limit.',
  },
  outside_limit: {
    status: 403,
    message: 'Your folder limit does not allow changes in this folder. Use a folder within your write limit.',
  },
  cross_site: { status: 403, message: 'The request must come from the portal.' },
  origin_not_allowed: {
    status: 403,
    message: 'The origin is not allowed. Add it to the allowed origins of the client.',
  },
  wrong_setup_token: {
    status: 403,
    message: 'The setup token is wrong. Copy it from the log of the server.',
  },
  not_invited: { status: 403, message: 'The invitation is for another e-mail address.' },
  owners_only: { status: 403, message: 'Only an owner can do this.' },
  authors_only: { status: 403, message: 'Only the author can do this.' },
  bad_signature: { status: 403, message: 'The link is invalid or has expired.' },
  company_not_found: { status: 404, message: 'Company not found.' },
  not_found: { status: 404, message: 'Not Found.' },
  method_not_allowed: { status: 405, message: 'Method Not Allowed.' },
  request_timeout: { status: 408, message: 'Request Timeout.' },
  in_use: { status: 409, message: 'The resource is in use.' },
  not_empty: { status: 409, message: 'The folder is not empty.' },
  asset_unavailable: {
    status: 409,
    message: 'The asset is not available now. With assets:write, include_unavailable=true includes it.',
  },
  wrong_offset: { status: 409, message: 'The offset is not the current offset of the upload.' },
  still_changing: {
    status: 409,
    message: 'A large change here is still in progress. Try again when its job is done.',
  },
  wrong_status: { status: 409, message: 'The current status does not allow this.' },
  two_secrets: { status: 409, message: 'The client already has two secrets.' },
  needs_owner: { status: 409, message: 'A company needs at least one owner.' },
  gone: { status: 410, message: 'The link has expired, was revoked or has reached its limit.' },
  changed_meanwhile: { status: 412, message: 'Precondition Failed.' },
  wrong_protocol: { status: 412, message: 'Tus-Resumable must be 1.0.0.' },
  body_too_large: { status: 413, message: 'Content Too Large.' },
  url_too_long: { status: 414, message: 'URI Too Long.' },
  unsupported_media_type: { status: 415, message: 'Unsupported Media Type.' },
  range_not_satisfiable: { status: 416, message: 'Range Not Satisfiable.' },
  invalid: { status: 422, message: 'The given data was invalid.' },
  token_required: { status: 422, message: 'Token required.' },
  token_invalid: { status: 422, message: 'Invalid or expired token.' },
  token_not_found: { status: 422, message: 'Token not found.' },
  locked: { status: 423, message: 'Locked.' },
  too_many_attempts: { status: 429, message: 'Too Many Attempts.' },
  headers_too_large: { status: 431, message: 'Request Header Fields Too Large.' },
  server_error: { status: 500, message: 'Server Error' },
  unavailable: { status: 503, message: 'Service Unavailable.' },
  storage_full: { status: 507, message: 'Insufficient Storage.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorTable

/** The errors of each field, by its name. */
export type Faults = Record<string, string[]>

export type ErrorExtras = {
  /** The whole body of the response, only for `invalid` (contract R-VALID-1). */
  faults?: Faults
  /** The `details` of errors of the token endpoint. */
  details?: Record<string, string>
  /** Replaces the message, only for the `standard` layer. */
  description?: string
  /** Additional fields of the body, such as the usages of a resource, only for `/api/*`. */
  more?: Record<string, unknown>
  headers?: Record<string, string>
  /** The cause, which is only logged. */
  cause?: unknown
  /** Replaces the code in the audit log if the response must not reveal the reason. */
  reason?: string
}

export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly extras: ErrorExtras

  constructor(code: ErrorCode, extras: ErrorExtras = {}) {
    super(errorTable[code].message, { cause: extras.cause })
    this.code = code
    this.extras = extras
  }
}

/**
 * The format of errors. `api`, `token` and `inspection` have the forms of R-ERR-2, R-TOKEN-10 and R-INSPECT-5.
 * `standard` has the form of the OAuth RFCs (R-FORM-4). `sign-in` is for people who sign in.
 */
export type Layer = 'api' | 'token' | 'inspection' | 'sign-in' | 'standard'

export function errorBody(layer: Layer, error: ApiError, requestId?: string): object {
  const { message } = errorTable[error.code]
  if (error.extras.faults) return error.extras.faults
  // The portal's sign-in library only shows the body.
  if (layer === 'sign-in') return { message, request_id: requestId }
  if (layer === 'standard') return standardBody(error)
  // The rate limiter responds before any layer is known (contract R-RATE-2).
  if (error.code === 'too_many_attempts') return { message }
  if (layer === 'token') return { success: false, message, details: error.extras.details ?? {} }
  if (layer === 'inspection') return { success: false, message, data: null }
  return { message, ...error.extras.more }
}

const standardCodes: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_client',
  'invalid_client_metadata',
  'invalid_grant',
  'invalid_redirect_uri',
  'invalid_scope',
  'invalid_target',
  'unauthorized_client',
  'unsupported_grant_type',
]

/** RFC 6749 §5.2. Errors that the RFC gives no code are distinguished by whether a retry can help. */
function standardBody({ code, extras }: ApiError) {
  const { status, message } = errorTable[code]
  const isTemporary = status === 429 || status === 503
  const other = isTemporary ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request'
  return {
    error: standardCodes.includes(code) ? code : other,
    error_description: extras.description ?? message,
  }
}
