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

export type Conflict = {
  message: string
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

/** Work that goes on after its request was answered. */
export type Job = {
  /** TypeID with the prefix `job`. */
  id: string
  type: "asset.import" | "folder.trash" | "folder.restore" | "folder.move" | "asset.batch" | "asset_tag.merge" | "template_tag.merge"
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
  status: 200 | 404 | 409 | 422
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
  /** Until when nothing is sent, because attempts kept failing. One message tries the webhook then. */
  paused_until: string | null
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

export type Operations = {
  /** Begin a resumable upload. */
  "POST /api/uploads": {}
  /** Find where a resumable upload goes on. */
  "HEAD /api/uploads/{id}": {}
  /** Send more of a resumable upload. */
  "PATCH /api/uploads/{id}": {}
  /** Get one resumable upload. */
  "GET /api/uploads/{id}": {
    reply: {
      data: ResumableUpload
    }
  }
  /** End a resumable upload. */
  "DELETE /api/uploads/{id}": {}
  /** List templates. */
  "GET /api/templates": {
    query: {
      /** Rows in a page, 1 to 100; 20 when not given. */
      per_page?: number | undefined
      /** Another name of `per_page`. */
      limit?: number | undefined
      /** `meta.next_cursor` or `meta.prev_cursor` of another page of the same list. */
      cursor?: string | undefined
      /** Page number from 1, at most 10,000 rows deep; `cursor` goes on beyond. */
      page?: number | undefined
      /** Adds `meta.total`. Counting costs more the more there is. */
      with_total?: boolean | undefined
      /** Field to sort by, `-` for descending. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Only these ids, up to 100, separated by commas. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Only what was created at this time or later. */
      created_since?: string | Date | undefined
      /** Only what was changed at this time or later. */
      updated_since?: string | Date | undefined
      /** Only these fields of each row, separated by commas. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Words of name, description and tags, or their beginnings. */
      search?: string | undefined
      type?: "image" | "video" | "document" | undefined
      status?: "draft" | "published" | "archived" | undefined
      external_id?: string | undefined
      /** What is in the trash too. */
      with_trashed?: boolean | undefined
      /** What is in the trash alone. */
      only_trashed?: boolean | undefined
      /** Id or slug of a tag; may be given several times. */
      tag?: string | ReadonlyArray<string> | undefined
      /** Whether one of the tags is enough (`any`, the default) or all are needed. */
      tag_mode?: "any" | "all" | undefined
      /** `true`: only what has no tag; `false`: only what has one. */
      untagged?: boolean | undefined
    }
  }
  /** Create a template. */
  "POST /api/templates": {
    reply: {
      data: Template
    }
  }
  /** Get one template. */
  "GET /api/templates/{id}": {
    reply: {
      data: Template
    }
  }
  /** Change a template. */
  "PATCH /api/templates/{id}": {
    body: {
      name?: string | undefined
      description?: string | null | undefined
      type?: "image" | "video" | "document" | undefined
      external_id?: string | null | undefined
      metadata?: Record<string, unknown> | undefined
      /** Ids or slugs of template tags: the whole list. */
      tags?: ReadonlyArray<string> | undefined
      /** Variables by their `key`, with the `label` that people see and whether they are `required`. */
      variables?: ReadonlyArray<{
        key: string
        label?: string
        required?: boolean
      }> | undefined
    }
    reply: {
      data: Template
    }
  }
  /** Put a template into the trash. */
  "DELETE /api/templates/{id}": {}
  /** Bring a template back from the trash. */
  "POST /api/templates/{id}/restoration": {
    reply: {
      data: Template
    }
  }
  /** Publish a template. */
  "POST /api/templates/{id}/publication": {
    reply: {
      data: Template
    }
  }
  /** Archive a template that is published. */
  "POST /api/templates/{id}/archival": {
    reply: {
      data: Template
    }
  }
  /** Get a link to the document of a template. */
  "GET /api/templates/{id}/document": {
    reply: {
      data: TemplateDocument
    }
  }
  /** Replace the document of a template. */
  "PUT /api/templates/{id}/document": {
    reply: {
      data: Template
    }
  }
  /** List the versions of a template, newest first. */
  "GET /api/templates/{id}/versions": {
    query: {
      /** Only versions before this one: `meta.next_before` of another page. */
      before?: number | undefined
    }
    reply: {
      data: Array<TemplateVersion>
      meta: {
        /** TypeID with the prefix `tpl`. */
        template_id: string
        next_before: number | null
      }
    }
  }
  /** Give a template the document of an earlier version again. */
  "POST /api/templates/{id}/versions/{version}/restoration": {
    reply: {
      data: Template
    }
  }
  /** List template tags. */
  "GET /api/tags": {
    query: {
      /** Rows in a page, 1 to 100; 20 when not given. */
      per_page?: number | undefined
      /** Another name of `per_page`. */
      limit?: number | undefined
      /** `meta.next_cursor` or `meta.prev_cursor` of another page of the same list. */
      cursor?: string | undefined
      /** Page number from 1, at most 10,000 rows deep; `cursor` goes on beyond. */
      page?: number | undefined
      /** Adds `meta.total`. Counting costs more the more there is. */
      with_total?: boolean | undefined
      /** Field to sort by, `-` for descending. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Only these ids, up to 100, separated by commas. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Only what was created at this time or later. */
      created_since?: string | Date | undefined
      /** Only what was changed at this time or later. */
      updated_since?: string | Date | undefined
      /** Only these fields of each row, separated by commas. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Words of the name of a live one, or their beginnings. */
      search?: string | undefined
      /** What is in the trash too. */
      with_trashed?: boolean | undefined
      /** What is in the trash alone. */
      only_trashed?: boolean | undefined
    }
  }
  /** Create a template tag. */
  "POST /api/tags": {
    body: {
      /** One line; unique in the company, whatever its case and accents. */
      name: string
      /** `#RRGGBB`, or null. */
      color?: string | null | undefined
    }
    reply: {
      data: TemplateTag
    }
  }
  /** Get one template tag. */
  "GET /api/tags/{id}": {
    reply: {
      data: TemplateTag
    }
  }
  /** Change a template tag. */
  "PATCH /api/tags/{id}": {
    body: {
      /** One line; unique in the company, whatever its case and accents. */
      name?: string | undefined
      /** `#RRGGBB`, or null. */
      color?: string | null | undefined
    }
    reply: {
      data: TemplateTag
    }
  }
  /** Delete a template tag. */
  "DELETE /api/tags/{id}": {}
  /** Merge other template tags into this one. */
  "POST /api/tags/{id}/merges": {
    body: {
      /** Ids of the tags that go. */
      tags: ReadonlyArray<string>
    }
    reply: {
      data: TemplateTag
    } | {
      data: TemplateTag
      job: Job
    }
  }
  /** Bring a template tag back from the trash. */
  "POST /api/tags/{id}/restoration": {
    reply: {
      data: TemplateTag
    }
  }
  /** List assets. */
  "GET /api/assets": {
    query: {
      /** Rows in a page, 1 to 100; 20 when not given. */
      per_page?: number | undefined
      /** Another name of `per_page`. */
      limit?: number | undefined
      /** `meta.next_cursor` or `meta.prev_cursor` of another page of the same list. */
      cursor?: string | undefined
      /** Page number from 1, at most 10,000 rows deep; `cursor` goes on beyond. */
      page?: number | undefined
      /** Adds `meta.total`. Counting costs more the more there is. */
      with_total?: boolean | undefined
      /** Field to sort by, `-` for descending. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Only these ids, up to 100, separated by commas. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Only what was created at this time or later. */
      created_since?: string | Date | undefined
      /** Only what was changed at this time or later. */
      updated_since?: string | Date | undefined
      /** Only these fields of each row, separated by commas. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Words of name, description, tags and alt text, or their beginnings. */
      search?: string | undefined
      type?: "image" | "video" | "audio" | "document" | "font" | "other" | undefined
      status?: "processing" | "ready" | "failed" | undefined
      mime_type?: string | undefined
      external_id?: string | undefined
      /** Only what is in this folder; `root` for what is in none. */
      folder_id?: "root" | string | undefined
      /** With `folder_id`: the folders below it too. */
      recursive?: boolean | undefined
      /** What is in the trash too. */
      with_trashed?: boolean | undefined
      /** What is in the trash alone. */
      only_trashed?: boolean | undefined
      /** Id or slug of a tag; may be given several times. */
      tag?: string | ReadonlyArray<string> | undefined
      /** Whether one of the tags is enough (`any`, the default) or all are needed. */
      tag_mode?: "any" | "all" | undefined
      /** `true`: only what has no tag; `false`: only what has one. */
      untagged?: boolean | undefined
    }
  }
  /** Create a asset. */
  "POST /api/assets": {
    body: {
      /** Where the file is: https, at a public address. */
      url: string
      /** As the source names the file, without its extension, when not given. */
      name?: string | undefined
      /** The folder that it is in; null at the root. */
      folder_id?: string | null | undefined
      /** What it shows, for whoever does not see it. */
      alt_text?: string | null | undefined
      description?: string | null | undefined
      copyright?: string | null | undefined
      /** When the right to use it ends. */
      expires_at?: string | null | Date | undefined
      external_id?: string | null | undefined
      /** The point that a cropped picture keeps, from the top left, 0 to 1. */
      focal_point?: {
        x: number
        y: number
      } | null | undefined
      metadata?: Record<string, unknown> | undefined
      /** Ids or slugs of asset tags. */
      tags?: ReadonlyArray<string> | undefined
    }
    reply: {
      data: Asset
    } | {
      data: Job
    }
  }
  /** Get one asset. */
  "GET /api/assets/{id}": {
    reply: {
      data: Asset
    }
  }
  /** Change a asset. */
  "PATCH /api/assets/{id}": {
    body: {
      name?: string | undefined
      /** The folder that it is in; null at the root. */
      folder_id?: string | null | undefined
      /** What it shows, for whoever does not see it. */
      alt_text?: string | null | undefined
      description?: string | null | undefined
      copyright?: string | null | undefined
      /** When the right to use it ends. */
      expires_at?: string | null | Date | undefined
      external_id?: string | null | undefined
      /** The point that a cropped picture keeps, from the top left, 0 to 1. */
      focal_point?: {
        x: number
        y: number
      } | null | undefined
      metadata?: Record<string, unknown> | undefined
      /** Ids or slugs of asset tags: the whole list. */
      tags?: ReadonlyArray<string> | undefined
    }
    reply: {
      data: Asset
    }
  }
  /** Put an asset into the trash. */
  "DELETE /api/assets/{id}": {}
  /** Bring an asset back from the trash. */
  "POST /api/assets/{id}/restoration": {
    reply: {
      data: Asset
    }
  }
  /** List where an asset is used. */
  "GET /api/assets/{id}/usages": {
    reply: {
      data: Array<Usage>
    }
  }
  /** Get a link to an asset in a size and format. */
  "GET /api/assets/{id}/link": {
    query: {
      /** Width in pixels; alone, the height follows. */
      w?: number | undefined
      /** Height in pixels; alone, the width follows. */
      h?: number | undefined
      /** How it fills width and height: `inside` when not given; `cover` cuts, `contain` adds a border. */
      fit?: "cover" | "contain" | "inside" | undefined
      /** `webp` when not given. */
      format?: "webp" | "avif" | "jpeg" | "png" | undefined
      /** Quality, 80 when not given. */
      q?: number | undefined
      /** For saving under its name, not for showing. */
      download?: boolean | undefined
    }
    reply: {
      data: AssetLink
    }
  }
  /** Replace the file of an asset. */
  "PUT /api/assets/{id}/file": {
    reply: {
      data: Asset
    }
  }
  /** List the versions of an asset, newest first. */
  "GET /api/assets/{id}/versions": {
    query: {
      /** Only versions before this one: `meta.next_before` of another page. */
      before?: number | undefined
    }
    reply: {
      data: Array<AssetVersion>
      meta: {
        /** TypeID with the prefix `ast`. */
        asset_id: string
        next_before: number | null
      }
    }
  }
  /** Give an asset the file of an earlier version again. */
  "POST /api/assets/{id}/versions/{version}/restoration": {
    reply: {
      data: Asset
    }
  }
  /** Move, tag, untag, trash or restore many assets at once. */
  "POST /api/asset-batches": {
    body: {
      action: "move" | "tag" | "untag" | "trash" | "restore"
      ids: ReadonlyArray<string>
      /** For `move`: where to; null is the root. */
      folder_id?: string | null | undefined
      /** For `tag` and `untag`: ids or slugs of asset tags. */
      tags?: ReadonlyArray<string> | undefined
    }
    reply: {
      data: Array<BatchOutcome>
    } | {
      data: Array<BatchOutcome>
      job: Job
    }
  }
  /** List asset tags. */
  "GET /api/asset-tags": {
    query: {
      /** Rows in a page, 1 to 100; 20 when not given. */
      per_page?: number | undefined
      /** Another name of `per_page`. */
      limit?: number | undefined
      /** `meta.next_cursor` or `meta.prev_cursor` of another page of the same list. */
      cursor?: string | undefined
      /** Page number from 1, at most 10,000 rows deep; `cursor` goes on beyond. */
      page?: number | undefined
      /** Adds `meta.total`. Counting costs more the more there is. */
      with_total?: boolean | undefined
      /** Field to sort by, `-` for descending. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Only these ids, up to 100, separated by commas. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Only what was created at this time or later. */
      created_since?: string | Date | undefined
      /** Only what was changed at this time or later. */
      updated_since?: string | Date | undefined
      /** Only these fields of each row, separated by commas. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Words of the name of a live one, or their beginnings. */
      search?: string | undefined
      /** What is in the trash too. */
      with_trashed?: boolean | undefined
      /** What is in the trash alone. */
      only_trashed?: boolean | undefined
    }
  }
  /** Create a asset tag. */
  "POST /api/asset-tags": {
    body: {
      /** One line; unique in the company, whatever its case and accents. */
      name: string
      /** `#RRGGBB`, or null. */
      color?: string | null | undefined
    }
    reply: {
      data: AssetTag
    }
  }
  /** Get one asset tag. */
  "GET /api/asset-tags/{id}": {
    reply: {
      data: AssetTag
    }
  }
  /** Change a asset tag. */
  "PATCH /api/asset-tags/{id}": {
    body: {
      /** One line; unique in the company, whatever its case and accents. */
      name?: string | undefined
      /** `#RRGGBB`, or null. */
      color?: string | null | undefined
    }
    reply: {
      data: AssetTag
    }
  }
  /** Delete a asset tag. */
  "DELETE /api/asset-tags/{id}": {}
  /** Merge other asset tags into this one. */
  "POST /api/asset-tags/{id}/merges": {
    body: {
      /** Ids of the tags that go. */
      tags: ReadonlyArray<string>
    }
    reply: {
      data: AssetTag
    } | {
      data: AssetTag
      job: Job
    }
  }
  /** Bring a asset tag back from the trash. */
  "POST /api/asset-tags/{id}/restoration": {
    reply: {
      data: AssetTag
    }
  }
  /** List folders. */
  "GET /api/folders": {
    query: {
      /** Rows in a page, 1 to 100; 20 when not given. */
      per_page?: number | undefined
      /** Another name of `per_page`. */
      limit?: number | undefined
      /** `meta.next_cursor` or `meta.prev_cursor` of another page of the same list. */
      cursor?: string | undefined
      /** Page number from 1, at most 10,000 rows deep; `cursor` goes on beyond. */
      page?: number | undefined
      /** Adds `meta.total`. Counting costs more the more there is. */
      with_total?: boolean | undefined
      /** Field to sort by, `-` for descending. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Only these ids, up to 100, separated by commas. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Only what was created at this time or later. */
      created_since?: string | Date | undefined
      /** Only what was changed at this time or later. */
      updated_since?: string | Date | undefined
      /** Only these fields of each row, separated by commas. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Words of the name, or their beginnings. */
      search?: string | undefined
      /** Only the folders in this one; `root` for those in none. */
      parent_id?: "root" | string | undefined
      /** What is in the trash too. */
      with_trashed?: boolean | undefined
      /** What is in the trash alone. */
      only_trashed?: boolean | undefined
    }
  }
  /** Create a folder. */
  "POST /api/folders": {
    body: {
      /** One line without slashes; unique in its folder, whatever its case and accents. */
      name: string
      /** The folder that it is in; null at the root. */
      parent_id?: string | null | undefined
    }
    reply: {
      data: Folder
    }
  }
  /** Get one folder. */
  "GET /api/folders/{id}": {
    reply: {
      data: Folder
    }
  }
  /** Change a folder. */
  "PATCH /api/folders/{id}": {
    body: {
      /** One line without slashes; unique in its folder, whatever its case and accents. */
      name?: string | undefined
      parent_id?: string | null | undefined
    }
    reply: {
      data: Folder
    } | {
      data: Folder
      job: Job
    }
  }
  /** Put a folder into the trash. */
  "DELETE /api/folders/{id}": {
    query: {
      /** With all that is in it. */
      recursive?: boolean | undefined
    }
    reply: {
      job: Job
    }
  }
  /** Bring a folder back from the trash. */
  "POST /api/folders/{id}/restoration": {
    reply: {
      data: Folder
    } | {
      data: Folder
      job: Job
    }
  }
  /** List brand kits, each with its logos, colors and fonts. */
  "GET /api/brand-kit": {
    query: {
      /** Rows in a page, 1 to 100; 20 when not given. */
      per_page?: number | undefined
      /** Another name of `per_page`. */
      limit?: number | undefined
      /** `meta.next_cursor` or `meta.prev_cursor` of another page of the same list. */
      cursor?: string | undefined
      /** Page number from 1, at most 10,000 rows deep; `cursor` goes on beyond. */
      page?: number | undefined
      /** Adds `meta.total`. Counting costs more the more there is. */
      with_total?: boolean | undefined
      /** Field to sort by, `-` for descending. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Only these ids, up to 100, separated by commas. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Only what was created at this time or later. */
      created_since?: string | Date | undefined
      /** Only what was changed at this time or later. */
      updated_since?: string | Date | undefined
      /** Only these fields of each row, separated by commas. */
      fields?: string | ReadonlyArray<string> | undefined
    }
  }
  /** Create a brand kit. */
  "POST /api/brand-kit": {
    body: {
      /** One line; unique, whatever its case and accents. */
      name: string
      /** The one that was the default steps back. */
      is_default?: boolean | undefined
    }
    reply: {
      data: BrandKit
    }
  }
  /** List brand kit logos. */
  "GET /api/brand-kit/logos": {
    query: {
      /** Rows in a page, 1 to 100; 20 when not given. */
      per_page?: number | undefined
      /** Another name of `per_page`. */
      limit?: number | undefined
      /** `meta.next_cursor` or `meta.prev_cursor` of another page of the same list. */
      cursor?: string | undefined
      /** Page number from 1, at most 10,000 rows deep; `cursor` goes on beyond. */
      page?: number | undefined
      /** Adds `meta.total`. Counting costs more the more there is. */
      with_total?: boolean | undefined
      /** Field to sort by, `-` for descending. */
      sort?: "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Only these ids, up to 100, separated by commas. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Only what was created at this time or later. */
      created_since?: string | Date | undefined
      /** Only what was changed at this time or later. */
      updated_since?: string | Date | undefined
      /** Only these fields of each row, separated by commas. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Only the parts of this kit. */
      brand_kit_id?: string | undefined
      variant?: "primary" | "secondary" | "icon" | "wordmark" | "monochrome" | undefined
      theme?: "light" | "dark" | "any" | undefined
    }
  }
  /** Create a brand kit logo. */
  "POST /api/brand-kit/logos": {
    body: {
      /** The default kit when not given. */
      brand_kit_id?: string | undefined
      name: string
      variant?: "primary" | "secondary" | "icon" | "wordmark" | "monochrome" | undefined
      theme?: "light" | "dark" | "any" | undefined
      /** An image of the library. */
      asset_id: string
      /** The one to take when only a variant is asked for; the one that was it steps back. */
      is_default?: boolean | undefined
      /** Its place in the kit, from 0; those behind it move. At the end when not given, or past it. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitLogo
    }
  }
  /** Get one brand kit logo. */
  "GET /api/brand-kit/logos/{id}": {
    reply: {
      data: BrandKitLogo
    }
  }
  /** Change a brand kit logo. */
  "PATCH /api/brand-kit/logos/{id}": {
    body: {
      name?: string | undefined
      variant?: "primary" | "secondary" | "icon" | "wordmark" | "monochrome" | undefined
      theme?: "light" | "dark" | "any" | undefined
      /** An image of the library. */
      asset_id?: string | undefined
      /** The one to take when only a variant is asked for; the one that was it steps back. */
      is_default?: boolean | undefined
      /** Its place in the kit, from 0; those behind it move. At the end when not given, or past it. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitLogo
    }
  }
  /** Delete a brand kit logo. */
  "DELETE /api/brand-kit/logos/{id}": {}
  /** List brand kit colors. */
  "GET /api/brand-kit/colors": {
    query: {
      /** Rows in a page, 1 to 100; 20 when not given. */
      per_page?: number | undefined
      /** Another name of `per_page`. */
      limit?: number | undefined
      /** `meta.next_cursor` or `meta.prev_cursor` of another page of the same list. */
      cursor?: string | undefined
      /** Page number from 1, at most 10,000 rows deep; `cursor` goes on beyond. */
      page?: number | undefined
      /** Adds `meta.total`. Counting costs more the more there is. */
      with_total?: boolean | undefined
      /** Field to sort by, `-` for descending. */
      sort?: "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Only these ids, up to 100, separated by commas. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Only what was created at this time or later. */
      created_since?: string | Date | undefined
      /** Only what was changed at this time or later. */
      updated_since?: string | Date | undefined
      /** Only these fields of each row, separated by commas. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Only the parts of this kit. */
      brand_kit_id?: string | undefined
      role?: "primary" | "secondary" | "accent" | "neutral" | "background" | "text" | undefined
    }
  }
  /** Create a brand kit color. */
  "POST /api/brand-kit/colors": {
    body: {
      /** The default kit when not given. */
      brand_kit_id?: string | undefined
      name: string
      /** `#RGB`, `#RRGGBB`, or `#RRGGBBAA`, which sets the opacity too. */
      hex?: string | undefined
      rgb?: {
        r: number
        g: number
        b: number
      } | undefined
      /** Degrees and percents. */
      hsl?: {
        h: number
        s: number
        l: number
      } | undefined
      /** The inks, in percent, kept as they are given. Alone in a new color they say what the screen shows too. */
      cmyk?: {
        c: number
        m: number
        y: number
        k: number
      } | null | undefined
      opacity?: number | undefined
      /** Its name in the Pantone system, such as `286 C`. */
      pantone?: string | null | undefined
      role?: "primary" | "secondary" | "accent" | "neutral" | "background" | "text" | null | undefined
      /** The heading under which it stands. */
      group?: string | null | undefined
      /** Its place in the kit, from 0; those behind it move. At the end when not given, or past it. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitColor
    }
  }
  /** Get one brand kit color. */
  "GET /api/brand-kit/colors/{id}": {
    reply: {
      data: BrandKitColor
    }
  }
  /** Change a brand kit color. */
  "PATCH /api/brand-kit/colors/{id}": {
    body: {
      name?: string | undefined
      /** `#RGB`, `#RRGGBB`, or `#RRGGBBAA`, which sets the opacity too. */
      hex?: string | undefined
      rgb?: {
        r: number
        g: number
        b: number
      } | undefined
      /** Degrees and percents. */
      hsl?: {
        h: number
        s: number
        l: number
      } | undefined
      /** The inks, in percent, kept as they are given. Alone in a new color they say what the screen shows too. */
      cmyk?: {
        c: number
        m: number
        y: number
        k: number
      } | null | undefined
      opacity?: number | undefined
      /** Its name in the Pantone system, such as `286 C`. */
      pantone?: string | null | undefined
      role?: "primary" | "secondary" | "accent" | "neutral" | "background" | "text" | null | undefined
      /** The heading under which it stands. */
      group?: string | null | undefined
      /** Its place in the kit, from 0; those behind it move. At the end when not given, or past it. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitColor
    }
  }
  /** Delete a brand kit color. */
  "DELETE /api/brand-kit/colors/{id}": {}
  /** List brand kit fonts. */
  "GET /api/brand-kit/fonts": {
    query: {
      /** Rows in a page, 1 to 100; 20 when not given. */
      per_page?: number | undefined
      /** Another name of `per_page`. */
      limit?: number | undefined
      /** `meta.next_cursor` or `meta.prev_cursor` of another page of the same list. */
      cursor?: string | undefined
      /** Page number from 1, at most 10,000 rows deep; `cursor` goes on beyond. */
      page?: number | undefined
      /** Adds `meta.total`. Counting costs more the more there is. */
      with_total?: boolean | undefined
      /** Field to sort by, `-` for descending. */
      sort?: "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Only these ids, up to 100, separated by commas. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Only what was created at this time or later. */
      created_since?: string | Date | undefined
      /** Only what was changed at this time or later. */
      updated_since?: string | Date | undefined
      /** Only these fields of each row, separated by commas. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Only the parts of this kit. */
      brand_kit_id?: string | undefined
      role?: "heading" | "subheading" | "body" | "caption" | undefined
    }
  }
  /** Create a brand kit font. */
  "POST /api/brand-kit/fonts": {
    body: {
      /** The default kit when not given. */
      brand_kit_id?: string | undefined
      family: string
      weight?: number | undefined
      style?: "normal" | "italic" | undefined
      role?: "heading" | "subheading" | "body" | "caption" | null | undefined
      /** The file, a font of the library; null when it is elsewhere. */
      asset_id?: string | null | undefined
      /** Its place in the kit, from 0; those behind it move. At the end when not given, or past it. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitFont
    }
  }
  /** Get one brand kit font. */
  "GET /api/brand-kit/fonts/{id}": {
    reply: {
      data: BrandKitFont
    }
  }
  /** Change a brand kit font. */
  "PATCH /api/brand-kit/fonts/{id}": {
    body: {
      family?: string | undefined
      weight?: number | undefined
      style?: "normal" | "italic" | undefined
      role?: "heading" | "subheading" | "body" | "caption" | null | undefined
      /** The file, a font of the library; null when it is elsewhere. */
      asset_id?: string | null | undefined
      /** Its place in the kit, from 0; those behind it move. At the end when not given, or past it. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitFont
    }
  }
  /** Delete a brand kit font. */
  "DELETE /api/brand-kit/fonts/{id}": {}
  /** Get one brand kit. */
  "GET /api/brand-kit/{id}": {
    reply: {
      data: BrandKit
    }
  }
  /** Change a brand kit. */
  "PATCH /api/brand-kit/{id}": {
    body: {
      /** One line; unique, whatever its case and accents. */
      name?: string | undefined
      is_default?: boolean | undefined
    }
    reply: {
      data: BrandKit
    }
  }
  /** Delete a brand kit. */
  "DELETE /api/brand-kit/{id}": {}
  /** Tell how well the colors of a brand kit can be read on each other. */
  "GET /api/brand-kit/{id}/contrast": {
    reply: {
      data: {
        /** TypeID with the prefix `bkt`. */
        brand_kit_id: string
        /** The version of the kit that this was worked out for. */
        version: number
        colors: Array<{
          /** TypeID with the prefix `clr`. */
          id: string
          name: string
          hex: string
          opacity: number
        }>
        /** Each color on each other one. */
        pairs: Array<ContrastPair>
      }
    }
  }
  /** Export the colors and fonts of a brand kit as design tokens. */
  "GET /api/brand-kit/{id}/tokens": {
    query: {
      format?: "dtcg" | "css" | "scss" | "tailwind" | "json" | "ase" | "gpl" | undefined
    }
    reply: Record<string, unknown>
  }
  /** List what has changed. */
  "GET /api/changes": {
    query: {
      /** The last change that is known: those after it are answered. `latest`: from now on. */
      since?: "latest" | number | undefined
      /** Only these, separated by commas: `asset.created,folder.updated`. */
      types?: string | ReadonlyArray<string> | undefined
      /** Changes in one answer, 1 to 1000; 100 when not given. */
      per_page?: number | undefined
      /** While there is none, wait for one: up to so many seconds, at most 25. */
      wait?: number | undefined
    }
    reply: {
      data: Array<Change>
      meta: {
        /** The next `since`. */
        next: number
        /** Whether there are more now. */
        more: boolean
      }
    }
  }
  /** List webhooks. */
  "GET /api/webhooks": {
    query: {
      /** Rows in a page, 1 to 100; 20 when not given. */
      per_page?: number | undefined
      /** Another name of `per_page`. */
      limit?: number | undefined
      /** `meta.next_cursor` or `meta.prev_cursor` of another page of the same list. */
      cursor?: string | undefined
      /** Page number from 1, at most 10,000 rows deep; `cursor` goes on beyond. */
      page?: number | undefined
      /** Adds `meta.total`. Counting costs more the more there is. */
      with_total?: boolean | undefined
      /** Field to sort by, `-` for descending. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | undefined
      /** Only these ids, up to 100, separated by commas. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Only what was created at this time or later. */
      created_since?: string | Date | undefined
      /** Only what was changed at this time or later. */
      updated_since?: string | Date | undefined
      /** Only these fields of each row, separated by commas. */
      fields?: string | ReadonlyArray<string> | undefined
    }
  }
  /** Create a webhook. */
  "POST /api/webhooks": {
    body: {
      /** Where messages are posted to: https, at a public address. */
      url: string
      description?: string | null | undefined
      /** Only changes of these types; none: all that the client may read. */
      types?: ReadonlyArray<string> | undefined
      enabled?: boolean | undefined
    }
    reply: {
      data: {
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
        /** Until when nothing is sent, because attempts kept failing. One message tries the webhook then. */
        paused_until: string | null
        /** UTC, with milliseconds. */
        created_at: string
        /** UTC, with milliseconds. */
        updated_at: string
        /** `whsec_…`; shown this once. */
        secret: string
      }
    }
  }
  /** Get one webhook. */
  "GET /api/webhooks/{id}": {
    reply: {
      data: Webhook
    }
  }
  /** Change a webhook. */
  "PATCH /api/webhooks/{id}": {
    body: {
      /** Where messages are posted to: https, at a public address. */
      url?: string | undefined
      description?: string | null | undefined
      /** Only changes of these types; none: all that the client may read. */
      types?: ReadonlyArray<string> | undefined
      enabled?: boolean | undefined
    }
    reply: {
      data: Webhook
    }
  }
  /** Delete a webhook. */
  "DELETE /api/webhooks/{id}": {}
  /** Give a webhook a new secret. */
  "POST /api/webhooks/{id}/secret-rotations": {
    body: {
      /** How long the old secret still lives; 0 ends it now. */
      overlap_seconds?: number | undefined
    }
    reply: {
      data: {
        /** `whsec_…`; shown this once. */
        secret: string
        /** UTC, with milliseconds. */
        old_secrets_end_at: string
      }
    }
  }
  /** Send a message to try a webhook. */
  "POST /api/webhooks/{id}/pings": {
    reply: {
      data: WebhookDelivery
    }
  }
  /** List what was sent to a webhook, newest first. */
  "GET /api/webhooks/{id}/deliveries": {
    query: {
      /** Rows in a page, 1 to 100; 20 when not given. */
      per_page?: number | undefined
      /** Another name of `per_page`. */
      limit?: number | undefined
      /** `meta.next_cursor` or `meta.prev_cursor` of another page of the same list. */
      cursor?: string | undefined
      /** Page number from 1, at most 10,000 rows deep; `cursor` goes on beyond. */
      page?: number | undefined
      /** Adds `meta.total`. Counting costs more the more there is. */
      with_total?: boolean | undefined
      /** Only those in this state. */
      state?: "pending" | "delivered" | "failed" | undefined
    }
  }
  /** Get one delivery. */
  "GET /api/webhooks/{id}/deliveries/{delivery}": {
    reply: {
      data: WebhookDelivery
    }
  }
  /** Send a message again. */
  "POST /api/webhooks/{id}/deliveries/{delivery}/redeliveries": {
    reply: {
      data: WebhookDelivery
    }
  }
  /** Get one job. */
  "GET /api/jobs/{id}": {
    reply: {
      data: Job
    }
  }
  /** Get the authenticated user. */
  "GET /api/user": {
    reply: User
  }
}
