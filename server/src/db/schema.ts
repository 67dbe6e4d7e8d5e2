import type { LayerContent, VariableDefinition, VariableType } from '@atelier/filling'
import type { Removed } from '@atelier/svg/tree'
import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, SelectType } from 'kysely'
import type { Uuid } from '../ids.ts'
import type { Language } from '../languages.ts'

/** The tables as the migrations create them. `migrations.test.ts` compares the two. */
export type Schema = {
  enterprises: Enterprises
  companies: Companies
  people: People
  sign_in_methods: SignInMethods
  invitations: Invitations
  memberships: Memberships
  clients: Clients
  client_secrets: ClientSecrets
  client_assertions: ClientAssertions
  key_fingerprints: KeyFingerprints
  access_tokens: AccessTokens
  apps: Apps
  authorization_grants: AuthorizationGrants
  folders: Folders
  folder_words: Words
  assets: Assets
  asset_versions: AssetVersions
  asset_words: Words
  asset_tags: AssetTags
  asset_tag_words: Words
  asset_taggings: Taggings
  asset_suggestions: AssetSuggestions
  templates: Templates
  template_words: Words
  template_tags: TemplateTags
  template_tag_words: Words
  template_taggings: Taggings
  template_versions: TemplateVersions
  template_assets: TemplateAssets
  brand_kits: BrandKits
  brand_kit_logos: BrandKitLogos
  brand_kit_colors: BrandKitColors
  brand_kit_fonts: BrandKitFonts
  word_parts: WordParts
  events: Events
  renditions: Renditions
  idempotency_keys: IdempotencyKeys
  large_changes: LargeChanges
  uploads: Uploads
  webhooks: Webhooks
  webhook_secrets: WebhookSecrets
  webhook_deliveries: WebhookDeliveries
  security_events: SecurityEvents
  client_requests: ClientRequests
  request_log: RequestLog
  renders: Renders
  render_words: Words
  asset_origins: AssetOrigins
  render_batches: RenderBatches
  render_batch_rows: RenderBatchRows
  render_links: RenderLinks
  render_link_companies: RenderLinkCompanies
  archives: Archives
  collections: Collections
  collection_items: CollectionItems
  reviews: Reviews
  comments: Comments
  comment_mentions: CommentMentions
  properties: Properties
  asset_property_values: PropertyValues
  template_property_values: PropertyValues
  presets: Presets
  saved_searches: SavedSearches
  saved_search_followers: SavedSearchFollowers
  brand_pages: BrandPages
  brand_page_slugs: BrandPageSlugs
  shares: Shares
  share_assets: ShareAssets
  share_visits: ShareVisits
  share_codes: ShareCodes
}

type Json<T extends object> = JSONColumnType<T, string | undefined, string>

type Timestamps = { created_at: GeneratedAlways<Date>; updated_at: Generated<Date> }

/** The first columns of every tenant table. Together they form its key. */
type Tenant = { company_id: Uuid; id: Uuid }

type Enterprises = Timestamps & { id: Uuid; name: string; status: Generated<'active' | 'inactive'> }

/**
 * `version` is the newest `seq` of the company's events, so a response cached under it is as fresh as the
 * database. `stored_bytes` is the size of the company's originals, with each file counted once.
 */
type Companies = Timestamps & {
  id: Uuid
  enterprise_id: Uuid
  name: string
  version: Generated<number>
  stored_bytes: Generated<number>
  webhooks_seq: number | null
  removes_location: Generated<boolean>
  has_reviews: Generated<boolean>
  shares_approved_only: Generated<boolean>
}

type People = Timestamps & {
  id: Uuid
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  /** The language of the portal and of e-mails. Null if the person has not chosen one. */
  language: Language | null
  two_factor_enabled: Generated<boolean>
  /** An operator of the installation, who creates and deactivates enterprises. */
  is_operator: Generated<boolean>
}

/** Written by `better-auth` (migration 0013). `credential` is a password. */
type SignInMethods = {
  id: Uuid
  person_id: Uuid
  provider_id: string
  account_id: string
  password: string | null
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: Date | null
  refresh_token_expires_at: Date | null
  scope: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export type Role = 'owner' | 'admin' | 'developer' | 'editor' | 'viewer'

export type MembershipSource = 'manual' | 'groups'

/** The folders whose assets a client or person can read and change, with their subfolders. Null means all. */
type FolderLimits = {
  read_folder_ids: Generated<Uuid[] | null>
  write_folder_ids: Generated<Uuid[] | null>
}

type Memberships = FolderLimits & {
  company_id: Uuid
  person_id: Uuid
  role: Role
  source: Generated<MembershipSource>
  created_at: Generated<Date>
}

type Invitations = FolderLimits & {
  id: Uuid
  company_id: Uuid
  email: string
  role: Role
  status: 'pending' | 'accepted' | 'rejected' | 'canceled'
  inviter_id: Uuid
  expires_at: Date
  created_at: Generated<Date>
}

type Clients = Timestamps &
  FolderLimits & {
    id: Uuid
    enterprise_id: Uuid
    company_id: Uuid | null
    owner_id: Uuid | null
    name: string
    scopes: string[]
    token_lifetime_seconds: number | null
    /** IP addresses and networks from which the client can call. Empty means any. */
    allowed_addresses: Generated<string[]>
    /** Origins of web pages that can call the API with the client's tokens. */
    allowed_origins: Generated<string[]>
    /** The keys with which the client can authenticate instead of a secret (RFC 7523). */
    jwks: Json<KeySet> | null
    last_used_at: Date | null
    /** A connected app and the member that it acts for. Null for other clients. */
    app_id: Generated<Uuid | null>
    member_id: Generated<Uuid | null>
  }

/** Programs that people can connect, such as assistants. Apps have no rights themselves. */
type Apps = {
  id: Uuid
  name: string
  redirect_uris: string[]
  created_at: GeneratedAlways<Date>
  expires_at: Date
  /**
   * The URL of the app's metadata document, and the time at which the document is read again. Null without a
   * document.
   */
  document_url: Generated<string | null>
  document_until: Generated<Date | null>
}

/** Authorization codes and refresh tokens of connected apps. Each can be used once. */
type AuthorizationGrants = {
  hash: Buffer
  client_id: Uuid
  /** A code and the refresh tokens that follow it share this ID. */
  family_id: Uuid
  kind: 'code' | 'refresh_token'
  scopes: string[]
  redirect_uri: string | null
  code_challenge: string | null
  expires_at: Date
  used_at: Date | null
}

/** Public keys (RFC 7517), only with the members needed to verify signatures. */
export type KeySet = { keys: PublicKey[] }
export type PublicKey = {
  kty: string
  n?: string
  e?: string
  crv?: string
  x?: string
  y?: string
  kid?: string
  alg?: string
}

/** Used assertions, so that none is accepted twice. */
type ClientAssertions = { client_id: Uuid; hash: Buffer; expires_at: Date }

type KeyFingerprints = { fingerprint: Buffer; created_at: GeneratedAlways<Date> }

type ClientSecrets = {
  id: Uuid
  client_id: Uuid
  hash: Buffer
  created_at: GeneratedAlways<Date>
  expires_at: Date | null
}

type AccessTokens = {
  hash: Buffer
  client_id: Uuid
  scopes: string[]
  issued_at: Date
  expires_at: Date
  revoked_at: Date | null
}

/**
 * The search terms in a row's own texts. Terms from its name are marked. Terms from its tags are found
 * through the tags.
 */
type Words = Tenant & { word: string }

/**
 * Parts of the words in rows of each `kind` in a company. Searches find words by their parts (word-parts.ts).
 */
type WordParts = { company_id: Uuid; kind: string; part: string; word: string }

/** `path` consists of the names of the folders: `/Campaigns/2026`. A subtree is one range of paths. */
type Folders = Tenant &
  Timestamps & {
    parent_id: Uuid | null
    name: string
    name_key: string
    path: string
    depth: number
    assets_count: Generated<number>
    folders_count: Generated<number>
    deleted_at: Date | null
    trashed_with: Uuid | null
  }

export type StoredRendition = { name: string; key: string; width: number; height: number; mime_type: string }

/**
 * Metadata of a file, as the API returns it. Missing fields are absent. Every text and list is bounded
 * (images/metadata.ts).
 */
export type Embedded = {
  title?: string
  description?: string
  keywords?: string[]
  creators?: string[]
  credit?: string
  copyright?: string
  usage_terms?: string
  alt_text?: string
  /** ISO 8601, in UTC. */
  rights_expire_at?: string
  /** ISO 8601, with an offset only if the camera recorded one. */
  taken_at?: string
  location?: { latitude: number; longitude: number }
  camera?: string
  lens?: string
  software?: string
  color_profile?: string
  /** Dots per inch. */
  resolution?: number
  /** Size of the first page, in millimeters. */
  page?: { width: number; height: number }
  encrypted?: boolean
  font?: EmbeddedFont
  video?: { codec?: string; frame_rate?: number }
  audio?: { codec?: string; channels?: number; sample_rate?: number }
  colors?: EmbeddedColor[]
}

export type EmbeddedColor = {
  name?: string
  group?: string
  /** `#RRGGBB`. */
  hex: string
  /** Ink percentages, if the file states them. */
  cmyk?: { c: number; m: number; y: number; k: number }
}

export type EmbeddedFont = {
  family: string
  /** Name of the face in its family, such as `Bold Italic`. */
  face?: string
  style: 'normal' | 'italic'
  /** Lightest and heaviest weight, 1 to 1000. */
  weight: { min: number; max: number }
  axes: { tag: string; min: number; default: number; max: number }[]
  faces: number
  glyphs: number
  /** ISO 15924 codes, such as `Latn`. */
  scripts: string[]
  /** `fsType` of the OS/2 table: embedding permissions. */
  fs_type: number
  embedding: 'installable' | 'restricted' | 'preview' | 'editable'
  version?: string
  license?: string
}

/** How rendering changed `updated_at` (drawn.ts). */
type Drawn = { drawn_at: Date | null; drawn_upon: Date | null }

/** As in reviews/states.ts, which this layer cannot import. */
type ReviewState = 'draft' | 'in_review' | 'approved' | 'rejected'

type Assets = Tenant &
  Timestamps &
  FileNotes &
  PictureFacts &
  Drawn & {
    name: string
    name_key: string
    type: 'image' | 'video' | 'audio' | 'document' | 'font' | 'other'
    mime_type: string
    extension: string
    size: number
    width: number | null
    height: number | null
    duration: number | null
    checksum: string
    version: Generated<number>
    status: 'processing' | 'ready' | 'failed'
    file_key: string
    renditions: Json<StoredRendition[]>
    folder_id: Uuid | null
    tags_count: Generated<number>
    alt_text: string | null
    description: string | null
    copyright: string | null
    license: string | null
    usage_terms: string | null
    releases: Json<Release[]>
    available_from: Date | null
    expires_at: Date | null
    /** The number of days in the last notice about `expires_at` (assets/expiry-job.ts). */
    expiry_notice: number | null
    /** The number of days in the last notice that was e-mailed (assets/expiry-mail-job.ts). */
    expiry_mailed: number | null
    external_id: string | null
    focal_point: ColumnType<{ x: number; y: number } | null, string | null, string | null>
    dominant_color: string | null
    page_count: number | null
    embedded: Json<Embedded>
    metadata: Json<Record<string, unknown>>
    translations: Json<AssetTranslations>
    review: Generated<ReviewState>
    created_by: Uuid | null
    /**
     * The share whose visitor uploaded the file, even if it has been deleted, and the details that the visitor entered.
     */
    upload_share_id: Uuid | null
    uploader_name: string | null
    deleted_at: Date | null
    trashed_with: Uuid | null
  }

/** The texts of an asset in another language. Absent texts are not translated. */
export type AssetWords = { name?: string; description?: string; alt_text?: string }

/** The texts of a template in another language, with those of its variables by key. */
export type TemplateWords = {
  name?: string
  description?: string
  variables?: Record<string, { label?: string }>
}

/** Texts by language tag. A language without texts is the language of the original texts. */
export type Translations<Words> = Record<string, Words>
export type AssetTranslations = Translations<AssetWords>
export type TemplateTranslations = Translations<TemplateWords>

/** Consent of a person in the asset, or of the owner of a place or an object. */
export type Release = { type: 'model' | 'property'; name: string; reference: string | null }

/** A problem with a file that was stored anyway. */
export type FileWarning = {
  type: 'name_mismatch' | 'truncated' | 'not_rendered'
  message: string
}

/** Metadata of a file beside its bytes. `filename` is null for files of earlier versions of the server. */
type FileNotes = {
  filename: string | null
  removed: Json<Removed[]>
  warnings: Json<FileWarning[]>
}

/**
 * The appearance of an image. `color` is the name of its dominant color; `color_cell` is that color with one
 * hexadecimal digit per channel.
 */
export type PictureFacts = {
  orientation: 'landscape' | 'portrait' | 'square' | null
  color: string | null
  color_cell: string | null
  has_alpha: boolean | null
  is_animated: boolean | null
}

/** Every file that an asset has had, including the current one. */
type AssetVersions = FileNotes &
  PictureFacts & {
    company_id: Uuid
    asset_id: Uuid
    version: number
    type: SelectType<Assets['type']>
    mime_type: string
    extension: string
    size: number
    width: number | null
    height: number | null
    duration: number | null
    dominant_color: string | null
    page_count: number | null
    embedded: Json<Embedded>
    checksum: string
    file_key: string
    restored_from: number | null
    /** Set only in versions that are older than the columns for orientation and color. */
    automatic_tags: Generated<{ name: string; confidence: number }[]>
    created_by: Uuid | null
    created_at: Date
  }

/** `spec` names the rendition: `thumb`, `small`, `large`, or the parameters of a signed link. */
type Renditions = {
  company_id: Uuid
  source_key: string
  spec: string
  key: string
  mime_type: string
  width: number
  height: number
  created_at: Date
}

type Tag = Tenant &
  Timestamps & { name: string; name_key: string; slug: string; color: string | null; deleted_at: Date | null }
type AssetTags = Tag & { assets_count: Generated<number> }
type TemplateTags = Tag & { templates_count: Generated<number> }

/** `id` is the tagged resource. The last part of a key that orders lists, as in the search terms. */
type Taggings = Tenant & {
  tag_id: Uuid
  /** `auto` is written only by servers of earlier versions. */
  source: Generated<'manual' | 'auto' | 'embedded'>
  confidence: number | null
}

/** Tags that a program suggests for an asset, until a person accepts or rejects them. */
type AssetSuggestions = Tenant & { tag_id: Uuid; confidence: number | null }

/** `default` is the content of the document, even after the type was changed. */
export type TemplateVariable = Omit<VariableDefinition, 'type' | 'list'> & {
  type: VariableType | 'group'
  /** Absent if it equals the type. */
  shows?: LayerContent
  /** Whether the document also shows the default in places that values do not replace. */
  isDefaultElsewhere?: true
  isGroup?: true
  /** Keys of the named groups that contain the layer. */
  within?: string[]
}

type Reviews = Tenant & {
  created_at: Generated<Date>
  asset_id: Uuid | null
  template_id: Uuid | null
  version: number
  state: ReviewState
  state_before: ReviewState
  note: string | null
  created_by: Uuid | null
  mailed_at: Date | null
}

type Comments = Tenant &
  Timestamps & {
    asset_id: Uuid | null
    template_id: Uuid | null
    render_id: Uuid | null
    /** The first comment of the thread. Null for the first comment itself. */
    parent_id: Uuid | null
    version: number | null
    text: string
    point_x: number | null
    point_y: number | null
    resolved_at: Date | null
    resolved_by: Uuid | null
    created_by: Uuid | null
  }

type CommentMentions = {
  company_id: Uuid
  id: Uuid
  person_id: Uuid
  mailed_at: Date | null
}

type Templates = Tenant &
  Timestamps &
  Drawn & {
    name: string
    name_key: string
    description: string | null
    type: 'image' | 'video' | 'document'
    status: 'draft' | 'published' | 'archived'
    width: number
    height: number
    unit: 'px' | 'mm' | 'in'
    page_count: Generated<number>
    thumbnail_key: string | null
    preview_key: string | null
    tags_count: Generated<number>
    variables: Json<TemplateVariable[]>
    removed: Json<Removed[]>
    /** The name of the uploaded document. Null for documents of earlier versions of the server. */
    filename: string | null
    external_id: string | null
    metadata: Json<Record<string, unknown>>
    version: Generated<number>
    translations: Json<TemplateTranslations>
    review: Generated<ReviewState>
    created_by: Uuid | null
    published_at: Date | null
    deleted_at: Date | null
  }

/**
 * A current or earlier document of a template. `asset_ids` are the assets that it references, existing or not.
 */
type TemplateVersions = {
  company_id: Uuid
  template_id: Uuid
  version: number
  file_key: string
  checksum: string
  size: number
  width: number
  height: number
  unit: 'px' | 'mm' | 'in'
  page_count: number
  variables: Json<TemplateVariable[]>
  removed: Json<Removed[]>
  filename: string | null
  asset_ids: Json<Uuid[]>
  thumbnail_key: string | null
  preview_key: string | null
  restored_from: number | null
  created_by: Uuid | null
  created_at: Date
}

type TemplateAssets = { company_id: Uuid; template_id: Uuid; asset_id: Uuid }

type BrandKits = Tenant &
  Timestamps & { name: string; name_key: string; is_default: Generated<boolean>; version: Generated<number> }

type BrandKitPart = Tenant & Timestamps & { brand_kit_id: Uuid; name_key: string; position: number }

type BrandKitLogos = BrandKitPart & {
  name: string
  variant: 'primary' | 'secondary' | 'icon' | 'wordmark' | 'monochrome'
  theme: 'light' | 'dark' | 'any'
  asset_id: Uuid
  is_default: Generated<boolean>
}

type BrandKitColors = BrandKitPart & {
  name: string
  hex: string
  opacity: Generated<number>
  cmyk: ColumnType<{ c: number; m: number; y: number; k: number } | null, string | null, string | null>
  pantone: string | null
  role: 'primary' | 'secondary' | 'accent' | 'neutral' | 'background' | 'text' | null
  group: string | null
}

type BrandKitFonts = BrandKitPart & {
  family: string
  weight: number
  style: 'normal' | 'italic'
  role: 'heading' | 'subheading' | 'body' | 'caption' | null
  asset_id: Uuid | null
}

type Events = {
  company_id: Uuid
  seq: number
  type: string
  resource_type: string
  resource_id: Uuid
  actor: Json<Record<string, unknown>>
  request_id: string | null
  at: Date
  data: Json<Record<string, unknown>>
}

/** `answer` is null only inside the transaction that computes it. */
type IdempotencyKeys = {
  company_id: Uuid
  client_id: Uuid
  key: string
  fingerprint: Buffer
  answer: ColumnType<object | null, string | null, string | null>
  created_at: Date
}

/** A change of many rows that a job is finishing (jobs/large-change.ts). Its ID is the job's ID. */
type LargeChanges = Tenant & {
  type: string
  author: Json<object>
  state: Json<object>
  paths: Generated<string[]>
  resource_ids: Generated<Uuid[]>
  moves_to: string | null
  moves_from: string | null
  moves_until: string | null
  rows_total: number
  rows_done: Generated<number>
  created_at: Generated<Date>
}

/** `metadata` is the header as sent; `asset_id` is the asset, once the upload is complete and checked. */
type Uploads = Tenant & {
  client_id: Uuid | null
  person_id: Uuid | null
  length: number
  metadata: string
  asset_id: Uuid | null
  ends_at: Date
}

/** An empty `types` means all types. `scopes` are the scopes that the webhook's creator had. */
type Webhooks = Tenant &
  Timestamps & {
    url: string
    description: string | null
    types: string[]
    scopes: string[]
    enabled: boolean
    disabled_reason: 'gone' | 'failing' | null
    disabled_at: Date | null
    failing_since: Date | null
    /** Consecutive failed attempts. */
    failures: Generated<number>
    paused_until: Date | null
    since_seq: number
  }

type WebhookSecrets = Tenant & { webhook_id: Uuid; sealed: Buffer; expires_at: Date | null }

export type DeliveryAttempt = {
  at: string
  duration_ms: number
  /** Null if there was no response. */
  status: number | null
  error: string | null
  /** The beginning of the response body. Attempts of earlier versions have no duration. */
  response?: string | null
}

type WebhookDeliveries = Tenant &
  Timestamps & {
    webhook_id: Uuid
    message_id: Uuid
    type: string
    body: string
    state: 'pending' | 'delivered' | 'failed'
    attempts_max: number
    attempts: Json<DeliveryAttempt[]>
    next_attempt_at: Date | null
    claimed_until: Date | null
  }

/**
 * `company_id` is null if the client does not exist. `address` (an IP address) is null for the command line
 * and for jobs. `person_id` is the person who acted; `data` contains the affected person or client.
 */
type SecurityEvents = {
  id: Uuid
  company_id: Uuid | null
  client_id: Uuid | null
  person_id: Uuid | null
  type: string
  address: string | null
  request_id: string | null
  data: Json<Record<string, unknown>>
  created_at: GeneratedAlways<Date>
}

/** `hour` is the start of the hour. `refusals` counts the requests that returned an error. */
type ClientRequests = {
  company_id: Uuid
  client_id: Uuid
  hour: Date
  requests: number
  refusals: number
}

/** `request_id` is the UUID of a request ID. `error` is an error code, or the reason if there is no code. */
type RequestLog = Tenant & {
  client_id: Uuid
  request_id: Uuid
  status: number
  duration_ms: number
  method: string
  route: string | null
  error: string | null
}

export type Finding = {
  type: string
  variable?: string | undefined
  message: string
  data: Record<string, unknown>
}

/**
 * A template filled with values. `key` is the content key: renders with the same key have the same file.
 * `request` is the original request. `recipe` is the input of the rendering and is kept until the render is
 * done.
 */
type Renders = Tenant &
  Timestamps & {
    template_id: Uuid
    template_version: number
    key: string
    engine: string
    status: 'queued' | 'rendering' | 'done' | 'failed'
    failure: string | null
    format: 'png' | 'jpeg' | 'webp' | 'avif' | 'svg' | 'pdf'
    width: number
    height: number
    page_count: number
    size: number | null
    checksum: string | null
    file_key: string | null
    thumbnail_key: string | null
    expires_at: Date | null
    asset_id: Uuid | null
    batch_id: Uuid | null
    batch_row: number | null
    request: Json<Record<string, unknown>>
    recipe: ColumnType<Record<string, unknown> | null, string | null, string | null>
    findings: Json<Finding[]>
    cached: Generated<boolean>
    external_id: string | null
    metadata: Json<Record<string, unknown>>
    created_by: Uuid | null
    completed_at: Date | null
  }

/** The sources that an asset was rendered from. */
type AssetOrigins = {
  company_id: Uuid
  asset_id: Uuid
  kind: 'template' | 'asset' | 'brand_kit'
  origin_id: Uuid
}

/**
 * `request` is shared by all rows. `author` requested the batch. A batch is `receiving` while its rows are
 * being stored.
 */
type RenderBatches = Tenant &
  Timestamps & {
    status: 'receiving' | 'checking' | 'rendering' | 'done' | 'cancelled'
    template_ids: Uuid[]
    name_pattern: string
    request: Json<Record<string, unknown>>
    author: Json<Record<string, unknown>>
    rows_total: Generated<number>
    rows_done: Generated<number>
    rows_failed: Generated<number>
    rows_cached: Generated<number>
    rows_with_findings: Generated<number>
    external_id: string | null
    metadata: Json<Record<string, unknown>>
    created_by: Uuid | null
    completed_at: Date | null
  }

/** A render that a batch creates. `row` is the row of the data, which has one render per template. */
type RenderBatchRows = Tenant &
  Timestamps & {
    batch_id: Uuid
    position: number
    row: number
    template_id: Uuid
    template_version: number | null
    name: string
    variables: Json<Record<string, unknown>>
    /** If null, the `request` of the batch applies. */
    request: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
    status: Generated<'queued' | 'rendering' | 'done' | 'failed'>
    is_checked: Generated<boolean>
    risk: Generated<number>
    claimed_by: Uuid | null
    errors: ColumnType<Record<string, string[]> | null, string | null | undefined, string | null>
    findings: Json<Finding[]>
    cached: Generated<boolean>
    render_id: Uuid | null
    completed_at: Date | null
  }

type RenderLinks = Tenant &
  Timestamps & {
    template_id: Uuid
    template_version: number
    /** Keys of the variables that the URL can set. */
    open: string[]
    formats: string[]
    width_max: number
    request: Json<Record<string, unknown>>
    /** Sealed (secrets/secret-box.ts). */
    secret: Buffer
    max_renders: number | null
    renders_count: Generated<number>
    expires_at: Date | null
    revoked_at: Date | null
    created_by: Uuid | null
  }

/** A zip of assets. `asset_ids` can name assets that no longer exist. */
type Archives = Tenant &
  Timestamps & {
    name: string
    asset_ids: Uuid[]
    /** The root of the paths in the zip. Null for the whole library, or if the zip has no folders. */
    folder_id: Uuid | null
    has_folders: boolean
    /** The `format` of the request (downloads/body.ts). */
    format: Json<object>
    include_unavailable: Generated<boolean>
    files_count: number
    size: number
    expires_at: Date
    created_by: Uuid | null
    /** Null for a person. */
    client_id: Uuid | null
  }

/** The company of a link ID, for lookups before the company is known. */
type RenderLinkCompanies = { id: Uuid; company_id: Uuid }

type Collections = Tenant &
  Timestamps & {
    name: string
    name_key: string
    description: string | null
    cover_asset_id: Uuid | null
    /** Excludes the trash. */
    items_count: Generated<number>
    created_by: Uuid | null
  }

/** `id` is the ID of the asset. */
type CollectionItems = Tenant & { collection_id: Uuid; position: number }

/** Custom properties of assets and templates (property-values/types.ts). */
type Properties = Tenant &
  Timestamps & {
    applies_to: 'asset' | 'template'
    key: string
    label: string
    type: 'text' | 'long_text' | 'number' | 'date' | 'choice' | 'choices' | 'boolean' | 'person' | 'link'
    is_required: Generated<boolean>
    default_value: ColumnType<unknown, string | null | undefined, string | null>
    help: string | null
    position: number
    options: Json<{ key: string; label: string }[]>
    visibility: Generated<'everyone' | 'members'>
    maps_from: MappedField | null
    /** Set while a job deletes the values. */
    deleted_at: Date | null
  }

/** The fields of `embedded` that can supply the values of a property. */
export type MappedField =
  | 'title'
  | 'description'
  | 'keywords'
  | 'creators'
  | 'credit'
  | 'copyright'
  | 'usage_terms'
  | 'alt_text'
  | 'taken_at'
  | 'camera'
  | 'lens'
  | 'software'

/** A value of a resource. `place` numbers several choices. `match` is compared for equality. */
type PropertyValues = Tenant & {
  property_id: Uuid
  place: number
  match: string | null
  text: string | null
  number: number | null
  date: string | null
  person_id: Uuid | null
}

type Presets = Tenant &
  Timestamps & {
    /** The slug in links. */
    name: string
    name_key: string
    label: string
    /** Pixels. If both sides are null, the rendition has the size of the image. */
    width: number | null
    height: number | null
    fit: 'cover' | 'contain' | 'inside'
    format: 'original' | 'webp' | 'avif' | 'jpeg' | 'png' | 'tiff'
    quality: number
    /** `#RRGGBB`. */
    background: string | null
    color_profile: 'srgb' | 'p3' | 'cmyk'
    metadata: 'embed' | 'copyright' | 'none'
    enlarge: boolean
    created_by: Uuid | null
  }

type SavedSearches = Tenant &
  Timestamps & {
    name: string
    name_key: string
    /** Filters of the list of assets, as they were sent. */
    filters: Json<Record<string, unknown>>
    sort: string | null
    visibility: 'private' | 'company'
    /** The first asset ID that is new to the followers. Null without followers. */
    match_from: Uuid | null
    matched_at: Date | null
    created_by: Uuid | null
  }

type SavedSearchFollowers = {
  company_id: Uuid
  saved_search_id: Uuid
  person_id: Uuid
  created_at: Generated<Date>
}

export type StoredSection = {
  title: string
  text: string
  examples: { asset_id: Uuid; kind: 'do' | 'dont'; caption: string | null }[]
}

type BrandPages = Tenant &
  Timestamps & {
    brand_kit_id: Uuid
    /** Null for an imported page whose slug was taken. */
    slug: string | null
    title: string | null
    intro: string | null
    password_hash: string | null
    is_indexed: boolean
    sections: ColumnType<StoredSection[], string, string>
    views_count: Generated<number>
    downloads_count: Generated<number>
    published_at: Date | null
    created_by: Uuid | null
  }

/** The page of a slug, for lookups before the company is known. */
type BrandPageSlugs = { slug: string; company_id: Uuid; page_id: Uuid }

type Shares = Tenant &
  Timestamps & {
    name: string
    message: string | null
    kind: 'assets' | 'folder' | 'collection' | 'template' | 'brand_kit' | 'uploads'
    folder_id: Uuid | null
    collection_id: Uuid | null
    template_id: Uuid | null
    brand_kit_id: Uuid | null
    /** The folder for uploads by visitors. Without one, the limits are null. */
    upload_folder_id: Uuid | null
    upload_files_max: number | null
    upload_bytes_max: number | null
    upload_file_bytes_max: number | null
    /** Null for all types. */
    upload_types: string[] | null
    uploads_count: Generated<number>
    uploaded_bytes: Generated<number>
    /** Sealed (secrets/secret-box.ts). Null after an import. */
    code: Buffer | null
    password_hash: string | null
    download_sizes: string[]
    /** IDs of presets in which visitors can download, in order. Some presets may be deleted. */
    preset_ids: Generated<Uuid[]>
    ask_visitor: boolean
    views_count: Generated<number>
    downloads_count: Generated<number>
    expires_at: Date | null
    revoked_at: Date | null
    created_by: Uuid | null
  }

type ShareAssets = { company_id: Uuid; share_id: Uuid; asset_id: Uuid; position: number }

type ShareVisits = Tenant & {
  share_id: Uuid
  kind: 'view' | 'download' | 'upload'
  asset_id: Uuid | null
  render_id: Uuid | null
  size: string | null
  visitor_name: string | null
  visitor_email: string | null
  created_at: GeneratedAlways<Date>
}

/** The share of a code, for lookups before the company is known. `hash` is the SHA-256 of the code. */
type ShareCodes = { hash: Buffer; company_id: Uuid; share_id: Uuid }
