// biome-ignore-all lint/performance/noBarrelFile: this file is the entry point of the package.
export type * from './api.gen.ts'
export { Atelier, type RawRequest } from './atelier.ts'
export type { Followed, FollowOptions } from './changes/changes.ts'
export {
  AtelierError,
  AuthenticationError,
  ChangedError,
  ConflictError,
  type ErrorCode,
  type Faults,
  NetworkError,
  NotFoundError,
  PermissionError,
  RateLimitedError,
  RenderFailedError,
  ServerError,
  TimeoutError,
  ValidationError,
  WebhookVerificationError,
} from './errors.ts'
export { etagOf } from './http/etag.ts'
export { isSameName } from './names.gen.ts'
export type {
  ApiResponse,
  AtelierOptions,
  Backend,
  CallOptions,
  ChangeOptions,
  CreateOptions,
  LargeChanges,
} from './options.ts'
export type { ArchiveRequest } from './resources/archives.ts'
export type { List, Page } from './resources/list.ts'
export type {
  FollowedBatch,
  RenderBatchRequest,
  RenderBatchRow,
  RenderFileRequest,
} from './resources/render-batches.ts'
export type {
  CheckRequest,
  FinishedRender,
  RenderCheck,
  RenderOptions,
  RenderRequest,
  RenderValue,
} from './resources/renders.ts'
export type { ShareVisit } from './resources/shares.ts'
export { type SignedLink, signRenderLink } from './resources/sign-render-link.ts'
export type { NewTemplate } from './resources/templates.ts'
export type { Bytes } from './uploads/form.ts'
export type { NewAsset, Progress, Uploaded, UploadOptions } from './uploads/upload.ts'
export { type SignedMessage, signWebhook } from './webhooks/sign.ts'
export { verifyWebhook, type WebhookMessage, type WebhookRequest } from './webhooks/verify.ts'
