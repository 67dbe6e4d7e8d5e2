// Written by scripts/generate.ts from the OpenAPI document.

export type TokenRequest = {
  client_id: string
  client_secret: string
}

export type TokenForm = {
  grant_type: "client_credentials"
  /** Scopes with spaces between; all that the client has when not said. */
  scope?: string
  client_id?: string
  client_secret?: string
  /** `urn:ietf:params:oauth:client-assertion-type:jwt-bearer` */
  client_assertion_type?: string
  /** A JWT by a key of the client (RFC 7523). */
  client_assertion?: string
}

export type InspectionRequest = {
  /** `access_token` is understood too. */
  token: string
}

export type InspectionForm = {
  token: string
  token_type_hint?: string
  client_id?: string
  client_secret?: string
  /** `urn:ietf:params:oauth:client-assertion-type:jwt-bearer` */
  client_assertion_type?: string
  /** A JWT by a key of the client (RFC 7523). */
  client_assertion?: string
}

export type TokenResponse = {
  success: true
  token: {
    token_type: "Bearer"
    /** Seconds that the token has to live. */
    expires_in: number
    access_token: string
  }
}

/** RFC 6749 §5.1. */
export type StandardToken = {
  access_token: string
  token_type: "Bearer"
  /** Seconds that the token has to live. */
  expires_in: number
  scope: string
}

export type TokenFault = {
  success: false
  message: string
  details: Record<string, string>
}

/** RFC 6749 §5.2. */
export type StandardFault = {
  error: string
  error_description: string
}

export type Introspection = {
  success: true
  message: ""
  data: {
    active: true
    client_id: string
    user_id: null
    scopes: Array<string>
    /** UTC, `YYYY-MM-DD HH:MM:SS`. */
    expires_at: string
    scope: string
    token_type: "Bearer"
    iat: number
    exp: number
  }
}

/** RFC 7662 §2.2. */
export type StandardIntrospection = {
  active: false
} | {
  active: true
  scope: string
  client_id: string
  sub: string
  token_type: "Bearer"
  iat: number
  exp: number
  iss: string
}

export type InspectionFault = {
  success: false
  message: string
  data: null
}

export type Revocation = {
  success: true
  message: "Token successfully revoked."
  data: null
}

/** RFC 7009 §2.2 wants nothing in it. */
export type StandardRevocation = {

}

export type Message = {
  message: string
}

/** Field name → what is wrong with it. */
export type ValidationFaults = Record<string, Array<string>>

export type ResumableUpload = {
  /** TypeID with the prefix `upl`. */
  id: string
  status: "uploading" | "finished"
  /** Bytes that have come. */
  offset: number
  /** Bytes that were promised. */
  length: number
  /** What it became. */
  asset_id: string | null
  /** When it ends; once it is finished, until when it can be asked for. */
  expires_at: string
}

export type TemplateTagReference = {
  /** TypeID with the prefix `ttg`. */
  id: string
  name: string
  slug: string
}

/** A part of a template that its user fills in. */
export type TemplateVariable = {
  key: string
  type: "text" | "image" | "color" | "number" | "boolean"
  label: string
  required: boolean
  default: string | number | boolean | null
}

export type Creator = {
  /** TypeID with the prefix `usr`. */
  id: string
  name: string
}

export type Template = {
  /** TypeID with the prefix `tpl`. */
  id: string
  name: string
  description: string | null
  type: "image" | "video" | "document"
  status: "draft" | "published" | "archived"
  /** In `unit`. */
  width: number
  /** In `unit`. */
  height: number
  unit: "px" | "mm" | "in"
  page_count: number
  /** Null until it is drawn, some seconds after the document came. */
  thumbnail_url: string | null
  /** Null until it is drawn, some seconds after the document came. */
  preview_url: string | null
  tags: Array<TemplateTagReference>
  variables: Array<TemplateVariable>
  external_id: string | null
  /** Whatever the integrator keeps with it. */
  metadata: Record<string, unknown>
  /** Grows by one with every document. */
  version: number
  created_by: Creator | null
  /** UTC, with milliseconds. */
  created_at: string
  /** UTC, with milliseconds. */
  updated_at: string
  /** When it was last published. */
  published_at: string | null
  /** When it was put into the trash. */
  deleted_at: string | null
}

export type TemplateDocument = {
  /** Opens the cleaned SVG for some hours; ask again for a new one. */
  url: string
  version: number
  /** Bytes. */
  size: number
  /** SHA-256 of the document, in hex. */
  checksum: string
}

/** A document that a template has or had. */
export type TemplateVersion = {
  /** Opens the cleaned SVG for some hours; ask again for a new one. */
  url: string
  version: number
  /** Bytes. */
  size: number
  /** SHA-256 of the document, in hex. */
  checksum: string
  is_current: boolean
  /** The version whose document it has again. */
  restored_from: number | null
  /** In `unit`. */
  width: number
  /** In `unit`. */
  height: number
  unit: "px" | "mm" | "in"
  page_count: number
  variables: Array<TemplateVariable>
  thumbnail_url: string | null
  preview_url: string | null
  created_by: Creator | null
  /** UTC, with milliseconds. */
  created_at: string
}

/** A category by which templates are organized and found. */
export type TemplateTag = {
  /** TypeID with the prefix `ttg`. */
  id: string
  name: string
  slug: string
  color: string | null
  templates_count: number
  /** UTC, with milliseconds. */
  created_at: string
  /** UTC, with milliseconds. */
  updated_at: string
  /** When it was put into the trash. */
  deleted_at: string | null
}

/** The asset in another size or format. */
export type Rendition = {
  name: string
  url: string
  width: number
  height: number
  mime_type: string
}

export type TagOfAsset = {
  /** TypeID with the prefix `tag`. */
  id: string
  name: string
  source: "manual" | "auto"
  /** How sure an automatic tag is. */
  confidence: number | null
}

export type Asset = {
  /** TypeID with the prefix `ast`. */
  id: string
  name: string
  type: "image" | "video" | "audio" | "document" | "font" | "other"
  mime_type: string
  extension: string
  /** Bytes. */
  size: number
  /** Pixels. */
  width: number | null
  /** Pixels. */
  height: number | null
  /** Seconds. */
  duration: number | null
  /** SHA-256 of the file, in hex. */
  checksum: string
  version: number
  status: "processing" | "ready" | "failed"
  /** Opens the original for some hours; ask again for a new one. */
  url: string
  thumbnail_url: string | null
  renditions: Array<Rendition>
  folder_id: string | null
  /** `/` at the root. */
  folder_path: string
  tags: Array<TagOfAsset>
  alt_text: string | null
  description: string | null
  copyright: string | null
  /** When the right to use it ends. */
  expires_at: string | null
  external_id: string | null
  /** From the top left, 0 to 1. */
  focal_point: {
    x: number
    y: number
  } | null
  dominant_color: string | null
  /** Whatever the integrator keeps with it. */
  metadata: Record<string, unknown>
  created_by: Creator | null
  /** UTC, with milliseconds. */
  created_at: string
  /** UTC, with milliseconds. */
  updated_at: string
  /** When it was put into the trash. */
  deleted_at: string | null
}

/** Work that goes on after its request was answered. */
export type Job = {
  /** TypeID with the prefix `job`. */
  id: string
  type: "asset.import"
  status: "waiting" | "running" | "done" | "failed"
  /** As far as it is known. */
  progress: number
  /** Why it failed. */
  error: string | null
  /** The asset that it made, once it is done. */
  asset_id: string | null
  /** UTC, with milliseconds. */
  created_at: string
  ended_at: string | null
}

/** What shows the asset: it can go only when nothing does. */
export type Usage = {
  type: "brand_kit_logo" | "brand_kit_font" | "template"
  id: string
  name: string
  brand_kit: {
    /** TypeID with the prefix `bkt`. */
    id: string
    name: string
  } | null
}

export type AssetLink = {
  url: string
  mime_type: string
  /** Pixels. */
  width: number | null
  /** Pixels. */
  height: number | null
  /** UTC, with milliseconds. */
  expires_at: string
}

/** A file that an asset has or had. */
export type AssetVersion = {
  version: number
  is_current: boolean
  /** The version whose file it has again. */
  restored_from: number | null
  type: "image" | "video" | "audio" | "document" | "font" | "other"
  mime_type: string
  extension: string
  /** Bytes. */
  size: number
  width: number | null
  height: number | null
  /** Seconds. */
  duration: number | null
  checksum: string
  dominant_color: string | null
  url: string
  created_by: Creator | null
  /** UTC, with milliseconds. */
  created_at: string
}

export type BatchOutcome = {
  id: string
  /** As if it were asked alone. */
  status: 200 | 404 | 409
  error?: {
    message: string
    usages?: Array<Usage>
  }
}

/** A label by which assets are organized and found. */
export type AssetTag = {
  /** TypeID with the prefix `tag`. */
  id: string
  name: string
  slug: string
  color: string | null
  assets_count: number
  /** UTC, with milliseconds. */
  created_at: string
  /** UTC, with milliseconds. */
  updated_at: string
  /** When it was put into the trash. */
  deleted_at: string | null
}

export type Folder = {
  /** TypeID with the prefix `fld`. */
  id: string
  name: string
  parent_id: string | null
  /** Names from the root, `/Campaigns/2026`. */
  path: string
  /** 1 for a folder at the root. */
  depth: number
  /** Assets in the folder itself. */
  assets_count: number
  /** Folders in the folder itself. */
  folders_count: number
  /** UTC, with milliseconds. */
  created_at: string
  /** UTC, with milliseconds. */
  updated_at: string
  /** When it was put into the trash. */
  deleted_at: string | null
}

export type BrandKitLogo = {
  /** TypeID with the prefix `lgo`. */
  id: string
  /** TypeID with the prefix `bkt`. */
  brand_kit_id: string
  name: string
  variant: "primary" | "secondary" | "icon" | "wordmark" | "monochrome"
  /** The background that it is made for. */
  theme: "light" | "dark" | "any"
  /** TypeID with the prefix `ast`. */
  asset_id: string
  url: string
  thumbnail_url: string | null
  mime_type: string
  width: number | null
  height: number | null
  is_default: boolean
  /** Its place in the kit, from 0. */
  position: number
  /** UTC, with milliseconds. */
  created_at: string
  /** UTC, with milliseconds. */
  updated_at: string
}

export type BrandKitColor = {
  /** TypeID with the prefix `clr`. */
  id: string
  /** TypeID with the prefix `bkt`. */
  brand_kit_id: string
  name: string
  hex: string
  rgb: {
    r: number
    g: number
    b: number
  }
  /** Degrees and percents, to one decimal. */
  hsl: {
    h: number
    s: number
    l: number
  }
  opacity: number
  /** The inks that were chosen for print; null when nobody chose any. */
  cmyk: {
    c: number
    m: number
    y: number
    k: number
  } | null
  /** The inks that `hex` comes to without any color profile: a guess, not a choice. */
  cmyk_estimate: {
    c: number
    m: number
    y: number
    k: number
  }
  pantone: string | null
  role: "primary" | "secondary" | "accent" | "neutral" | "background" | "text" | null
  group: string | null
  /** Its place in the kit, from 0. */
  position: number
  /** UTC, with milliseconds. */
  created_at: string
  /** UTC, with milliseconds. */
  updated_at: string
}

export type BrandKitFont = {
  /** TypeID with the prefix `fnt`. */
  id: string
  /** TypeID with the prefix `bkt`. */
  brand_kit_id: string
  family: string
  weight: number
  style: "normal" | "italic"
  role: "heading" | "subheading" | "body" | "caption" | null
  asset_id: string | null
  url: string | null
  /** Its place in the kit, from 0. */
  position: number
  /** UTC, with milliseconds. */
  created_at: string
  /** UTC, with milliseconds. */
  updated_at: string
}

export type BrandKit = {
  /** TypeID with the prefix `bkt`. */
  id: string
  name: string
  is_default: boolean
  logos: Array<BrandKitLogo>
  colors: Array<BrandKitColor>
  fonts: Array<BrandKitFont>
  /** Grows by one with every change of the kit or of a part of it. */
  version: number
  /** UTC, with milliseconds. */
  created_at: string
  /** UTC, with milliseconds. */
  updated_at: string
}

export type ContrastPair = {
  /** TypeID with the prefix `clr`. */
  foreground: string
  /** TypeID with the prefix `clr`. */
  background: string
  /** To two decimals, never rounded up. */
  ratio: number
  /** The level that it meets for text; null for none. */
  text: "AA" | "AAA" | null
  /** For text of 18 points and more, or 14 in bold. */
  large_text: "AA" | "AAA" | null
  /** For what a control or a graphic is recognised by. */
  ui: "AA" | null
  /** Whether text of any size may be written so: level AA. */
  safe_for_text: boolean
}

export type Change = {
  /** Its place among the changes of the company, without gaps. */
  seq: number
  /** What happened to what: `asset.created`, `folder.updated`, `template.deleted` … */
  type: string
  resource_type: "asset" | "asset_tag" | "folder" | "template" | "template_tag" | "brand_kit" | "logo" | "color" | "font" | "webhook"
  resource_id: string
  /** UTC, with milliseconds. */
  at: string
  actor: {
    type: "client" | "person" | "operator" | "system"
    /** The client or the person; null for the operator and the system. */
    id: string | null
  }
  /** The `X-Request-Id` of the call that did it. */
  request_id: string | null
  /** What is known of it: `fields` names those that changed. */
  data: Record<string, unknown>
}

export type Webhook = {
  /** TypeID with the prefix `whk`. */
  id: string
  url: string
  description: string | null
  /** Types of changes that it is told of; none: of all. */
  types: Array<string>
  enabled: boolean
  /** Why the server disabled it: `gone`, it answered 410; `failing`, nothing arrived for five days. */
  disabled_reason: "gone" | "failing" | null
  disabled_at: string | null
  /** Since when nothing has arrived. */
  failing_since: string | null
  /** UTC, with milliseconds. */
  created_at: string
  /** UTC, with milliseconds. */
  updated_at: string
}

export type WebhookDelivery = {
  /** TypeID with the prefix `dlv`. */
  id: string
  /** TypeID with the prefix `whk`. */
  webhook_id: string
  /** The `webhook-id` header: the same whenever this message is sent. */
  message_id: string
  type: string
  state: "pending" | "delivered" | "failed"
  attempts: Array<{
    /** UTC, with milliseconds. */
    at: string
    duration_ms: number
    /** What it answered; null when no answer came. */
    status: number | null
    error: string | null
  }>
  next_attempt_at: string | null
  /** What is sent, to the byte. */
  body: string
  /** UTC, with milliseconds. */
  created_at: string
  /** UTC, with milliseconds. */
  updated_at: string
}

/** The person who owns the calling client, and what the client may do. */
export type User = {
  id: string | null
  name: string | null
  email: string | null
  created_at: string | null
  type: "client"
  /** TypeID with the prefix `cli`. */
  client_id: string
  company: {
    /** TypeID with the prefix `cmp`. */
    id: string
    name: string
  }
  scopes: Array<string>
}
