// Written by scripts/generate.ts from the OpenAPI document.

export type TokenRequest = {
  client_id: string
  client_secret: string
  /** Scopes of the token, as a list or separated by spaces. Default: all scopes of the client. */
  scope?: string | Array<string> | null
  /** Lifetime of the token, in seconds. The maximum, which is also the default, is the client's lifetime setting. */
  expires_in?: number | null
}

export type TokenForm = {
  grant_type: "client_credentials"
  /** Space-separated scopes. Default: all scopes of the client. */
  scope?: string
  client_id?: string
  client_secret?: string
  /** Always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`. */
  client_assertion_type?: string
  /** JWT signed with a private key of the client (RFC 7523). */
  client_assertion?: string
}

export type InspectionRequest = {
  /** Access token. The field can also be named `access_token`. */
  token: string
}

export type InspectionForm = {
  token: string
  token_type_hint?: string
  client_id?: string
  client_secret?: string
  /** Always `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`. */
  client_assertion_type?: string
  /** JWT signed with a private key of the client (RFC 7523). */
  client_assertion?: string
}

/** Rectangle in user units of the document. */
export type VariableBox = {
  x: number
  y: number
  width: number
  height: number
}

export type NumberFormat = {
  style?: "decimal" | "currency" | "percent" | "unit"
  /** ISO 4217 code, such as `EUR`. Required for `currency`. */
  currency?: string
  /** Unit, such as `kilometer-per-hour`. Required for `unit`. */
  unit?: string
  minimum_fraction_digits?: number
  maximum_fraction_digits?: number
  use_grouping?: boolean
}

export type TokenResponse = {
  success: true
  token: {
    token_type: "Bearer"
    /** Remaining lifetime of the token, in seconds. */
    expires_in: number
    access_token: string
  }
}

/** Successful token response (RFC 6749 §5.1). */
export type StandardToken = {
  access_token: string
  token_type: "Bearer"
  /** Remaining lifetime of the token, in seconds. */
  expires_in: number
  scope: string
}

export type TokenError = {
  success: false
  message: string
  details: Record<string, string>
}

/** OAuth error response (RFC 6749 §5.2). */
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
    /** Expiry time in UTC, as `YYYY-MM-DD HH:MM:SS`. */
    expires_at: string
    scope: string
    token_type: "Bearer"
    /** Time of issue, in seconds since the Unix epoch. */
    iat: number
    /** Expiry time, in seconds since the Unix epoch. */
    exp: number
    /** Only for the token of a connected app: the URL of `/mcp`. No other resource may accept the token. */
    aud?: string
  }
}

/** Introspection response (RFC 7662 §2.2). */
export type StandardIntrospection = {
  active: false
} | {
  active: true
  scope: string
  client_id: string
  sub: string
  token_type: "Bearer"
  /** Time of issue, in seconds since the Unix epoch. */
  iat: number
  /** Expiry time, in seconds since the Unix epoch. */
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

/** Empty revocation response (RFC 7009 §2.2). */
export type StandardRevocation = {

}

export type Message = {
  message: string
}

/** Maps each invalid field or parameter to a list of error messages. */
export type ValidationErrors = Record<string, Array<string>>

export type ResumableUpload = {
  /** TypeID with the prefix `upl`. */
  id: string
  status: "uploading" | "finished"
  /** Number of bytes received so far. */
  offset: number
  /** Length of the file, in bytes. */
  length: number
  /** ID of the new asset. Null until the upload is finished. */
  asset_id: string | null
  /** Time when the upload expires. An expired upload returns 404; the asset of a finished upload is kept. */
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

/** Part of a template that users fill in. Unset properties are absent. */
export type TemplateVariable = {
  /** Key of the variable, unique within the template. */
  key: string
  type: "text" | "image" | "color" | "number" | "boolean" | "logo" | "qr" | "barcode" | "list"
  /** Name in the user interface. */
  label: string
  /** Whether a value is required. */
  required: boolean
  /** Value in the document. Null if there is none. */
  default: string | number | boolean | null
  /** Key of the list whose rows contain the variable. */
  list?: string
  /** Maximum length of the value, in characters. */
  max_length?: number
  /** Regular expression that the whole value must match, up to 200 characters. RE2 syntax: no look-around, no backreferences. */
  pattern?: string
  /** Allowed values. */
  options?: Array<string>
  /** Minimum width of the image, in pixels. */
  min_width?: number
  /** ID of the folder that must contain the image, directly or in a subfolder. */
  folder_id?: string
  /** Allowed colors: `#RRGGBB`, `brand:` with the name or role of a brand kit color, or `brand:*` for every color of the kit. */
  palette?: Array<string>
  /** How the value fits into its box. Texts and numbers: `shrink`, `wrap`, `shrink_and_wrap`, `ellipsis` or `none`. Images: `cover` or `contain`. */
  fit?: "shrink" | "wrap" | "shrink_and_wrap" | "ellipsis" | "none" | "cover" | "contain"
  /** Minimum font size, in user units of the document. */
  min_size?: number
  /** Maximum number of lines. */
  max_lines?: number
  /** Horizontal alignment in the box, relative to the direction of the text. */
  align?: "start" | "center" | "end"
  /** Vertical alignment in the box. */
  vertical_align?: "top" | "middle" | "bottom"
  /** Whether `**bold**`, blank lines between paragraphs and lines that start with `- ` are interpreted. */
  markup?: boolean
  /** Whether words at the end of a line are hyphenated by the rules of the language of the text. Applies if `fit` wraps the text. */
  hyphenate?: boolean
  box?: VariableBox
  /** Number format. A value can override it. */
  format?: NumberFormat
  /** Language of the number format (BCP 47). Default: the language of the render. */
  locale?: string
  /** Barcode type. Default: `code128`. */
  symbology?: "code128" | "gs1_128" | "code39" | "ean13" | "ean8" | "upca" | "upce" | "itf14" | "data_matrix" | "pdf417"
  /** Maximum number of rows. Default: 50. */
  max_rows?: number
  /** Number of columns. Default: the columns in the design. */
  columns?: number
  /** Gap between columns, in user units of the document. Default: the gap in the design. */
  column_gap?: number
  /** Gap between rows, in user units of the document. Default: the gap in the design. */
  row_gap?: number
}

export type RemovedElement = {
  /** Name of the elements. `image` includes linked images, `href` stands for other links, `on*` for event handlers, and `@font-face` and `@import` for rules of style sheets. */
  element: string
  count: number
}

export type TemplateWords = {
  name?: string
  description?: string
  /** Texts of the variables, by key. */
  variables?: Record<string, {
    label?: string
  }>
}

export type Creator = {
  /** TypeID with the prefix `usr`. */
  id: string
  name: string
}

/** Counts of the results. Present only if `facets` was sent. */
export type FacetCounts = {
  /** Number of counted results. */
  counted: number
  /** Whether there are more results that were not counted. */
  is_capped: boolean
  /** The most frequent values of each facet, up to 100. */
  fields: Record<string, Array<{
    /** Value to send in the filter of the same name. */
    value: string
    /** Name of a tag or folder. */
    name?: string
    count: number
  }>>
}

export type Template = {
  /** TypeID with the prefix `tpl`. */
  id: string
  name: string
  description: string | null
  type: "image" | "video" | "document"
  status: "draft" | "published" | "archived"
  /** Width in `unit`. */
  width: number
  /** Height in `unit`. */
  height: number
  unit: "px" | "mm" | "in"
  page_count: number
  /** Signed URL of the thumbnail. Null until the document is rendered, which takes a few seconds. */
  thumbnail_url: string | null
  /** Signed URL of the preview. Null until the document is rendered, which takes a few seconds. */
  preview_url: string | null
  tags: Array<TemplateTagReference>
  variables: Array<TemplateVariable>
  /** Elements that were removed from the SVG during sanitization. Empty if nothing was removed or the file is not an SVG. */
  removed: Array<RemovedElement>
  /** File name for downloads of the document. */
  filename: string
  external_id: string | null
  /** Custom data for your integration. */
  metadata: Record<string, unknown>
  /** Values of the custom properties, by key and ordered by `position`. Properties without a value are absent. A choice is represented by the key of its option, and a person by `id` and `name`. */
  properties: Record<string, string | number | boolean | Array<string> | {
    id: string
    name: string
  }>
  /** Keys of required properties that have no value. */
  missing_properties: Array<string>
  /** Texts in other languages, by language tag (BCP 47). A language without texts is the language of the original texts. */
  translations: Record<string, TemplateWords>
  /** Review state. Null if the company does not use reviews. */
  review: "draft" | "in_review" | "approved" | "rejected" | null
  /** Number of the current version. Incremented with every new document. */
  version: number
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
  /** Time of the last publication. */
  published_at: string | null
  /** Time of deletion. Null unless the template is in the trash. */
  deleted_at: string | null
}

export type MalformedForm = {
  message: string
  /** Reason why the form cannot be read. */
  reason?: string
}

export type UnsupportedBody = {
  message: string
  /** Reason why a body of an accepted type cannot be read. */
  reason?: string
}

export type TemplateDocument = {
  /** Signed URL of the sanitized SVG. Expires after a few hours. */
  url: string
  version: number
  /** File size, in bytes. */
  size: number
  /** SHA-256 of the document, in hexadecimal. */
  checksum: string
}

/** Current or earlier document of a template. */
export type TemplateVersion = {
  /** Signed URL of the sanitized SVG. Expires after a few hours. */
  url: string
  version: number
  /** File size, in bytes. */
  size: number
  /** SHA-256 of the document, in hexadecimal. */
  checksum: string
  is_current: boolean
  /** Number of the restored version. Null if the document was uploaded. */
  restored_from: number | null
  /** Width in `unit`. */
  width: number
  /** Height in `unit`. */
  height: number
  unit: "px" | "mm" | "in"
  page_count: number
  variables: Array<TemplateVariable>
  /** Elements that were removed from the SVG during sanitization. Empty if nothing was removed or the file is not an SVG. */
  removed: Array<RemovedElement>
  /** Name of the uploaded file. Null if unknown. */
  filename: string | null
  thumbnail_url: string | null
  preview_url: string | null
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
}

/** Category used to organize and discover templates. */
export type TemplateTag = {
  /** TypeID with the prefix `ttg`. */
  id: string
  name: string
  slug: string
  color: string | null
  templates_count: number
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
  /** Time of deletion. Null unless the tag is in the trash. */
  deleted_at: string | null
}

/** Work that continues in the background after the response. */
export type Job = {
  /** TypeID with the prefix `job`. */
  id: string
  type: "asset.import" | "folder.trash" | "folder.restore" | "folder.move" | "asset.batch" | "asset.table" | "asset_tag.merge" | "template_tag.merge" | "property.update" | "property.delete" | "trash.empty"
  status: "waiting" | "running" | "done" | "failed"
  /** Estimated progress, 0 to 1. */
  progress: number
  /** Reason for the failure. Null unless the job failed. */
  error: string | null
  /** ID of the asset that an import created. Null until the job is done. */
  asset_id: string | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  ended_at: string | null
}

/** File that was rendered from a template. Deleted after `RENDER_DAYS` days. */
export type Render = {
  /** TypeID with the prefix `rnd`. */
  id: string
  /** TypeID with the prefix `tpl`. */
  template_id: string
  template_version: number
  /** SHA-256 of the document, fonts, assets, brand kit, values, target and engine. Renders with the same key have identical files. */
  key: string
  /** Version of the render engine. */
  engine: string
  status: "queued" | "rendering" | "done" | "failed"
  /** Reason for the failure. Null unless the render failed. */
  failure: string | null
  format: "png" | "jpeg" | "webp" | "avif" | "svg" | "pdf"
  mime_type: string
  /** Width in pixels, or in CSS pixels for SVG and PDF. */
  width: number
  /** Height in pixels, or in CSS pixels for SVG and PDF. */
  height: number
  page_count: number
  /** File size, in bytes. */
  size: number | null
  /** SHA-256 of the file, in hexadecimal. */
  checksum: string | null
  /** Signed URL of the file. Null until the render is done. */
  url: string | null
  /** Signed URL of a thumbnail. Null if there is none. */
  thumbnail_url: string | null
  /** Time when the render is deleted. Null until the render is done. */
  expires_at: string | null
  /** ID of the asset that was saved from the render. */
  asset_id: string | null
  /** ID of the batch. Null if the render is not part of a batch. */
  batch_id: string | null
  /** Row number in the batch, from 1. */
  row: number | null
  /** Values in the request. */
  variables: Record<string, unknown>
  findings: Array<RenderFinding>
  /** Whether the file of an earlier render with the same key was returned. */
  cached: boolean
  external_id: string | null
  /** Custom data for your integration. */
  metadata: Record<string, unknown>
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
  completed_at: string | null
}

/** Problem in a render that a person should check. */
export type RenderFinding = {
  /** Type of the finding, such as `text_shrunk` or `glyph_missing`. */
  type: string
  /** Key of the variable. Null if the finding concerns the document. */
  variable: string | null
  message: string
  /** Additional data. Its keys depend on `type`. */
  data: Record<string, unknown>
}

/** Position of a text. */
export type TextLayout = {
  variable: string | null
  /** Box of the text, in user units of the document. */
  box: {
    x: number
    y: number
    width: number
    height: number
  }
  /** Font size after shrinking. */
  font_size: number
  lines: number
}

export type Asset = {
  /** TypeID with the prefix `ast`. */
  id: string
  name: string
  type: "image" | "video" | "audio" | "document" | "font" | "other"
  mime_type: string
  /** Usual extension of the format, regardless of the file name. */
  extension: string
  /** File name for downloads and synced folders. */
  filename: string
  /** File size, in bytes. */
  size: number
  /** Width in pixels. */
  width: number | null
  /** Height in pixels. */
  height: number | null
  /** Duration in seconds. */
  duration: number | null
  /** SHA-256 of the file, in hexadecimal. */
  checksum: string
  /** Number of the current version. Incremented with every new file. */
  version: number
  /** Status of the renditions: `processing`, `ready` or `failed`. */
  status: "processing" | "ready" | "failed"
  /** Signed URL of the original file. Expires after a few hours and when the usage rights end; get the asset again for a new URL. Opens only while the asset is available. */
  url: string
  /** Signed URL of the thumbnail. Null without a thumbnail, and while the asset is unavailable. */
  thumbnail_url: string | null
  /** Images of the asset: `thumb`, `small`, `large`, and `poster` of a video. Empty until they are ready, and while the asset is unavailable. */
  renditions: Array<Rendition>
  folder_id: string | null
  /** Path of the folder. `/` for an asset at the root. */
  folder_path: string
  tags: Array<TagOfAsset>
  alt_text: string | null
  description: string | null
  copyright: string | null
  /** License, such as `CC BY 4.0` or a contract. */
  license: string | null
  /** Permitted uses of the asset. */
  usage_terms: string | null
  /** Consents of people in the asset and of owners of places and objects. */
  releases: Array<Release>
  /** Whether the asset may currently be used: `not_yet` before `available_from`, `expired` from `expires_at` on. */
  availability: "available" | "not_yet" | "expired"
  /** Time when the usage rights start. */
  available_from: string | null
  /** Time when the usage rights end. */
  expires_at: string | null
  external_id: string | null
  /** Point that stays visible when the image is cropped, from 0 to 1, measured from the top left. */
  focal_point: {
    x: number
    y: number
  } | null
  /** Dominant color of the image as `#RRGGBB`. */
  dominant_color: string | null
  /** Number of pages of a document. */
  page_count: number | null
  /** Orientation of an image or video. */
  orientation: "landscape" | "portrait" | "square" | null
  /** Whether an image has transparent parts. */
  has_alpha: boolean | null
  /** Whether an image is animated. */
  is_animated: boolean | null
  embedded: Embedded
  /** Elements that were removed from the SVG during sanitization. Empty if nothing was removed or the file is not an SVG. */
  removed: Array<RemovedElement>
  /** Problems with the file: its extension belongs to another format (`name_mismatch`), the file is truncated (`truncated`), or its variant of the format cannot be rendered (`not_rendered`). */
  warnings: Array<FileWarning>
  /** Custom data for your integration. */
  metadata: Record<string, unknown>
  /** Values of the custom properties, by key and ordered by `position`. Properties without a value are absent. A choice is represented by the key of its option, and a person by `id` and `name`. */
  properties: Record<string, string | number | boolean | Array<string> | {
    id: string
    name: string
  }>
  /** Keys of required properties that have no value. */
  missing_properties: Array<string>
  /** Texts in other languages, by language tag (BCP 47). A language without texts is the language of the original texts. */
  translations: Record<string, AssetWords>
  /** Review state. Null if the company does not use reviews. */
  review: "draft" | "in_review" | "approved" | "rejected" | null
  created_by: Creator | null
  /** Visitor who uploaded the asset through a share. Null for other assets. */
  uploader: Uploader | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
  /** Time of deletion. Null unless the asset is in the trash. */
  deleted_at: string | null
}

/** Image of the asset in another size or format. */
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
  /** `manual` if a user or client set the tag, `embedded` if it is a keyword in the file, and `auto` if a program suggests it. Suggestions are listed last. Filters, search and counts ignore them until they are accepted. */
  source: "manual" | "auto" | "embedded"
  /** Confidence of a suggestion, 0 to 1. */
  confidence: number | null
}

/** Consent of a person in the asset, or of the owner of a place or an object. */
export type Release = {
  /** `model` for a person, `property` for a place or an object. */
  type: "model" | "property"
  /** Name of the person, place or object. */
  name: string
  /** Location of the signed release, such as a URL or a file number. */
  reference: string | null
}

/** Metadata in the file (IPTC, XMP, EXIF) and facts about the file. Fields that the file does not contain are absent. */
export type Embedded = {
  title?: string
  description?: string
  keywords?: Array<string>
  creators?: Array<string>
  credit?: string
  copyright?: string
  usage_terms?: string
  alt_text?: string
  /** Time when the usage rights end (PLUS `LicenseEndDate`). */
  rights_expire_at?: string
  /** Time when a photo was taken, in ISO 8601. Without an offset, unless the camera recorded one. */
  taken_at?: string
  /** Location where a photo was taken, in degrees. */
  location?: {
    latitude: number
    longitude: number
  }
  camera?: string
  lens?: string
  software?: string
  color_profile?: string
  /** Resolution in dots per inch. */
  resolution?: number
  /** Size of the first page, in millimeters. */
  page?: {
    width: number
    height: number
  }
  /** Whether a document is encrypted. */
  encrypted?: boolean
  font?: EmbeddedFont
  video?: {
    codec?: string
    frame_rate?: number
  }
  audio?: {
    codec?: string
    channels?: number
    /** Samples per second. */
    sample_rate?: number
  }
  /** Colors of a palette, at most 256. */
  colors?: Array<EmbeddedColor>
}

export type EmbeddedFont = {
  family: string
  /** Name of the face in its family, such as `Bold Italic`. */
  face?: string
  style: "normal" | "italic"
  /** Lightest and heaviest weight, 1 to 1000. Both are equal unless the font has a weight axis. */
  weight: {
    min: number
    max: number
  }
  /** Axes of a variable font. */
  axes: Array<{
    tag: string
    min: number
    default: number
    max: number
  }>
  /** Number of faces in the file. */
  faces: number
  /** Number of glyphs in the first face. */
  glyphs: number
  /** ISO 15924 codes of the scripts that the font supports. */
  scripts: Array<string>
  /** Embedding permissions: `fsType` of the OS/2 table. */
  fs_type: number
  /** Embedding that `fs_type` permits. */
  embedding: "installable" | "restricted" | "preview" | "editable"
  version?: string
  /** License text or URL in the font. */
  license?: string
}

export type EmbeddedColor = {
  name?: string
  /** Name of the group that contains the color. */
  group?: string
  /** sRGB in the form `#RRGGBB`. */
  hex: string
  /** Ink percentages of a color that the file defines in CMYK. */
  cmyk?: {
    c: number
    m: number
    y: number
    k: number
  }
}

/** Problem with a file that was accepted. */
export type FileWarning = {
  type: "name_mismatch" | "truncated" | "not_rendered"
  message: string
}

export type AssetWords = {
  name?: string
  description?: string
  alt_text?: string
}

/** Visitor who uploaded a file through a share, without an account. */
export type Uploader = {
  /** TypeID with the prefix `shr`. */
  share_id: string
  /** Name that the visitor entered. It is not verified. Null if the share does not ask for it. */
  name: string | null
}

/** Renders of many rows. Deleted `RENDER_DAYS` days after it has ended. */
export type RenderBatch = {
  /** TypeID with the prefix `rbt`. */
  id: string
  template_ids: Array<string>
  /** `checking` until all rows are checked, and then `rendering`. Rows with the most serious findings are rendered first. */
  status: "checking" | "rendering" | "done" | "cancelled"
  counts: {
    /** Number of renders in the batch: the number of rows multiplied by the numbers of templates and sizes. */
    rows: number
    done: number
    failed: number
    /** Completed renders that use the file of an earlier render. */
    cached: number
    /** Completed renders with findings. */
    with_findings: number
  }
  /** Signed URL of a zip of all files. Null until a row is done. */
  zip_url: string | null
  /** Signed URL of one PDF with the pages of all completed rows, in the order of the rows. Null unless the `format` is `pdf` and a row is done. */
  pdf_url: string | null
  /** Signed URL of a CSV file with a line for each row. Null until a row is done or failed. */
  report_url: string | null
  name_pattern: string
  external_id: string | null
  /** Custom data for your integration. */
  metadata: Record<string, unknown>
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
  completed_at: string | null
}

/** Signed URLs that render a template when they are opened. */
export type RenderLink = {
  /** TypeID with the prefix `rln`. */
  id: string
  /** TypeID with the prefix `tpl`. */
  template_id: string
  /** Version of the template that the link renders. */
  template_version: number
  /** URL of the link, without the values and the signature. Add both to get a working URL. */
  url: string
  /** Keys of the variables that the URL can set. */
  open: Array<string>
  /** Formats that the URL can request. */
  formats: Array<"png" | "jpeg" | "webp" | "avif" | "svg" | "pdf">
  /** Maximum `width`, in pixels. */
  width_max: number
  /** Values of the variables that the URL cannot set, by key. */
  variables: Record<string, unknown>
  /** Maximum number of distinct renders. Null if unlimited. */
  max_renders: number | null
  /** Number of distinct renders created through the link. */
  renders_count: number
  expires_at: string | null
  revoked_at: string | null
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

/** Resource that uses the asset, or from which the asset was rendered. An asset that a resource shows cannot be deleted. */
export type Usage = {
  type: "brand_kit_logo" | "brand_kit_font" | "template" | "asset" | "brand_kit"
  /** `shows` if the resource uses the asset, `source` if the asset was rendered from the resource, or `render` if the resource is an asset that was rendered from this asset. */
  relation: "shows" | "source" | "render"
  id: string
  name: string
  /** Brand kit of the logo or font. Null for other resources. */
  brand_kit: {
    /** TypeID with the prefix `bkt`. */
    id: string
    name: string
  } | null
}

export type AssetChange = {
  /** Sequence number of the change in the change feed. */
  seq: number
  /** Type of the change, such as `asset.created` or `asset.updated`. */
  type: string
  /** ISO 8601 time in UTC, with milliseconds. */
  at: string
  actor: {
    type: "client" | "person" | "share" | "operator" | "system"
    /** ID of the person, the client or the share. Null for the operator and the system. */
    id: string | null
    /** Current name. Null for the operator and the system, and if the client or share was deleted. */
    name: string | null
  }
  /** Details of the change. `fields` lists the fields that changed. */
  data: Record<string, unknown>
}

export type AssetLink = {
  /** Signed URL of the file. */
  url: string
  mime_type: string
  /** Width in pixels. Null for a page of a document. */
  width: number | null
  /** Height in pixels. Null for a page of a document. */
  height: number | null
  /** ISO 8601 time in UTC, with milliseconds. */
  expires_at: string
}

/** Current or earlier file of an asset. */
export type AssetVersion = {
  version: number
  is_current: boolean
  /** Number of the restored version. Null if the file was uploaded. */
  restored_from: number | null
  type: "image" | "video" | "audio" | "document" | "font" | "other"
  mime_type: string
  extension: string
  /** Name of the uploaded file. Null if unknown. */
  filename: string | null
  /** File size, in bytes. */
  size: number
  /** Width in pixels. */
  width: number | null
  /** Height in pixels. */
  height: number | null
  /** Duration in seconds. */
  duration: number | null
  /** SHA-256 of the file, in hexadecimal. */
  checksum: string
  /** Dominant color of the image as `#RRGGBB`. */
  dominant_color: string | null
  /** Elements that were removed from the SVG during sanitization. Empty if nothing was removed or the file is not an SVG. */
  removed: Array<RemovedElement>
  /** Problems with the file: its extension belongs to another format (`name_mismatch`), the file is truncated (`truncated`), or its variant of the format cannot be rendered (`not_rendered`). */
  warnings: Array<FileWarning>
  /** Signed URL of the file. Expires after a few hours. */
  url: string
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
}

export type BatchOutcome = {
  id: string
  /** Status code of the action for this asset. */
  status: 200 | 404 | 409 | 422
  /** Reason for the failure. Present only if the action failed. */
  error?: {
    message: string
    usages?: Array<Usage>
  }
}

export type AssetTableResult = {
  /** Whether the changes were applied. False if the file was only checked. */
  is_applied: boolean
  /** Number of rows in the file. */
  rows_count: number
  /** Number of changed assets. */
  changes_count: number
  /** Number of errors. Rows with errors are not applied. */
  faults_count: number
  /** Changes, up to 100. */
  changes: Array<AssetTableChange>
  /** Errors, up to 100. */
  faults: Array<AssetTableFault>
}

/** Changes of one asset. */
export type AssetTableChange = {
  /** Number of the row, from 1, without the header. */
  row: number
  /** TypeID with the prefix `ast`. */
  id: string
  name: string
  cells: Array<AssetTableCell>
}

/** Changed cell. Texts are truncated to 200 characters. */
export type AssetTableCell = {
  column: string
  from: string
  to: string
}

/** Cell with an error. */
export type AssetTableFault = {
  /** Number of the row, from 1, without the header. */
  row: number
  column: string
  message: string
}

/** Zip of assets. Deleted 1 day after its creation. */
export type Archive = {
  /** TypeID with the prefix `arc`. */
  id: string
  /** Name of the zip, without `.zip`. */
  name: string
  /** Format of the files: `original`, `small` (WebP, up to 640 pixels), `large` (WebP, up to 1600 pixels), or an object with the size and format of the images. Files without an image are included unchanged, and `Report.txt` in the zip lists them. */
  format: "original" | "large" | "small" | {
    /** Width in pixels. Default: computed from `h` and the aspect ratio. */
    w?: number
    /** Height in pixels. Default: computed from `w` and the aspect ratio. */
    h?: number
    /** How images fit into `w` and `h`, as in asset links. Default: `inside`. */
    fit?: "cover" | "contain" | "inside"
    /** Image format. Default: `webp`. */
    format?: "webp" | "avif" | "jpeg" | "png"
    /** Compression quality, 1 to 100. Default: 80. */
    q?: number
  }
  /** Name of the preset of the files when the archive was created. */
  preset: string | null
  /** ID of the selected folder. Null for other selections. */
  folder_id: string | null
  counts: {
    /** Number of files when the archive was created. */
    files: number
  }
  /** Size of the original files, in bytes. */
  size: number
  /** Signed URL of the zip, which is built while it is sent. Get the archive again for a new URL. */
  url: string
  /** Time until which `url` works. */
  url_expires_at: string
  /** Time when the archive is deleted. */
  expires_at: string
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

/** Label used to organize and discover assets. */
export type AssetTag = {
  /** TypeID with the prefix `tag`. */
  id: string
  name: string
  slug: string
  color: string | null
  assets_count: number
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
  /** Time of deletion. Null unless the tag is in the trash. */
  deleted_at: string | null
}

export type Folder = {
  /** TypeID with the prefix `fld`. */
  id: string
  name: string
  parent_id: string | null
  /** Path from the root, such as `/Campaigns/2026`. */
  path: string
  /** Level in the folder tree. 1 for a folder at the root. */
  depth: number
  /** Number of assets directly in the folder. */
  assets_count: number
  /** Number of direct subfolders. */
  folders_count: number
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
  /** Time of deletion. Null unless the folder is in the trash. */
  deleted_at: string | null
}

export type BrandKitLogo = {
  /** TypeID with the prefix `lgo`. */
  id: string
  /** TypeID with the prefix `bkt`. */
  brand_kit_id: string
  name: string
  variant: "primary" | "secondary" | "icon" | "wordmark" | "monochrome"
  /** Background for which the logo is designed. */
  theme: "light" | "dark" | "any"
  /** TypeID with the prefix `ast`. */
  asset_id: string
  url: string
  thumbnail_url: string | null
  mime_type: string
  /** Width in pixels. */
  width: number | null
  /** Height in pixels. */
  height: number | null
  is_default: boolean
  /** Position in the brand kit, from 0. */
  position: number
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

export type BrandKitColor = {
  /** TypeID with the prefix `clr`. */
  id: string
  /** TypeID with the prefix `bkt`. */
  brand_kit_id: string
  name: string
  /** Screen color as `#RRGGBB`. */
  hex: string
  /** Screen color as integers from 0 to 255. */
  rgb: {
    r: number
    g: number
    b: number
  }
  /** Hue in degrees, saturation and lightness in percent, to one decimal place. */
  hsl: {
    h: number
    s: number
    l: number
  }
  /** Opacity, 0 to 1. */
  opacity: number
  /** CMYK values for print, in percent. Null if not set. */
  cmyk: {
    c: number
    m: number
    y: number
    k: number
  } | null
  /** CMYK values computed from `hex` without a color profile, in percent. Only an estimate. */
  cmyk_estimate: {
    c: number
    m: number
    y: number
    k: number
  }
  pantone: string | null
  role: "primary" | "secondary" | "accent" | "neutral" | "background" | "text" | null
  group: string | null
  /** Position in the brand kit, from 0. */
  position: number
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

export type BrandKitFont = {
  /** TypeID with the prefix `fnt`. */
  id: string
  /** TypeID with the prefix `bkt`. */
  brand_kit_id: string
  family: string
  /** Font weight, 100 to 900. */
  weight: number
  style: "normal" | "italic"
  role: "heading" | "subheading" | "body" | "caption" | null
  asset_id: string | null
  /** Signed URL of the font file. Null if the font has no asset. */
  url: string | null
  /** Position in the brand kit, from 0. */
  position: number
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
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
  /** Version number. Incremented with every change to the brand kit or its logos, colors and fonts. */
  version: number
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

export type ContrastPair = {
  /** TypeID with the prefix `clr`. */
  foreground: string
  /** TypeID with the prefix `clr`. */
  background: string
  /** Contrast ratio, 1 to 21, rounded down to two decimal places. */
  ratio: number
  /** WCAG level for normal text. Null if the pair meets no level. */
  text: "AA" | "AAA" | null
  /** WCAG level for large text: at least 18 pt, or 14 pt bold. Null if the pair meets no level. */
  large_text: "AA" | "AAA" | null
  /** WCAG level for user interface components and graphics. Null if the pair does not meet AA. */
  ui: "AA" | null
  /** Whether text of any size meets level AA. */
  safe_for_text: boolean
}

export type BrandPageSection = {
  title: string
  text: string
  examples: Array<{
    /** TypeID with the prefix `ast`. */
    asset_id: string
    kind: "do" | "dont"
    caption: string | null
  }>
}

/** Page where people without an account can view a brand kit. */
export type BrandPage = {
  /** TypeID with the prefix `bpg`. */
  id: string
  /** TypeID with the prefix `bkt`. */
  brand_kit_id: string
  /** Last part of the URL. Null for an imported page whose slug was taken. */
  slug: string | null
  /** URL of the page. Null without a slug. */
  url: string | null
  /** Title of the page. If null, the page shows the name of the brand kit. */
  title: string | null
  intro: string | null
  has_password: boolean
  /** Whether search engines may index the page. A page with a password is never indexed. */
  is_indexed: boolean
  /** Whether the page is published. */
  is_published: boolean
  sections: Array<BrandPageSection>
  /** Number of page views. Views from the same IP address within 1 hour count once. */
  views_count: number
  /** Number of downloads. Downloads of a file from the same IP address within 1 hour count once. */
  downloads_count: number
  /** Time of publication. Null if the page is not published. */
  published_at: string | null
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

/** List of assets from any folders, in a custom order. */
export type Collection = {
  /** TypeID with the prefix `col`. */
  id: string
  name: string
  description: string | null
  /** ID of the cover asset. Null without a cover. */
  cover_asset_id: string | null
  /** Signed URL of the thumbnail of the cover or, without a cover, of the first asset. Assets that are in the trash or unavailable are skipped. Null if there is no thumbnail. */
  thumbnail_url: string | null
  /** Number of assets in the collection, excluding the trash. */
  items_count: number
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** Time of the last change, including changes of its assets and their order. */
  updated_at: string
}

/** Comment on an asset, a template or a render. */
export type Comment = {
  /** TypeID with the prefix `cmt`. */
  id: string
  /** ID of the asset that the comment is about. */
  asset_id: string | null
  /** ID of the template that the comment is about. */
  template_id: string | null
  /** ID of the render that the comment is about. */
  render_id: string | null
  /** ID of the first comment of the thread. Null for the first comment itself. */
  parent_id: string | null
  /** Version of the asset or template when the comment was written. Null for a render. */
  version: number | null
  /** Plain text. */
  text: string
  /** Point of the picture that the comment is about, 0 to 1 from the top left. */
  point: {
    x: number
    y: number
  } | null
  /** People whom the comment mentions. */
  mentions: Array<Creator>
  /** Time when the thread was resolved. Null for an open thread and for a reply. */
  resolved_at: string | null
  resolved_by: Creator | null
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** Time of the last change, such as an edit or the resolution of the thread. */
  updated_at: string
}

/** Step in the review of an asset or a template. */
export type Review = {
  /** TypeID with the prefix `rev`. */
  id: string
  /** ID of the reviewed asset. */
  asset_id: string | null
  /** ID of the reviewed template. */
  template_id: string | null
  /** Version of the asset or template that was reviewed. */
  version: number
  /** Review state that was set. */
  state: "draft" | "in_review" | "approved" | "rejected"
  /** Previous review state. */
  state_before: "draft" | "in_review" | "approved" | "rejected"
  /** Reason or instruction. */
  note: string | null
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** The same as `created_at`, because a review never changes. */
  updated_at: string
}

export type PropertyOption = {
  /** Key, for values and filters. Cannot be changed. */
  key: string
  /** Name in the user interface. */
  label: string
}

/** Custom property for assets or templates. */
export type Property = {
  /** TypeID with the prefix `prp`. */
  id: string
  /** Key in `properties` of assets or templates, unique among the properties of that resource type. Cannot be changed. */
  key: string
  /** Name in the user interface. */
  label: string
  /** Type of the values. Cannot be changed. */
  type: "text" | "long_text" | "number" | "date" | "choice" | "choices" | "boolean" | "person" | "link"
  /** Whether assets or templates have the property. Cannot be changed. */
  applies_to: "asset" | "template"
  /** Whether a value is required. Existing resources can have no value. */
  is_required: boolean
  /** Value of new resources that are created without one. */
  default: string | number | boolean | Array<string> | null
  /** Help text for users who set the value. */
  help: string | null
  /** Position among the properties of the same resource type, from 0. */
  position: number
  /** Options, in order. Empty for types other than `choice` and `choices`. */
  options: Array<PropertyOption>
  /** Who can see the values: `members` for the company's members and clients, or `everyone` to also show the values on shared pages. */
  visibility: "everyone" | "members"
  /** Field of `embedded` that provides the value for uploads without a value. */
  maps_from: "title" | "description" | "keywords" | "creators" | "credit" | "copyright" | "usage_terms" | "alt_text" | "taken_at" | "camera" | "lens" | "software" | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

/** Named filters of assets. */
export type SavedSearch = {
  /** TypeID with the prefix `ssr`. */
  id: string
  name: string
  /** Filters of `GET /api/assets`, as they were sent. */
  filters: Record<string, unknown>
  /** Field to sort the assets by, as in `GET /api/assets`. If null, the default order is used. */
  sort: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | null
  /** `private` if only the creator can see the search, `company` if everyone in the company can. */
  visibility: "private" | "company"
  /** Whether the caller follows the search. */
  is_followed: boolean
  /** Number of people who follow the search. */
  followers_count: number
  /** Time when new matches were last found. Null without new matches. */
  matched_at: string | null
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

/** Named image size and format for downloads. */
export type Preset = {
  /** TypeID with the prefix `pre`. */
  id: string
  /** Name in links, such as `web-2000`. */
  name: string
  /** Name in the user interface. */
  label: string
  /** Width in pixels. If null, it is computed from `height` and the aspect ratio. */
  width: number | null
  /** Height in pixels. If null, it is computed from `width` and the aspect ratio. */
  height: number | null
  /** How images fit into `width` and `height`: `inside` keeps the whole image, `cover` crops around the focal point, and `contain` adds a border. */
  fit: "cover" | "contain" | "inside"
  /** Image format. `original` is the asset's format if it is in this list, and otherwise `webp`. */
  format: "original" | "webp" | "avif" | "jpeg" | "png" | "tiff"
  /** Compression quality, 1 to 100. Has no effect on PNG and TIFF, which are lossless. */
  quality: number
  /** Color space: `srgb`, `p3` (Display P3), or `cmyk` (FOGRA39, offset printing on coated paper) for JPEG and TIFF. */
  color_profile: "srgb" | "p3" | "cmyk"
  /** XMP in the file, from the asset's metadata at download time: `embed` as in links, `copyright` for only creators, credit, copyright and usage terms, or `none`. AVIF files support only `none`. */
  metadata: "embed" | "copyright" | "none"
  /** Whether smaller images are enlarged. SVG images are always enlarged. */
  enlarge: boolean
  /** Color behind transparent parts and of the border, as `#RRGGBB`. Null if not set. */
  background: string | null
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

/** Uploads that a share accepts from its visitors. */
export type ShareUploads = {
  /** TypeID with the prefix `fld`. */
  folder_id: string
  /** Maximum number of files in total. */
  max_files: number
  /** Maximum size of all files together, in bytes. */
  max_bytes: number
  /** Maximum size of a file, in bytes. */
  max_file_bytes: number
  /** Types of the files. Null for all types. */
  types: Array<"image" | "video" | "audio" | "document" | "font" | "other"> | null
}

/** Page where people without an account can view, download and upload files. */
export type Share = {
  /** TypeID with the prefix `shr`. */
  id: string
  name: string
  message: string | null
  /** Type of the shared content. A share of the type `uploads` shows no content and only accepts uploads. */
  type: "assets" | "folder" | "collection" | "template" | "brand_kit" | "uploads"
  /** IDs of the shared assets. Empty for other types. */
  asset_ids: Array<string>
  folder_id: string | null
  collection_id: string | null
  template_id: string | null
  brand_kit_id: string | null
  /** URL of the page. Null for an imported share, until its URL is rotated, and for a client without the read scopes of the shared resources, or without `assets:write` if the share accepts uploads. */
  url: string | null
  has_password: boolean
  /** Sizes that visitors can download. If empty, visitors see only previews. */
  download_sizes: Array<"original" | "large" | "small">
  /** IDs of presets in which visitors can download images. Deleted presets are omitted. */
  preset_ids: Array<string>
  /** Whether visitors must enter their name and e-mail address. */
  ask_visitor: boolean
  /** Settings for uploads by visitors. Null if the page accepts no uploads. */
  uploads: ShareUploads | null
  /** Whether the shared folder or template is in the trash. The page is closed until the folder or template is restored. */
  target_trashed: boolean
  /** Number of page views. Views by the same visitor or from the same IP address within 1 hour count once. */
  views_count: number
  /** Number of downloads, including opened originals. Downloads of a file by the same visitor or from the same IP address within 1 hour count once. */
  downloads_count: number
  /** Number of uploaded files, including deleted files. */
  uploads_count: number
  /** Total size of the uploaded files, in bytes. */
  uploaded_bytes: number
  /** Time after which the page is closed. Null for no expiry. */
  expires_at: string | null
  /** Time of revocation. Null unless the share was revoked. */
  revoked_at: string | null
  created_by: Creator | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

export type Change = {
  /** Sequence number within the company, without gaps. */
  seq: number
  /** Type of the change, such as `asset.created`, `folder.updated` or `template.deleted`. */
  type: string
  resource_type: "asset" | "asset_tag" | "folder" | "template" | "template_tag" | "brand_kit" | "logo" | "color" | "font" | "brand_page" | "render" | "render_batch" | "render_link" | "property" | "review" | "comment" | "collection" | "preset" | "saved_search" | "archive" | "share" | "webhook"
  resource_id: string
  /** ISO 8601 time in UTC, with milliseconds. */
  at: string
  actor: {
    type: "client" | "person" | "share" | "operator" | "system"
    /** ID of the client or person that made the change, or of the share whose visitor made it. Null for the operator and the system. */
    id: string | null
  }
  /** `X-Request-Id` of the request that made the change. */
  request_id: string | null
  /** Details of the change. `fields` lists the fields that changed. */
  data: Record<string, unknown>
}

export type Webhook = {
  /** TypeID with the prefix `whk`. */
  id: string
  url: string
  description: string | null
  /** Types of changes that are sent to the webhook. Empty for all types. */
  types: Array<string>
  enabled: boolean
  /** Reason why the server disabled the webhook: `gone` after a 410 response, or `failing` after 5 days without a successful delivery. */
  disabled_reason: "gone" | "failing" | null
  disabled_at: string | null
  /** Time of the first failed attempt since the last successful delivery. Null if deliveries succeed. */
  failing_since: string | null
  /** End of the pause after repeated failures. Until then, no messages are sent; then one message tests the webhook. */
  paused_until: string | null
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

export type WebhookDelivery = {
  /** TypeID with the prefix `dlv`. */
  id: string
  /** TypeID with the prefix `whk`. */
  webhook_id: string
  /** Value of the `webhook-id` header. Identical for every delivery of this message. */
  message_id: string
  type: string
  state: "pending" | "delivered" | "failed"
  attempts: Array<{
    /** ISO 8601 time in UTC, with milliseconds. */
    at: string
    /** Duration of the attempt, in milliseconds. */
    duration_ms: number
    /** HTTP status of the response. Null if there was no response. */
    status: number | null
    /** Reason for the failure. Null if the attempt succeeded. */
    error: string | null
    /** First 1000 bytes of the response body, as text. Null if the body is empty or not text, and for all attempts except the last attempt. */
    response: string | null
  }>
  /** Time of the next attempt. Null if no attempt is planned. */
  next_attempt_at: string | null
  /** Exact request body. */
  body: string
  /** ISO 8601 time in UTC, with milliseconds. */
  created_at: string
  /** ISO 8601 time in UTC, with milliseconds. */
  updated_at: string
}

/** User who owns the calling client, with the client's company and scopes. */
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
  /** Create a resumable upload */
  "POST /api/uploads": {}
  /** Get the offset of a resumable upload */
  "HEAD /api/uploads/{id}": {}
  /** Append to a resumable upload */
  "PATCH /api/uploads/{id}": {}
  /** Get a resumable upload */
  "GET /api/uploads/{id}": {
    reply: {
      data: ResumableUpload
    }
  }
  /** Delete a resumable upload */
  "DELETE /api/uploads/{id}": {}
  /** List templates */
  "GET /api/templates": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`; with `search`, `relevance`: names that contain the longest term as a word, then other texts and tags that contain it, and then all other matches, each group newest first. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "relevance" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Search terms. Each term matches any part of a word in the name and description and their translations, tags, external ID or values of `metadata`. If no word contains a term, words that differ by one typo match. */
      search?: string | undefined
      /** Type of the templates. */
      type?: "image" | "video" | "document" | ReadonlyArray<"image" | "video" | "document"> | undefined
      /** Status of the templates. */
      status?: "draft" | "published" | "archived" | ReadonlyArray<"draft" | "published" | "archived"> | undefined
      /** ID of the template in your own system. */
      external_id?: string | ReadonlyArray<string> | undefined
      /** Review state of the templates. */
      review?: "draft" | "in_review" | "approved" | "rejected" | ReadonlyArray<"draft" | "in_review" | "approved" | "rejected"> | undefined
      /** Values of custom properties. The name of each parameter is `properties.` followed by the key of a property: `properties.region=emea,apac` for any of these values, `properties.year.min=2020` and `properties.year.max=2024` for a range of numbers or dates with both bounds included, `properties.year[gt]=2020` with `gte`, `lte`, `gt` or `lt` for other ranges, and `properties.region[exists]=false` for resources without a value. */
      properties?: Record<string, string | Array<string>> | undefined
      /** Whether to include resources in the trash. */
      with_trashed?: boolean | undefined
      /** Whether to return only resources in the trash. */
      only_trashed?: boolean | undefined
      /** IDs, slugs or names of tags, in repeated parameters or separated by commas. */
      tag?: string | ReadonlyArray<string> | undefined
      /** Whether results have at least one of the tags (`any`) or all of them (`all`). Default: `any`. */
      tag_mode?: "any" | "all" | undefined
      /** `true` for resources without tags, `false` for resources with at least one tag. */
      untagged?: boolean | undefined
    }
  }
  /** Create a template */
  "POST /api/templates": {
    reply: {
      data: Template
    }
  }
  /** Get a template */
  "GET /api/templates/{id}": {
    reply: {
      data: Template
    }
  }
  /** Update a template */
  "PATCH /api/templates/{id}": {
    body: {
      name?: string | undefined
      /** File name of the document, with its extension. */
      filename?: string | undefined
      description?: string | null | undefined
      type?: "image" | "video" | "document" | undefined
      /** ID in your own system, up to 255 characters. */
      external_id?: string | null | undefined
      /** Custom data for your integration, up to 16 KB of JSON. */
      metadata?: Record<string, unknown> | undefined
      /** Values of the custom properties, by key. Omitted properties keep their values, and null removes a value. A choice is the key or label of an option, a date has the form `2027-01-31`, and a person is the ID or e-mail address of a member. */
      properties?: Record<string, string | number | boolean | Array<string> | null> | undefined
      /** Texts in other languages, by language tag (BCP 47) such as `de` or `pt-BR`: up to 50 languages and 64 kB. Languages and texts that are omitted are unchanged; null removes one. An empty object stands for the language of the original texts. */
      translations?: Record<string, {
        name?: string | null
        description?: string | null
        variables?: Record<string, {
          label?: string | null
        } | null> | null
      } | null> | undefined
      /** IDs or slugs of template tags. Replaces all tags of the template. */
      tags?: ReadonlyArray<string> | undefined
      /** Variables to update. `key` identifies the variable. Omitted properties are unchanged; `null` removes a property. */
      variables?: ReadonlyArray<{
        key: string
        /** Type of the value. The possible types depend on the layer in the document. */
        type?: "text" | "image" | "color" | "number" | "boolean" | "logo" | "qr" | "barcode" | "list"
        /** Name in the user interface. */
        label?: string
        /** Whether a value is required. */
        required?: boolean
        /** Maximum length of the value, in characters. */
        max_length?: number | null
        /** Regular expression that the whole value must match, up to 200 characters. RE2 syntax: no look-around, no backreferences. */
        pattern?: string | null
        /** Allowed values. */
        options?: Array<string> | null
        /** Minimum width of the image, in pixels. */
        min_width?: number | null
        /** ID of the folder that must contain the image, directly or in a subfolder. */
        folder_id?: string | null
        /** Allowed colors: `#RRGGBB`, `brand:` with the name or role of a brand kit color, or `brand:*` for every color of the kit. */
        palette?: Array<string> | null
        /** How the value fits into its box. Texts and numbers: `shrink`, `wrap`, `shrink_and_wrap`, `ellipsis` or `none`. Images: `cover` or `contain`. */
        fit?: "shrink" | "wrap" | "shrink_and_wrap" | "ellipsis" | "none" | "cover" | "contain" | null
        /** Minimum font size, in user units of the document. */
        min_size?: number | null
        /** Maximum number of lines. */
        max_lines?: number | null
        /** Horizontal alignment in the box, relative to the direction of the text. */
        align?: "start" | "center" | "end" | null
        /** Vertical alignment in the box. */
        vertical_align?: "top" | "middle" | "bottom" | null
        /** Whether `**bold**`, blank lines between paragraphs and lines that start with `- ` are interpreted. */
        markup?: boolean | null
        /** Whether words at the end of a line are hyphenated by the rules of the language of the text. Applies if `fit` wraps the text. */
        hyphenate?: boolean | null
        /** Rectangle in user units of the document. */
        box?: VariableBox | null
        /** Number format. A value can override it. */
        format?: NumberFormat | null
        /** Language of the number format (BCP 47). Default: the language of the render. */
        locale?: string | null
        /** Barcode type. Default: `code128`. */
        symbology?: "code128" | "gs1_128" | "code39" | "ean13" | "ean8" | "upca" | "upce" | "itf14" | "data_matrix" | "pdf417" | null
        /** Maximum number of rows. Default: 50. */
        max_rows?: number | null
        /** Number of columns. Default: the columns in the design. */
        columns?: number | null
        /** Gap between columns, in user units of the document. Default: the gap in the design. */
        column_gap?: number | null
        /** Gap between rows, in user units of the document. Default: the gap in the design. */
        row_gap?: number | null
      }> | undefined
      /** Review state. Available only if the company uses reviews. `approved` and `rejected` require the scope `assets:write` or, in the portal, the role of an administrator. */
      review?: "draft" | "in_review" | "approved" | "rejected" | undefined
    }
    reply: {
      data: Template
    }
  }
  /** Delete a template */
  "DELETE /api/templates/{id}": {}
  /** Restore a template */
  "POST /api/templates/{id}/restoration": {
    reply: {
      data: Template
    }
  }
  /** Publish a template */
  "POST /api/templates/{id}/publication": {
    reply: {
      data: Template
    }
  }
  /** Archive a template */
  "POST /api/templates/{id}/archival": {
    reply: {
      data: Template
    }
  }
  /** Get the document of a template */
  "GET /api/templates/{id}/document": {
    reply: {
      data: TemplateDocument
    }
  }
  /** Replace the document of a template */
  "PUT /api/templates/{id}/document": {
    reply: {
      data: Template
    }
  }
  /** List the versions of a template */
  "GET /api/templates/{id}/versions": {
    query: {
      /** Version number. Only older versions are returned. */
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
  /** Restore a version of a template */
  "POST /api/templates/{id}/versions/{version}/restoration": {
    reply: {
      data: Template
    }
  }
  /** List template tags */
  "GET /api/tags": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`; with `search`, `relevance`: names that contain the longest term as a word, then other texts and tags that contain it, and then all other matches, each group newest first. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "relevance" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Search terms. Each term matches any part of a word in the name. Tags in the trash are never matched. */
      search?: string | undefined
      /** Whether to include resources in the trash. */
      with_trashed?: boolean | undefined
      /** Whether to return only resources in the trash. */
      only_trashed?: boolean | undefined
    }
  }
  /** Create a template tag */
  "POST /api/tags": {
    body: {
      /** Name on a single line. Unique within the company, ignoring case. */
      name: string
      /** Color of the tag as `#RRGGBB`, or null. */
      color?: string | null | undefined
    }
    reply: {
      data: TemplateTag
    }
  }
  /** Get a template tag */
  "GET /api/tags/{id}": {
    reply: {
      data: TemplateTag
    }
  }
  /** Update a template tag */
  "PATCH /api/tags/{id}": {
    body: {
      /** Name on a single line. Unique within the company, ignoring case. */
      name?: string | undefined
      /** Color of the tag as `#RRGGBB`, or null. */
      color?: string | null | undefined
    }
    reply: {
      data: TemplateTag
    }
  }
  /** Delete a template tag */
  "DELETE /api/tags/{id}": {}
  /** Merge template tags */
  "POST /api/tags/{id}/merges": {
    body: {
      /** IDs of the tags to merge into this tag. */
      tags: ReadonlyArray<string>
    }
    reply: {
      data: TemplateTag
    } | {
      data: TemplateTag
      job: Job
    }
  }
  /** Restore a template tag */
  "POST /api/tags/{id}/restoration": {
    body: {
      /** Name on a single line. Unique within the company, ignoring case. */
      name?: string | undefined
    }
    reply: {
      data: TemplateTag
    }
  }
  /** Render a template */
  "POST /api/templates/{id}/renders": {
    body: {
      /** Values, by variable key. Variables without a value keep the content of the document. */
      variables?: Record<string, unknown> | undefined
      /** File format. Default: `png`. */
      format?: "png" | "jpeg" | "webp" | "avif" | "svg" | "pdf" | undefined
      /** Width in pixels. If null, it is computed from the other side or from the template. */
      width?: number | null | undefined
      /** Height in pixels. If null, it is computed from the other side or from the template. */
      height?: number | null | undefined
      /** Scale factor for width and height. Default: 1. */
      scale?: number | undefined
      /** Quality of JPEG, WebP and AVIF, 1 to 100. */
      quality?: number | null | undefined
      /** Background: `transparent` or `#RRGGBB`. Default: transparent, where the format allows it. */
      background?: string | null | undefined
      /** Language of the texts (BCP 47), for shaping, line breaks and number formats. */
      language?: string | null | undefined
      /** Brand kit for fonts, colors and logos. Default: the default brand kit of the company. */
      brand_kit_id?: string | null | undefined
      /** Version of the template. Default: the current version. */
      template_version?: number | null | undefined
      /** `warn` reports findings, `strict` returns 422 if there are findings, and `off` reports no findings. */
      check?: "warn" | "strict" | "off" | undefined
      pdf?: {
        /** Bleed on all sides, such as `3mm`, up to `50mm`. Default: none. */
        bleed?: string
        /** Marks outside the trimmed page. `crop` is the only supported type. */
        marks?: Array<"crop">
        /** Color space. `cmyk` uses the CMYK values of brand kit colors. */
        color?: "rgb" | "cmyk"
        /** `outlines` draws texts as paths. `embedded` embeds subsets of fonts that allow embedding. */
        text?: "outlines" | "embedded"
        /** PDF standard. */
        conformance?: "none" | "PDF/X-4" | "PDF/A-2b"
      } | null | undefined
      /** Whether to use unavailable assets. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
      keep?: {
        /** Folder of the asset. Null for the root. */
        folder_id?: string | null
        /** Name of the asset. Default: the name of the template. */
        name?: string
        /** IDs or slugs of asset tags. */
        tags?: Array<string>
      } | null | undefined
      /** ID in your own system, up to 255 characters. */
      external_id?: string | null | undefined
      /** Custom data for your integration, up to 16 KB of JSON. */
      metadata?: Record<string, unknown> | undefined
    }
    reply: {
      data: Render
    }
  }
  /** Check values for a template */
  "POST /api/templates/{id}/checks": {
    body: {
      /** Values, by variable key. Variables without a value keep the content of the document. */
      variables?: Record<string, unknown> | undefined
      /** File format. Default: `png`. */
      format?: "png" | "jpeg" | "webp" | "avif" | "svg" | "pdf" | undefined
      /** Width in pixels. If null, it is computed from the other side or from the template. */
      width?: number | null | undefined
      /** Height in pixels. If null, it is computed from the other side or from the template. */
      height?: number | null | undefined
      /** Scale factor for width and height. Default: 1. */
      scale?: number | undefined
      /** Quality of JPEG, WebP and AVIF, 1 to 100. */
      quality?: number | null | undefined
      /** Background: `transparent` or `#RRGGBB`. Default: transparent, where the format allows it. */
      background?: string | null | undefined
      /** Language of the texts (BCP 47), for shaping, line breaks and number formats. */
      language?: string | null | undefined
      /** Brand kit for fonts, colors and logos. Default: the default brand kit of the company. */
      brand_kit_id?: string | null | undefined
      /** Version of the template. Default: the current version. */
      template_version?: number | null | undefined
      /** `warn` reports findings, `strict` returns 422 if there are findings, and `off` reports no findings. */
      check?: "warn" | "strict" | "off" | undefined
      pdf?: {
        /** Bleed on all sides, such as `3mm`, up to `50mm`. Default: none. */
        bleed?: string
        /** Marks outside the trimmed page. `crop` is the only supported type. */
        marks?: Array<"crop">
        /** Color space. `cmyk` uses the CMYK values of brand kit colors. */
        color?: "rgb" | "cmyk"
        /** `outlines` draws texts as paths. `embedded` embeds subsets of fonts that allow embedding. */
        text?: "outlines" | "embedded"
        /** PDF standard. */
        conformance?: "none" | "PDF/X-4" | "PDF/A-2b"
      } | null | undefined
      /** Whether to use unavailable assets. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
    }
    reply: {
      data: {
        findings: Array<RenderFinding>
        layout: Array<TextLayout>
      }
    }
  }
  /** List renders */
  "GET /api/renders": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** ID of the template. */
      template_id?: string | undefined
      /** ID of an asset that the renders use. */
      asset_id?: string | undefined
      /** ID of the brand kit that the renders use. */
      brand_kit_id?: string | undefined
      /** ID of the batch that contains the renders. */
      batch_id?: string | undefined
      /** Status of the renders. */
      status?: "queued" | "rendering" | "done" | "failed" | undefined
      /** Selects renders with a finding of this type, such as `text_shrunk`. */
      finding?: string | undefined
      /** Format of the renders. */
      format?: "png" | "jpeg" | "webp" | "avif" | "svg" | "pdf" | undefined
      /** ID of the render in your own system. */
      external_id?: string | undefined
    }
  }
  /** Get a render */
  "GET /api/renders/{id}": {
    reply: {
      data: Render
    }
  }
  /** Delete a render */
  "DELETE /api/renders/{id}": {}
  /** Save a render as an asset */
  "POST /api/renders/{id}/asset": {
    body: {
      /** Folder of the asset. Null for the root. */
      folder_id?: string | null | undefined
      /** Name of the asset. Default: the name of the template. */
      name?: string | undefined
      /** IDs or slugs of asset tags. */
      tags?: ReadonlyArray<string> | undefined
    }
    reply: {
      data: Asset
    }
  }
  /** List render batches */
  "GET /api/render-batches": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Status of the batches. */
      status?: "checking" | "rendering" | "done" | "cancelled" | undefined
      /** ID of a template that the batches use. */
      template_id?: string | undefined
      /** ID of the batch in your own system. */
      external_id?: string | undefined
    }
  }
  /** Create a render batch */
  "POST /api/render-batches": {
    body: {
      /** IDs of 1 to 10 templates. Every row is rendered with every template. */
      template_ids: ReadonlyArray<string>
      /** Rows as objects with values by column. The number of rows multiplied by the numbers of templates and sizes is at most 10,000. */
      rows: ReadonlyArray<Record<string, unknown>>
      /** Column for each variable, as an object such as `{"headline":"Title"}`. Other columns are then ignored. If null, columns must have the names of variables, and all columns are used. */
      columns?: Record<string, string> | null | undefined
      /** Pattern of the file names in the zip, such as `{sku}-{template}.png`: names of columns, `{row}` and `{template}` in braces, and `{size}`, such as `1080x1350`, if there are `sizes`. Names are made safe and unique. Default: `{row}`, with `{template}` and `{size}` if there are several. */
      name_pattern?: string | null | undefined
      /** 1 to 10 sizes in which every row is rendered, instead of `width`, `height` and `scale`. */
      sizes?: Array<{
        /** Width in pixels. If null, it is computed from the other side or from the template. */
        width?: number | null
        /** Height in pixels. If null, it is computed from the other side or from the template. */
        height?: number | null
        /** Scale factor for width and height. Default: 1. */
        scale?: number
      }> | null | undefined
      /** File format. Default: `png`. */
      format?: "png" | "jpeg" | "webp" | "avif" | "svg" | "pdf" | undefined
      /** Width in pixels. If null, it is computed from the other side or from the template. */
      width?: number | null | undefined
      /** Height in pixels. If null, it is computed from the other side or from the template. */
      height?: number | null | undefined
      /** Scale factor for width and height. Default: 1. */
      scale?: number | undefined
      /** Quality of JPEG, WebP and AVIF, 1 to 100. */
      quality?: number | null | undefined
      /** Background: `transparent` or `#RRGGBB`. Default: transparent, where the format allows it. */
      background?: string | null | undefined
      /** Language of the texts (BCP 47), for shaping, line breaks and number formats. */
      language?: string | null | undefined
      /** Brand kit for fonts, colors and logos. Default: the default brand kit of the company. */
      brand_kit_id?: string | null | undefined
      /** `warn` reports findings, `strict` returns 422 if there are findings, and `off` reports no findings. */
      check?: "warn" | "strict" | "off" | undefined
      pdf?: {
        /** Bleed on all sides, such as `3mm`, up to `50mm`. Default: none. */
        bleed?: string
        /** Marks outside the trimmed page. `crop` is the only supported type. */
        marks?: Array<"crop">
        /** Color space. `cmyk` uses the CMYK values of brand kit colors. */
        color?: "rgb" | "cmyk"
        /** `outlines` draws texts as paths. `embedded` embeds subsets of fonts that allow embedding. */
        text?: "outlines" | "embedded"
        /** PDF standard. */
        conformance?: "none" | "PDF/X-4" | "PDF/A-2b"
      } | null | undefined
      /** ID in your own system, up to 255 characters. */
      external_id?: string | null | undefined
      /** Custom data for your integration, up to 16 KB of JSON. */
      metadata?: Record<string, unknown> | undefined
    }
    reply: {
      data: RenderBatch
    }
  }
  /** Get a render batch */
  "GET /api/render-batches/{id}": {
    reply: {
      data: RenderBatch
    }
  }
  /** List rows of a render batch */
  "GET /api/render-batches/{id}/rows": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `row`. */
      sort?: "row" | "-row" | "risk" | "-risk" | "updated_at" | "-updated_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Status of the rows. */
      status?: "queued" | "rendering" | "done" | "failed" | "cancelled" | undefined
      /** ID of the template that the rows use. */
      template_id?: string | undefined
      /** Selects rows with a finding of this type, such as `text_shrunk`. */
      finding?: string | undefined
    }
  }
  /** Retry rows of a render batch */
  "POST /api/render-batches/{id}/retries": {
    body: {
      /** Up to 500 rows to render again, optionally with corrected values. If null, all failed rows are rendered again. */
      rows?: Array<{
        id: string
        /** Replaces all values of the row. */
        variables?: Record<string, unknown>
      }> | null | undefined
    }
    reply: {
      data: RenderBatch
    }
  }
  /** Cancel a render batch */
  "POST /api/render-batches/{id}/cancellation": {
    reply: {
      data: RenderBatch
    }
  }
  /** Refresh renders */
  "POST /api/render-refreshes": {
    body: {
      /** Repeats renders that show this asset. */
      asset_id?: string | undefined
      /** Repeats renders that use this brand kit. */
      brand_kit_id?: string | undefined
      /** Repeats renders of this template. */
      template_id?: string | undefined
      /** `warn` reports findings, `strict` returns 422 if there are findings, and `off` reports no findings. */
      check?: "warn" | "strict" | "off" | undefined
    }
    reply: {
      data: RenderBatch
    }
  }
  /** Create a render link */
  "POST /api/templates/{id}/render-links": {
    body: {
      /** Keys of the variables that the URL can set. Variables that show assets cannot be open. */
      open?: ReadonlyArray<string> | undefined
      /** Values of the variables that the URL cannot set, by key. */
      variables?: Record<string, unknown> | undefined
      /** Formats that the URL can request. Default: `png`. */
      formats?: ReadonlyArray<"png" | "jpeg" | "webp" | "avif" | "svg" | "pdf"> | undefined
      /** Maximum `width` in the URL, in pixels. Default: 2,000. */
      width_max?: number | undefined
      /** Maximum number of distinct renders. Null if unlimited. */
      max_renders?: number | null | undefined
      /** Time after which the link returns 410. Null for no expiry. */
      expires_at?: string | null | Date | undefined
      /** Quality of JPEG, WebP and AVIF, 1 to 100. */
      quality?: number | null | undefined
      /** Background: `transparent` or `#RRGGBB`. Default: transparent, where the format allows it. */
      background?: string | null | undefined
      /** Language of the texts (BCP 47), for shaping, line breaks and number formats. */
      language?: string | null | undefined
      /** Brand kit for fonts, colors and logos. Default: the default brand kit of the company. */
      brand_kit_id?: string | null | undefined
      /** Version of the template. Default: the current version. */
      template_version?: number | null | undefined
    }
    reply: {
      data: {
        /** TypeID with the prefix `rln`. */
        id: string
        /** TypeID with the prefix `tpl`. */
        template_id: string
        /** Version of the template that the link renders. */
        template_version: number
        /** URL of the link, without the values and the signature. Add both to get a working URL. */
        url: string
        /** Keys of the variables that the URL can set. */
        open: Array<string>
        /** Formats that the URL can request. */
        formats: Array<"png" | "jpeg" | "webp" | "avif" | "svg" | "pdf">
        /** Maximum `width`, in pixels. */
        width_max: number
        /** Values of the variables that the URL cannot set, by key. */
        variables: Record<string, unknown>
        /** Maximum number of distinct renders. Null if unlimited. */
        max_renders: number | null
        /** Number of distinct renders created through the link. */
        renders_count: number
        expires_at: string | null
        revoked_at: string | null
        created_by: Creator | null
        /** ISO 8601 time in UTC, with milliseconds. */
        created_at: string
        /** ISO 8601 time in UTC, with milliseconds. */
        updated_at: string
        /** Secret that signs the URLs of the link, `rls_…`. Shown only once. */
        secret: string
      }
    }
  }
  /** List render links */
  "GET /api/render-links": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** ID of the template. */
      template_id?: string | undefined
    }
  }
  /** Get a render link */
  "GET /api/render-links/{id}": {
    reply: {
      data: RenderLink
    }
  }
  /** Revoke a render link */
  "DELETE /api/render-links/{id}": {}
  /** List assets */
  "GET /api/assets": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`; with `search`, `relevance`: names that contain the longest term as a word, then other texts and tags that contain it, and then all other matches, each group newest first. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "relevance" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Search terms. Each term matches any part of a word in the name, file name, tags, folder, texts and their translations, external ID, values of `metadata`, or metadata in the file. If no word contains a term, words that differ by one typo match. */
      search?: string | undefined
      /** Type of the assets. */
      type?: "image" | "video" | "audio" | "document" | "font" | "other" | ReadonlyArray<"image" | "video" | "audio" | "document" | "font" | "other"> | undefined
      /** Status of the assets. */
      status?: "processing" | "ready" | "failed" | ReadonlyArray<"processing" | "ready" | "failed"> | undefined
      /** MIME type of the assets. */
      mime_type?: string | ReadonlyArray<string> | undefined
      /** ID of the asset in your own system. */
      external_id?: string | ReadonlyArray<string> | undefined
      /** Usual extension of the format, such as `jpg`. */
      extension?: string | ReadonlyArray<string> | undefined
      /** Orientation of images and videos. */
      orientation?: "landscape" | "portrait" | "square" | ReadonlyArray<"landscape" | "portrait" | "square"> | undefined
      /** Dominant color: `black`, `gray`, `white`, `red`, `orange`, `yellow`, `green`, `turquoise`, `blue`, `purple`, `pink`, `brown`, or `#RRGGBB` for similar colors. Send the `#` as `%23`, or omit it. */
      color?: string | ReadonlyArray<string> | undefined
      /** Whether images have transparent parts. */
      has_alpha?: boolean | undefined
      /** Whether images are animated. */
      is_animated?: boolean | undefined
      /** Year of creation (UTC), such as `2026`. */
      year?: string | ReadonlyArray<string> | undefined
      /** Whether the assets may currently be used. */
      availability?: "available" | "not_yet" | "expired" | ReadonlyArray<"available" | "not_yet" | "expired"> | undefined
      /** Selects assets whose usage rights end before this time. */
      expires_before?: string | Date | undefined
      /** Selects assets whose usage rights end after this time. */
      expires_after?: string | Date | undefined
      /** ID of the folder that contains the assets, or `root` for assets without a folder. */
      folder_id?: string | ReadonlyArray<string> | undefined
      /** Whether to include all subfolders of `folder_id`. */
      recursive?: boolean | undefined
      /** ID of a collection that contains the assets. `GET /api/collections/{id}/items` returns them in collection order. */
      collection_id?: string | ReadonlyArray<string> | undefined
      /** Review state of the assets. */
      review?: "draft" | "in_review" | "approved" | "rejected" | ReadonlyArray<"draft" | "in_review" | "approved" | "rejected"> | undefined
      /** Values of custom properties. The name of each parameter is `properties.` followed by the key of a property: `properties.region=emea,apac` for any of these values, `properties.year.min=2020` and `properties.year.max=2024` for a range of numbers or dates with both bounds included, `properties.year[gt]=2020` with `gte`, `lte`, `gt` or `lt` for other ranges, and `properties.region[exists]=false` for resources without a value. */
      properties?: Record<string, string | Array<string>> | undefined
      /** Whether to include resources in the trash. */
      with_trashed?: boolean | undefined
      /** Whether to return only resources in the trash. */
      only_trashed?: boolean | undefined
      /** IDs, slugs or names of tags, in repeated parameters or separated by commas. */
      tag?: string | ReadonlyArray<string> | undefined
      /** Whether results have at least one of the tags (`any`) or all of them (`all`). Default: `any`. */
      tag_mode?: "any" | "all" | undefined
      /** `true` for resources without tags, `false` for resources with at least one tag. */
      untagged?: boolean | undefined
      /** Whether to return working links to unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
      /** Comma-separated facets to count in `meta.facets`. Only the newest 10,000 results are counted. Facets are tag, type, folder_id, extension, orientation, color, year, review, and custom properties, such as `properties.region`. */
      facets?: string | ReadonlyArray<string> | undefined
    }
  }
  /** Create an asset */
  "POST /api/assets": {
    reply: {
      data: Asset
    }
  }
  /** Get an asset */
  "GET /api/assets/{id}": {
    query: {
      /** Whether to return working links to unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
    }
    reply: {
      data: Asset
    }
  }
  /** Update an asset */
  "PATCH /api/assets/{id}": {
    body: {
      /** Name of the asset. If the file name is the same as the asset name, the file is also renamed. */
      name?: string | undefined
      /** File name, with its extension. */
      filename?: string | undefined
      /** ID of the folder. Null for the root. */
      folder_id?: string | null | undefined
      /** Alternative text of the image, for screen readers. */
      alt_text?: string | null | undefined
      description?: string | null | undefined
      copyright?: string | null | undefined
      /** License, such as `CC BY 4.0` or a contract. */
      license?: string | null | undefined
      /** Permitted uses of the asset. */
      usage_terms?: string | null | undefined
      /** Consents of people in the asset and of owners of places and objects. Replaces all releases. */
      releases?: ReadonlyArray<{
        type: "model" | "property"
        name: string
        reference?: string | null
      }> | undefined
      /** Time when the usage rights start. */
      available_from?: string | null | Date | undefined
      /** Time when the usage rights end. */
      expires_at?: string | null | Date | undefined
      /** ID in your own system, up to 255 characters. */
      external_id?: string | null | undefined
      /** Point that stays visible when the image is cropped, from 0 to 1, measured from the top left. */
      focal_point?: {
        x: number
        y: number
      } | null | undefined
      /** Custom data for your integration, up to 16 KB of JSON. */
      metadata?: Record<string, unknown> | undefined
      /** Values of the custom properties, by key. Omitted properties keep their values, and null removes a value. A choice is the key or label of an option, a date has the form `2027-01-31`, and a person is the ID or e-mail address of a member. */
      properties?: Record<string, string | number | boolean | Array<string> | null> | undefined
      /** Texts in other languages, by language tag (BCP 47) such as `de` or `pt-BR`: up to 50 languages and 64 kB. Languages and texts that are omitted are unchanged; null removes one. An empty object stands for the language of the original texts. */
      translations?: Record<string, {
        name?: string | null
        description?: string | null
        /** Alternative text of the image, for screen readers. */
        alt_text?: string | null
      } | null> | undefined
      /** IDs or slugs of asset tags, or objects with `id` or `name`. Replaces all tags of the asset. `source: "auto"` suggests a tag. A suggestion that is sent with another source or without a source is accepted, and an omitted suggestion is rejected. */
      tags?: ReadonlyArray<string | {
        /** ID or slug of the tag. */
        id?: string
        /** Name of the tag. Without an `id`, a missing tag is created. */
        name?: string
        /** `auto` suggests the tag. */
        source?: "manual" | "auto" | "embedded"
        /** Confidence of a suggestion, 0 to 1. */
        confidence?: number | null
      }> | undefined
      /** Review state. Available only if the company uses reviews. `approved` and `rejected` require the scope `assets:write` or, in the portal, the role of an administrator. */
      review?: "draft" | "in_review" | "approved" | "rejected" | undefined
    }
    reply: {
      data: Asset
    }
  }
  /** Delete an asset */
  "DELETE /api/assets/{id}": {}
  /** Restore an asset */
  "POST /api/assets/{id}/restoration": {
    reply: {
      data: Asset
    }
  }
  /** List the usages of an asset */
  "GET /api/assets/{id}/usages": {
    reply: {
      data: Array<Usage>
    }
  }
  /** List the changes of an asset */
  "GET /api/assets/{id}/changes": {
    query: {
      /** Sequence number. Only earlier changes are returned. */
      before?: number | undefined
    }
    reply: {
      data: Array<AssetChange>
      meta: {
        /** TypeID with the prefix `ast`. */
        asset_id: string
        next_before: number | null
      }
    }
  }
  /** Get a link to an asset in a given size and format */
  "GET /api/assets/{id}/link": {
    query: {
      /** Page of a PDF or Illustrator document, from 1 to `page_count`. Default: the first page. */
      page?: number | undefined
      /** Width in pixels. Default: computed from `h` and the aspect ratio. */
      w?: number | undefined
      /** Height in pixels. Default: computed from `w` and the aspect ratio. */
      h?: number | undefined
      /** How the image fits into `w` and `h`: `inside` keeps the whole image, `cover` crops around the focal point, and `contain` adds a border. Default: `inside`. */
      fit?: "cover" | "contain" | "inside" | undefined
      /** Image format. Default: `webp`. */
      format?: "webp" | "avif" | "jpeg" | "png" | undefined
      /** Compression quality, 1 to 100. Default: 80. */
      q?: number | undefined
      /** `embed` writes the asset's metadata into the file as XMP: name, description, tags, creators, copyright, alt text and expiry. For JPEG, PNG, WebP, TIFF, PDF and SVG. */
      metadata?: "embed" | undefined
      /** Whether browsers download the file under its `filename` instead of displaying it. */
      download?: boolean | undefined
      /** Name of a preset that determines the size, format and metadata. Only for images. Cannot be combined with `page`, `w`, `h`, `fit`, `format`, `q` or `metadata`. */
      preset?: string | undefined
      /** Whether to return working links to unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
    }
    reply: {
      data: AssetLink
    }
  }
  /** Edit an image */
  "POST /api/assets/{id}/edits": {
    body: {
      /** `version` makes the result the current version of the asset. `copy` creates a new asset. */
      as: "version" | "copy"
      /** Clockwise rotation in degrees, applied first. Default: 0. */
      rotate?: 0 | 90 | 180 | 270 | undefined
      /** Mirrors the rotated image: `horizontal` swaps left and right, and `vertical` swaps top and bottom. */
      flip?: "horizontal" | "vertical" | undefined
      /** Part of the image to keep, in pixels of the rotated and flipped image, from the top left. */
      crop?: {
        x: number
        y: number
        width: number
        height: number
      } | undefined
      /** Width of the result in pixels. Default: computed from `height`, or the width of the cropped image. */
      width?: number | undefined
      /** Height of the result in pixels. With both `width` and `height`, the image is cropped around its focal point to fill the size. */
      height?: number | undefined
      /** Image format. Default: the asset's format if it is in this list, and otherwise `png`. */
      format?: "webp" | "avif" | "jpeg" | "png" | undefined
      /** Compression quality, 1 to 100. Default: 90. Has no effect on PNG, which is lossless. */
      quality?: number | undefined
      /** Focal point in the result, from 0 to 1, measured from the top left. Default: the same point of the image, or none if this point was cropped. */
      focal_point?: {
        x: number
        y: number
      } | null | undefined
      /** Name of the copy. Default: the name of the asset. */
      name?: string | undefined
    }
    reply: {
      data: Asset
    }
  }
  /** Replace the file of an asset */
  "PUT /api/assets/{id}/file": {
    reply: {
      data: Asset
    }
  }
  /** List the versions of an asset */
  "GET /api/assets/{id}/versions": {
    query: {
      /** Version number. Only older versions are returned. */
      before?: number | undefined
      /** Whether to return working links to unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
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
  /** Restore a version of an asset */
  "POST /api/assets/{id}/versions/{version}/restoration": {
    reply: {
      data: Asset
    }
  }
  /** Import an asset */
  "POST /api/asset-imports": {
    body: {
      /** HTTPS URL of the file, on a public host. */
      url: string
      /** Name of the asset. Default: the source's file name, without its extension. */
      name?: string | undefined
      /** File name. Default: the source's file name. */
      filename?: string | undefined
      /** ID of the folder. Null for the root. */
      folder_id?: string | null | undefined
      /** Alternative text of the image, for screen readers. */
      alt_text?: string | null | undefined
      description?: string | null | undefined
      copyright?: string | null | undefined
      /** License, such as `CC BY 4.0` or a contract. */
      license?: string | null | undefined
      /** Permitted uses of the asset. */
      usage_terms?: string | null | undefined
      /** Consents of people in the asset and of owners of places and objects. Replaces all releases. */
      releases?: ReadonlyArray<{
        type: "model" | "property"
        name: string
        reference?: string | null
      }> | undefined
      /** Time when the usage rights start. */
      available_from?: string | null | Date | undefined
      /** Time when the usage rights end. */
      expires_at?: string | null | Date | undefined
      /** ID in your own system, up to 255 characters. */
      external_id?: string | null | undefined
      /** Point that stays visible when the image is cropped, from 0 to 1, measured from the top left. */
      focal_point?: {
        x: number
        y: number
      } | null | undefined
      /** Custom data for your integration, up to 16 KB of JSON. */
      metadata?: Record<string, unknown> | undefined
      /** Values of the custom properties, by key. Omitted properties keep their values, and null removes a value. A choice is the key or label of an option, a date has the form `2027-01-31`, and a person is the ID or e-mail address of a member. */
      properties?: Record<string, string | number | boolean | Array<string> | null> | undefined
      /** Texts in other languages, by language tag (BCP 47) such as `de` or `pt-BR`: up to 50 languages and 64 kB. Languages and texts that are omitted are unchanged; null removes one. An empty object stands for the language of the original texts. */
      translations?: Record<string, {
        name?: string | null
        description?: string | null
        /** Alternative text of the image, for screen readers. */
        alt_text?: string | null
      } | null> | undefined
      /** IDs or slugs of asset tags. */
      tags?: ReadonlyArray<string> | undefined
    }
    reply: {
      data: Job
    }
  }
  /** Move, tag, untag, review, delete or restore many assets, or set their properties */
  "POST /api/asset-batches": {
    body: {
      action: "move" | "tag" | "untag" | "set_properties" | "set_review" | "trash" | "restore"
      /** IDs of the assets, up to 500. */
      ids: ReadonlyArray<string>
      /** ID of the target folder for `move`. Null for the root. */
      folder_id?: string | null | undefined
      /** IDs or slugs of asset tags, or objects with `id` or `name`, for `tag` and `untag`. With `source: "auto"`, `tag` suggests a tag. `untag` removes tags and suggestions, and ignores unknown names. */
      tags?: ReadonlyArray<string | {
        /** ID or slug of the tag. */
        id?: string
        /** Name of the tag. Without an `id`, a missing tag is created. */
        name?: string
        /** `auto` suggests the tag. */
        source?: "manual" | "auto" | "embedded"
        /** Confidence of a suggestion, 0 to 1. */
        confidence?: number | null
      }> | undefined
      /** Values of custom properties for `set_properties`, by key. Omitted properties keep their values, and null removes a value. */
      properties?: Record<string, string | number | boolean | Array<string> | null> | undefined
      /** Review state. Available only if the company uses reviews. `approved` and `rejected` require the scope `assets:write` or, in the portal, the role of an administrator. */
      review?: "draft" | "in_review" | "approved" | "rejected" | undefined
      /** Reason for `set_review`, added to the review of each asset whose state changes. */
      note?: string | null | undefined
    }
    reply: {
      data: Array<BatchOutcome>
    } | {
      data: Array<BatchOutcome>
      job: Job
    }
  }
  /** Export assets as CSV */
  "GET /api/assets.csv": {
    query: {
      /** Search terms. Each term matches any part of a word in the name, file name, tags, folder, texts and their translations, external ID, values of `metadata`, or metadata in the file. If no word contains a term, words that differ by one typo match. */
      search?: string | undefined
      /** Type of the assets. */
      type?: "image" | "video" | "audio" | "document" | "font" | "other" | ReadonlyArray<"image" | "video" | "audio" | "document" | "font" | "other"> | undefined
      /** Status of the assets. */
      status?: "processing" | "ready" | "failed" | ReadonlyArray<"processing" | "ready" | "failed"> | undefined
      /** MIME type of the assets. */
      mime_type?: string | ReadonlyArray<string> | undefined
      /** ID of the asset in your own system. */
      external_id?: string | ReadonlyArray<string> | undefined
      /** Usual extension of the format, such as `jpg`. */
      extension?: string | ReadonlyArray<string> | undefined
      /** Orientation of images and videos. */
      orientation?: "landscape" | "portrait" | "square" | ReadonlyArray<"landscape" | "portrait" | "square"> | undefined
      /** Dominant color: `black`, `gray`, `white`, `red`, `orange`, `yellow`, `green`, `turquoise`, `blue`, `purple`, `pink`, `brown`, or `#RRGGBB` for similar colors. Send the `#` as `%23`, or omit it. */
      color?: string | ReadonlyArray<string> | undefined
      /** Whether images have transparent parts. */
      has_alpha?: boolean | undefined
      /** Whether images are animated. */
      is_animated?: boolean | undefined
      /** Year of creation (UTC), such as `2026`. */
      year?: string | ReadonlyArray<string> | undefined
      /** Whether the assets may currently be used. */
      availability?: "available" | "not_yet" | "expired" | ReadonlyArray<"available" | "not_yet" | "expired"> | undefined
      /** Selects assets whose usage rights end before this time. */
      expires_before?: string | Date | undefined
      /** Selects assets whose usage rights end after this time. */
      expires_after?: string | Date | undefined
      /** ID of the folder that contains the assets, or `root` for assets without a folder. */
      folder_id?: string | ReadonlyArray<string> | undefined
      /** Whether to include all subfolders of `folder_id`. */
      recursive?: boolean | undefined
      /** ID of a collection that contains the assets. `GET /api/collections/{id}/items` returns them in collection order. */
      collection_id?: string | ReadonlyArray<string> | undefined
      /** Review state of the assets. */
      review?: "draft" | "in_review" | "approved" | "rejected" | ReadonlyArray<"draft" | "in_review" | "approved" | "rejected"> | undefined
      /** Values of custom properties. The name of each parameter is `properties.` followed by the key of a property: `properties.region=emea,apac` for any of these values, `properties.year.min=2020` and `properties.year.max=2024` for a range of numbers or dates with both bounds included, `properties.year[gt]=2020` with `gte`, `lte`, `gt` or `lt` for other ranges, and `properties.region[exists]=false` for resources without a value. */
      properties?: Record<string, string | Array<string>> | undefined
      /** IDs, slugs or names of tags, in repeated parameters or separated by commas. */
      tag?: string | ReadonlyArray<string> | undefined
      /** Whether results have at least one of the tags (`any`) or all of them (`all`). Default: `any`. */
      tag_mode?: "any" | "all" | undefined
      /** `true` for resources without tags, `false` for resources with at least one tag. */
      untagged?: boolean | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last change, inclusive. */
      updated_since?: string | Date | undefined
      /** Up to 100 comma-separated IDs of assets to export. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Comma-separated language tags (BCP 47), such as `de,pt-BR`. The file has three columns for each: `translations.de.name`, `translations.de.description` and `translations.de.alt_text`. */
      languages?: string | ReadonlyArray<string> | undefined
      /** Whether the file starts with a byte order mark, which Excel needs to recognize UTF-8. */
      bom?: boolean | undefined
    }
  }
  /** Update assets from a CSV or XLSX file */
  "POST /api/asset-tables": {
    reply: {
      data: AssetTableResult
    } | {
      data: AssetTableResult
      job: Job
    }
  }
  /** List archives */
  "GET /api/archives": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
    }
  }
  /** Create an archive */
  "POST /api/archives": {
    body: {
      /** IDs of the assets, in the order of the zip. */
      asset_ids?: ReadonlyArray<string> | undefined
      /** ID of a folder, or `root`. The zip contains the files in the folder and in all subfolders, with the names of the subfolders as paths. */
      folder_id?: "root" | string | undefined
      /** ID of a collection. The zip contains the assets in the collection, in collection order. */
      collection_id?: string | undefined
      /** Filters of `GET /api/assets`, such as `{"tag":["autumn"],"type":"image"}`. The zip contains all matching assets. */
      filter?: {
        /** Search terms. Each term matches any part of a word in the name, file name, tags, folder, texts and their translations, external ID, values of `metadata`, or metadata in the file. If no word contains a term, words that differ by one typo match. */
        search?: string
        /** Type of the assets. */
        type?: "image" | "video" | "audio" | "document" | "font" | "other" | Array<"image" | "video" | "audio" | "document" | "font" | "other">
        /** Status of the assets. */
        status?: "processing" | "ready" | "failed" | Array<"processing" | "ready" | "failed">
        /** MIME type of the assets. */
        mime_type?: string | Array<string>
        /** ID of the asset in your own system. */
        external_id?: string | Array<string>
        /** Usual extension of the format, such as `jpg`. */
        extension?: string | Array<string>
        /** Orientation of images and videos. */
        orientation?: "landscape" | "portrait" | "square" | Array<"landscape" | "portrait" | "square">
        /** Dominant color: `black`, `gray`, `white`, `red`, `orange`, `yellow`, `green`, `turquoise`, `blue`, `purple`, `pink`, `brown`, or `#RRGGBB` for similar colors. Send the `#` as `%23`, or omit it. */
        color?: string | Array<string>
        /** Whether images have transparent parts. */
        has_alpha?: boolean
        /** Whether images are animated. */
        is_animated?: boolean
        /** Year of creation (UTC), such as `2026`. */
        year?: string | Array<string>
        /** Whether the assets may currently be used. */
        availability?: "available" | "not_yet" | "expired" | Array<"available" | "not_yet" | "expired">
        /** Selects assets whose usage rights end before this time. */
        expires_before?: string
        /** Selects assets whose usage rights end after this time. */
        expires_after?: string
        /** ID of the folder that contains the assets, or `root` for assets without a folder. */
        folder_id?: string | Array<string>
        /** Whether to include all subfolders of `folder_id`. */
        recursive?: boolean
        /** ID of a collection that contains the assets. `GET /api/collections/{id}/items` returns them in collection order. */
        collection_id?: string | Array<string>
        /** Review state of the assets. */
        review?: "draft" | "in_review" | "approved" | "rejected" | Array<"draft" | "in_review" | "approved" | "rejected">
        /** Values of custom properties. The name of each parameter is `properties.` followed by the key of a property: `properties.region=emea,apac` for any of these values, `properties.year.min=2020` and `properties.year.max=2024` for a range of numbers or dates with both bounds included, `properties.year[gt]=2020` with `gte`, `lte`, `gt` or `lt` for other ranges, and `properties.region[exists]=false` for resources without a value. */
        properties?: Record<string, string | Array<string>>
        /** IDs, slugs or names of tags, in repeated parameters or separated by commas. */
        tag?: string | Array<string>
        /** Whether results have at least one of the tags (`any`) or all of them (`all`). Default: `any`. */
        tag_mode?: "any" | "all"
        /** `true` for resources without tags, `false` for resources with at least one tag. */
        untagged?: boolean
        /** Earliest creation time, inclusive. */
        created_since?: string
        /** Earliest time of the last change, inclusive. */
        updated_since?: string
      } | undefined
      /** Format of the files: `original`, `small` (WebP, up to 640 pixels), `large` (WebP, up to 1600 pixels), or an object with the size and format of the images. Files without an image are included unchanged, and `Report.txt` in the zip lists them. */
      format?: "original" | "large" | "small" | {
        /** Width in pixels. Default: computed from `h` and the aspect ratio. */
        w?: number
        /** Height in pixels. Default: computed from `w` and the aspect ratio. */
        h?: number
        /** How images fit into `w` and `h`, as in asset links. Default: `inside`. */
        fit?: "cover" | "contain" | "inside"
        /** Image format. Default: `webp`. */
        format?: "webp" | "avif" | "jpeg" | "png"
        /** Compression quality, 1 to 100. Default: 80. */
        q?: number
      } | undefined
      /** Name of a preset, instead of `format`. Files that are not images are included unchanged, and `Report.txt` in the zip lists them. */
      preset?: string | undefined
      /** Whether the zip contains unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
      /** Name of the zip, without `.zip`. Default: the folder or collection name, or `Assets` followed by the date. */
      name?: string | undefined
    }
    reply: {
      data: Archive
    }
  }
  /** Get an archive */
  "GET /api/archives/{id}": {
    reply: {
      data: Archive
    }
  }
  /** Delete an archive */
  "DELETE /api/archives/{id}": {}
  /** List asset tags */
  "GET /api/asset-tags": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`; with `search`, `relevance`: names that contain the longest term as a word, then other texts and tags that contain it, and then all other matches, each group newest first. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "relevance" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Search terms. Each term matches any part of a word in the name. Tags in the trash are never matched. */
      search?: string | undefined
      /** Whether to include resources in the trash. */
      with_trashed?: boolean | undefined
      /** Whether to return only resources in the trash. */
      only_trashed?: boolean | undefined
    }
  }
  /** Create an asset tag */
  "POST /api/asset-tags": {
    body: {
      /** Name on a single line. Unique within the company, ignoring case. */
      name: string
      /** Color of the tag as `#RRGGBB`, or null. */
      color?: string | null | undefined
    }
    reply: {
      data: AssetTag
    }
  }
  /** Get an asset tag */
  "GET /api/asset-tags/{id}": {
    reply: {
      data: AssetTag
    }
  }
  /** Update an asset tag */
  "PATCH /api/asset-tags/{id}": {
    body: {
      /** Name on a single line. Unique within the company, ignoring case. */
      name?: string | undefined
      /** Color of the tag as `#RRGGBB`, or null. */
      color?: string | null | undefined
    }
    reply: {
      data: AssetTag
    }
  }
  /** Delete an asset tag */
  "DELETE /api/asset-tags/{id}": {}
  /** Merge asset tags */
  "POST /api/asset-tags/{id}/merges": {
    body: {
      /** IDs of the tags to merge into this tag. */
      tags: ReadonlyArray<string>
    }
    reply: {
      data: AssetTag
    } | {
      data: AssetTag
      job: Job
    }
  }
  /** Restore an asset tag */
  "POST /api/asset-tags/{id}/restoration": {
    body: {
      /** Name on a single line. Unique within the company, ignoring case. */
      name?: string | undefined
    }
    reply: {
      data: AssetTag
    }
  }
  /** List folders */
  "GET /api/folders": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`; with `search`, `relevance`: names that contain the longest term as a word, then other texts and tags that contain it, and then all other matches, each group newest first. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | "relevance" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Search terms. Each term matches any part of a word in the name. */
      search?: string | undefined
      /** ID of the parent folder, or `root` for folders at the root. */
      parent_id?: string | ReadonlyArray<string> | undefined
      /** Whether to include resources in the trash. */
      with_trashed?: boolean | undefined
      /** Whether to return only resources in the trash. */
      only_trashed?: boolean | undefined
    }
  }
  /** Create a folder */
  "POST /api/folders": {
    body: {
      /** Name on a single line, without slashes. Unique within the parent folder, ignoring case. */
      name: string
      /** ID of the parent folder. Null for the root. */
      parent_id?: string | null | undefined
    }
    reply: {
      data: Folder
    }
  }
  /** Get a folder */
  "GET /api/folders/{id}": {
    reply: {
      data: Folder
    }
  }
  /** Update a folder */
  "PATCH /api/folders/{id}": {
    body: {
      /** Name on a single line, without slashes. Unique within the parent folder, ignoring case. */
      name?: string | undefined
      /** ID of the parent folder. Null for the root. */
      parent_id?: string | null | undefined
    }
    reply: {
      data: Folder
    } | {
      data: Folder
      job: Job
    }
  }
  /** Delete a folder */
  "DELETE /api/folders/{id}": {
    query: {
      /** Whether to also delete the assets and subfolders in the folder. */
      recursive?: boolean | undefined
    }
    reply: {
      job: Job
    }
  }
  /** Restore a folder */
  "POST /api/folders/{id}/restoration": {
    body: {
      /** Name on a single line, without slashes. Unique within the parent folder, ignoring case. */
      name?: string | undefined
    }
    reply: {
      data: Folder
    } | {
      data: Folder
      job: Job
    }
  }
  /** List brand kits */
  "GET /api/brand-kit": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Whether to return working links to unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
    }
  }
  /** Create a brand kit */
  "POST /api/brand-kit": {
    body: {
      /** Name on a single line. Unique within the company, ignoring case. */
      name: string
      /** Whether this is the default brand kit. `true` replaces the previous default. */
      is_default?: boolean | undefined
    }
    reply: {
      data: BrandKit
    }
  }
  /** List brand kit logos */
  "GET /api/brand-kit/logos": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `position`. */
      sort?: "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** ID of the brand kit that contains the results. */
      brand_kit_id?: string | ReadonlyArray<string> | undefined
      /** Variant of the logos. */
      variant?: "primary" | "secondary" | "icon" | "wordmark" | "monochrome" | ReadonlyArray<"primary" | "secondary" | "icon" | "wordmark" | "monochrome"> | undefined
      /** Background for which the logos are designed. */
      theme?: "light" | "dark" | "any" | ReadonlyArray<"light" | "dark" | "any"> | undefined
      /** Whether to return working links to unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
    }
  }
  /** Create a brand kit logo */
  "POST /api/brand-kit/logos": {
    body: {
      /** ID of the brand kit. Default: the default brand kit. */
      brand_kit_id?: string | undefined
      name: string
      variant?: "primary" | "secondary" | "icon" | "wordmark" | "monochrome" | undefined
      theme?: "light" | "dark" | "any" | undefined
      /** ID of an image asset. */
      asset_id: string
      /** Whether this is the default logo of its variant. `true` replaces the previous default. */
      is_default?: boolean | undefined
      /** Position in the brand kit, from 0. The other items are renumbered. Default for a new item: the last position. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitLogo
    }
  }
  /** Get a brand kit logo */
  "GET /api/brand-kit/logos/{id}": {
    query: {
      /** Whether to return working links to unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
    }
    reply: {
      data: BrandKitLogo
    }
  }
  /** Update a brand kit logo */
  "PATCH /api/brand-kit/logos/{id}": {
    body: {
      name?: string | undefined
      variant?: "primary" | "secondary" | "icon" | "wordmark" | "monochrome" | undefined
      theme?: "light" | "dark" | "any" | undefined
      /** ID of an image asset. */
      asset_id?: string | undefined
      /** Whether this is the default logo of its variant. `true` replaces the previous default. */
      is_default?: boolean | undefined
      /** Position in the brand kit, from 0. The other items are renumbered. Default for a new item: the last position. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitLogo
    }
  }
  /** Delete a brand kit logo */
  "DELETE /api/brand-kit/logos/{id}": {}
  /** List brand kit colors */
  "GET /api/brand-kit/colors": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `position`. */
      sort?: "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** ID of the brand kit that contains the results. */
      brand_kit_id?: string | ReadonlyArray<string> | undefined
      /** Role of the colors. */
      role?: "primary" | "secondary" | "accent" | "neutral" | "background" | "text" | ReadonlyArray<"primary" | "secondary" | "accent" | "neutral" | "background" | "text"> | undefined
    }
  }
  /** Create a brand kit color */
  "POST /api/brand-kit/colors": {
    body: {
      /** ID of the brand kit. Default: the default brand kit. */
      brand_kit_id?: string | undefined
      name: string
      /** Screen color as `#RGB`, `#RRGGBB` or `#RRGGBBAA`. `#RRGGBBAA` also sets the opacity. */
      hex?: string | undefined
      /** Screen color as integers from 0 to 255. */
      rgb?: {
        r: number
        g: number
        b: number
      } | undefined
      /** Hue in degrees, saturation and lightness in percent. */
      hsl?: {
        h: number
        s: number
        l: number
      } | undefined
      /** CMYK values for print, in percent, stored unchanged. For a new color without `hex`, `rgb` or `hsl`, they also define the screen color. */
      cmyk?: {
        c: number
        m: number
        y: number
        k: number
      } | null | undefined
      /** Opacity, 0 to 1. Default for a new color: the opacity in `hex`, or 1. */
      opacity?: number | undefined
      /** Pantone name, such as `286 C`. */
      pantone?: string | null | undefined
      role?: "primary" | "secondary" | "accent" | "neutral" | "background" | "text" | null | undefined
      /** Heading of the group that contains the color. */
      group?: string | null | undefined
      /** Position in the brand kit, from 0. The other items are renumbered. Default for a new item: the last position. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitColor
    }
  }
  /** Get a brand kit color */
  "GET /api/brand-kit/colors/{id}": {
    reply: {
      data: BrandKitColor
    }
  }
  /** Update a brand kit color */
  "PATCH /api/brand-kit/colors/{id}": {
    body: {
      name?: string | undefined
      /** Screen color as `#RGB`, `#RRGGBB` or `#RRGGBBAA`. `#RRGGBBAA` also sets the opacity. */
      hex?: string | undefined
      /** Screen color as integers from 0 to 255. */
      rgb?: {
        r: number
        g: number
        b: number
      } | undefined
      /** Hue in degrees, saturation and lightness in percent. */
      hsl?: {
        h: number
        s: number
        l: number
      } | undefined
      /** CMYK values for print, in percent, stored unchanged. For a new color without `hex`, `rgb` or `hsl`, they also define the screen color. */
      cmyk?: {
        c: number
        m: number
        y: number
        k: number
      } | null | undefined
      /** Opacity, 0 to 1. Default for a new color: the opacity in `hex`, or 1. */
      opacity?: number | undefined
      /** Pantone name, such as `286 C`. */
      pantone?: string | null | undefined
      role?: "primary" | "secondary" | "accent" | "neutral" | "background" | "text" | null | undefined
      /** Heading of the group that contains the color. */
      group?: string | null | undefined
      /** Position in the brand kit, from 0. The other items are renumbered. Default for a new item: the last position. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitColor
    }
  }
  /** Delete a brand kit color */
  "DELETE /api/brand-kit/colors/{id}": {}
  /** List brand kit fonts */
  "GET /api/brand-kit/fonts": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `position`. */
      sort?: "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** ID of the brand kit that contains the results. */
      brand_kit_id?: string | ReadonlyArray<string> | undefined
      /** Role of the fonts. */
      role?: "heading" | "subheading" | "body" | "caption" | ReadonlyArray<"heading" | "subheading" | "body" | "caption"> | undefined
      /** Whether to return working links to unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
    }
  }
  /** Create a brand kit font */
  "POST /api/brand-kit/fonts": {
    body: {
      /** ID of the brand kit. Default: the default brand kit. */
      brand_kit_id?: string | undefined
      family: string
      /** Font weight, 100 to 900. */
      weight?: number | undefined
      style?: "normal" | "italic" | undefined
      role?: "heading" | "subheading" | "body" | "caption" | null | undefined
      /** ID of the font asset. Null if the font file is not in the library. */
      asset_id?: string | null | undefined
      /** Position in the brand kit, from 0. The other items are renumbered. Default for a new item: the last position. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitFont
    }
  }
  /** Get a brand kit font */
  "GET /api/brand-kit/fonts/{id}": {
    query: {
      /** Whether to return working links to unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
    }
    reply: {
      data: BrandKitFont
    }
  }
  /** Update a brand kit font */
  "PATCH /api/brand-kit/fonts/{id}": {
    body: {
      family?: string | undefined
      /** Font weight, 100 to 900. */
      weight?: number | undefined
      style?: "normal" | "italic" | undefined
      role?: "heading" | "subheading" | "body" | "caption" | null | undefined
      /** ID of the font asset. Null if the font file is not in the library. */
      asset_id?: string | null | undefined
      /** Position in the brand kit, from 0. The other items are renumbered. Default for a new item: the last position. */
      position?: number | undefined
    }
    reply: {
      data: BrandKitFont
    }
  }
  /** Delete a brand kit font */
  "DELETE /api/brand-kit/fonts/{id}": {}
  /** Get a brand kit */
  "GET /api/brand-kit/{id}": {
    query: {
      /** Whether to return working links to unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
    }
    reply: {
      data: BrandKit
    }
  }
  /** Update a brand kit */
  "PATCH /api/brand-kit/{id}": {
    body: {
      /** Name on a single line. Unique within the company, ignoring case. */
      name?: string | undefined
      /** Whether this is the default brand kit. `true` replaces the previous default. */
      is_default?: boolean | undefined
    }
    reply: {
      data: BrandKit
    }
  }
  /** Delete a brand kit */
  "DELETE /api/brand-kit/{id}": {}
  /** Get the color contrast of a brand kit */
  "GET /api/brand-kit/{id}/contrast": {
    reply: {
      data: {
        /** TypeID with the prefix `bkt`. */
        brand_kit_id: string
        /** Version of the brand kit from which the ratios were computed. */
        version: number
        colors: Array<{
          /** TypeID with the prefix `clr`. */
          id: string
          name: string
          hex: string
          opacity: number
        }>
        /** All pairs of a foreground and a background color. */
        pairs: Array<ContrastPair>
      }
    }
  }
  /** Export the colors and fonts of a brand kit as design tokens */
  "GET /api/brand-kit/{id}/tokens": {
    query: {
      /** File format. */
      format?: "dtcg" | "css" | "scss" | "tailwind" | "json" | "ase" | "gpl" | undefined
    }
    reply: Record<string, unknown>
  }
  /** List brand pages */
  "GET /api/brand-pages": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** ID of the brand kit that contains the results. */
      brand_kit_id?: string | ReadonlyArray<string> | undefined
    }
  }
  /** Create a brand page */
  "POST /api/brand-pages": {
    body: {
      /** ID of the brand kit. A brand kit can have one page. */
      brand_kit_id: string
      /** Last part of the page URL: 3 to 60 lower-case letters, digits and hyphens. Unique in the installation. */
      slug: string
      /** Title of the page. If null, the page shows the name of the brand kit. */
      title?: string | null | undefined
      /** Text below the title, up to 2,000 characters. */
      intro?: string | null | undefined
      /** Password of the page, at least 6 characters. Null if the page has no password. Never returned. */
      password?: string | null | undefined
      /** Whether search engines may index the page. A page with a password is never indexed. */
      is_indexed?: boolean | undefined
      /** Whether the page is published. */
      is_published?: boolean | undefined
      /** Up to 20 sections below the brand kit. Replaces all sections. */
      sections?: ReadonlyArray<{
        title: string
        /** Text, up to 5,000 characters. An empty line starts a paragraph, lines that start with `- ` form a list, and `**` marks bold text. All other text is shown unchanged. */
        text?: string
        examples?: Array<{
          /** ID of the asset that the image shows. */
          asset_id: string
          /** `do` or `dont`. */
          kind: "do" | "dont"
          caption?: string | null
        }>
      }> | undefined
    }
    reply: {
      data: BrandPage
    }
  }
  /** Get a brand page */
  "GET /api/brand-pages/{id}": {
    reply: {
      data: BrandPage
    }
  }
  /** Update a brand page */
  "PATCH /api/brand-pages/{id}": {
    body: {
      /** Last part of the page URL: 3 to 60 lower-case letters, digits and hyphens. Unique in the installation. */
      slug?: string | undefined
      /** Title of the page. If null, the page shows the name of the brand kit. */
      title?: string | null | undefined
      /** Text below the title, up to 2,000 characters. */
      intro?: string | null | undefined
      /** Password of the page, at least 6 characters. Null if the page has no password. Never returned. */
      password?: string | null | undefined
      /** Whether search engines may index the page. A page with a password is never indexed. */
      is_indexed?: boolean | undefined
      /** Whether the page is published. */
      is_published?: boolean | undefined
      /** Up to 20 sections below the brand kit. Replaces all sections. */
      sections?: ReadonlyArray<{
        title: string
        /** Text, up to 5,000 characters. An empty line starts a paragraph, lines that start with `- ` form a list, and `**` marks bold text. All other text is shown unchanged. */
        text?: string
        examples?: Array<{
          /** ID of the asset that the image shows. */
          asset_id: string
          /** `do` or `dont`. */
          kind: "do" | "dont"
          caption?: string | null
        }>
      }> | undefined
    }
    reply: {
      data: BrandPage
    }
  }
  /** Delete a brand page */
  "DELETE /api/brand-pages/{id}": {}
  /** List collections */
  "GET /api/collections": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
    }
  }
  /** Create a collection */
  "POST /api/collections": {
    body: {
      /** Name on a single line. Unique within the company, ignoring case. */
      name: string
      /** Description, up to 2,000 characters. */
      description?: string | null | undefined
      /** ID of the asset whose thumbnail represents the collection. The asset need not be in the collection. If null, the first asset is used. */
      cover_asset_id?: string | null | undefined
      /** IDs of up to 100 assets, in order. */
      asset_ids?: ReadonlyArray<string> | undefined
    }
    reply: {
      data: Collection
    }
  }
  /** Get a collection */
  "GET /api/collections/{id}": {
    reply: {
      data: Collection
    }
  }
  /** Update a collection */
  "PATCH /api/collections/{id}": {
    body: {
      /** Name on a single line. Unique within the company, ignoring case. */
      name?: string | undefined
      /** Description, up to 2,000 characters. */
      description?: string | null | undefined
      /** ID of the asset whose thumbnail represents the collection. The asset need not be in the collection. If null, the first asset is used. */
      cover_asset_id?: string | null | undefined
    }
    reply: {
      data: Collection
    }
  }
  /** Delete a collection */
  "DELETE /api/collections/{id}": {}
  /** List assets in a collection */
  "GET /api/collections/{id}/items": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `position`. */
      sort?: "position" | "-position" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Whether to return working links to unavailable files. Requires the scope `assets:write`. */
      include_unavailable?: boolean | undefined
    }
  }
  /** Add assets to a collection */
  "POST /api/collections/{id}/items": {
    body: {
      /** IDs of up to 100 assets to add, in order. */
      asset_ids: ReadonlyArray<string>
      /** ID of an asset in the collection. The assets are placed before this asset. */
      before_asset_id?: string | undefined
      /** ID of an asset in the collection. The assets are placed after this asset. */
      after_asset_id?: string | undefined
    }
    reply: {
      data: Collection
    }
  }
  /** Move assets in a collection */
  "POST /api/collections/{id}/moves": {
    body: {
      /** IDs of up to 100 assets to move, in the new order. */
      asset_ids: ReadonlyArray<string>
      /** ID of an asset in the collection. The assets are placed before this asset. */
      before_asset_id?: string | undefined
      /** ID of an asset in the collection. The assets are placed after this asset. */
      after_asset_id?: string | undefined
    }
    reply: {
      data: Collection
    }
  }
  /** Remove assets from a collection */
  "POST /api/collections/{id}/removals": {
    body: {
      /** IDs of up to 100 assets to remove. */
      asset_ids: ReadonlyArray<string>
    }
    reply: {
      data: Collection
    }
  }
  /** List comments */
  "GET /api/comments": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** ID of the asset that the comments are about. */
      asset_id?: string | undefined
      /** ID of the template that the comments are about. */
      template_id?: string | undefined
      /** ID of the render that the comments are about. */
      render_id?: string | undefined
      /** ID of the first comment of a thread, for its replies. */
      parent_id?: string | undefined
      /** `true` for resolved threads, `false` for open threads. Returns the first comment of each thread. */
      resolved?: boolean | undefined
      /** ID of a person whom the comments mention. */
      mentions?: string | undefined
    }
  }
  /** Create a comment */
  "POST /api/comments": {
    body: {
      /** ID of the asset that the comment is about. */
      asset_id?: string | undefined
      /** ID of the template that the comment is about. */
      template_id?: string | undefined
      /** ID of the render that the comment is about. */
      render_id?: string | undefined
      /** ID of the first comment of a thread, for a reply. The reply is about the same resource. */
      parent_id?: string | undefined
      /** Plain text, up to 5,000 characters. */
      text: string
      /** Point of the picture that the comment is about, 0 to 1 from the top left. */
      point?: {
        x: number
        y: number
      } | null | undefined
      /** IDs of members of the company whom the comment mentions, up to 10. They get an e-mail. */
      mentions?: ReadonlyArray<string> | undefined
    }
    reply: {
      data: Comment
    }
  }
  /** Get a comment */
  "GET /api/comments/{id}": {
    reply: {
      data: Comment
    }
  }
  /** Update a comment */
  "PATCH /api/comments/{id}": {
    body: {
      /** Plain text, up to 5,000 characters. */
      text?: string | undefined
      /** IDs of members of the company. Replaces all of them. People who were not mentioned before get an e-mail. */
      mentions?: ReadonlyArray<string> | undefined
    }
    reply: {
      data: Comment
    }
  }
  /** Delete a comment */
  "DELETE /api/comments/{id}": {}
  /** Resolve a comment */
  "POST /api/comments/{id}/resolution": {
    reply: {
      data: Comment
    }
  }
  /** Reopen a comment */
  "POST /api/comments/{id}/reopening": {
    reply: {
      data: Comment
    }
  }
  /** List reviews */
  "GET /api/reviews": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `created_at`. */
      sort?: "created_at" | "-created_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** ID of the reviewed asset. */
      asset_id?: string | undefined
      /** ID of the reviewed template. */
      template_id?: string | undefined
      /** Review state that was set. */
      state?: "draft" | "in_review" | "approved" | "rejected" | ReadonlyArray<"draft" | "in_review" | "approved" | "rejected"> | undefined
    }
  }
  /** Create a review */
  "POST /api/reviews": {
    body: {
      /** ID of the reviewed asset. */
      asset_id?: string | undefined
      /** ID of the reviewed template. */
      template_id?: string | undefined
      /** New review state. `approved` and `rejected` require the role of an administrator in the portal. */
      state: "draft" | "in_review" | "approved" | "rejected"
      /** Version that was reviewed. If the resource has a newer version, the response is 422. */
      version?: number | undefined
      /** Reason or instruction, up to 1,000 characters. */
      note?: string | null | undefined
    }
    reply: {
      data: Review
    }
  }
  /** Get a review */
  "GET /api/reviews/{id}": {
    reply: {
      data: Review
    }
  }
  /** List properties */
  "GET /api/properties": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `position`. */
      sort?: "position" | "-position" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** Type of the resources that the property applies to. */
      applies_to?: "asset" | "template" | ReadonlyArray<"asset" | "template"> | undefined
      /** Type of the values. */
      type?: "text" | "long_text" | "number" | "date" | "choice" | "choices" | "boolean" | "person" | "link" | ReadonlyArray<"text" | "long_text" | "number" | "date" | "choice" | "choices" | "boolean" | "person" | "link"> | undefined
    }
  }
  /** Create a property */
  "POST /api/properties": {
    body: {
      /** Key, unique among the properties of the same resource type. Default: derived from the label. Cannot be changed. */
      key?: string | undefined
      /** Name in the user interface, on a single line. */
      label: string
      /** Type of the values. Cannot be changed. */
      type: "text" | "long_text" | "number" | "date" | "choice" | "choices" | "boolean" | "person" | "link"
      /** Whether assets or templates have the property. Cannot be changed. */
      applies_to?: "asset" | "template" | undefined
      /** Whether a value is required. */
      is_required?: boolean | undefined
      /** Value of new resources that are created without one. A person or a link has no default. */
      default?: string | number | boolean | Array<string> | null | undefined
      /** Help text for users who set the value. */
      help?: string | null | undefined
      /** Position among the properties of the same resource type, from 0. Other properties are renumbered. Default: the last position. */
      position?: number | undefined
      /** 1 to 500 options for the types `choice` and `choices`. */
      options?: ReadonlyArray<{
        /** Key of the option. Default: derived from the label. Cannot be changed. */
        key?: string
        /** Name in the user interface, on a single line. */
        label: string
      }> | undefined
      /** Who can see the values: `members` for the company's members and clients, or `everyone` to also show the values on shared pages. */
      visibility?: "everyone" | "members" | undefined
      /** Field of `embedded` that provides the value for uploads without a value. Only for asset properties. */
      maps_from?: "title" | "description" | "keywords" | "creators" | "credit" | "copyright" | "usage_terms" | "alt_text" | "taken_at" | "camera" | "lens" | "software" | null | undefined
    }
    reply: {
      data: Property
    }
  }
  /** Get a property */
  "GET /api/properties/{id}": {
    reply: {
      data: Property
    }
  }
  /** Update a property */
  "PATCH /api/properties/{id}": {
    body: {
      /** Name in the user interface, on a single line. */
      label?: string | undefined
      /** Whether a value is required. */
      is_required?: boolean | undefined
      /** Value of new resources that are created without one. A person or a link has no default. */
      default?: string | number | boolean | Array<string> | null | undefined
      /** Help text for users who set the value. */
      help?: string | null | undefined
      /** Position among the properties of the same resource type, from 0. Other properties are renumbered. */
      position?: number | undefined
      /** All options, in order. Options are matched by `key`: an existing option keeps its values, even if its label changes. An omitted option is removed. If a resource uses it, the request returns 422. */
      options?: ReadonlyArray<{
        /** Key of the option. Default: derived from the label. Cannot be changed. */
        key?: string
        /** Name in the user interface, on a single line. */
        label: string
      }> | undefined
      /** Who can see the values: `members` for the company's members and clients, or `everyone` to also show the values on shared pages. */
      visibility?: "everyone" | "members" | undefined
      /** Field of `embedded` that provides the value for uploads without a value. Only for asset properties. */
      maps_from?: "title" | "description" | "keywords" | "creators" | "credit" | "copyright" | "usage_terms" | "alt_text" | "taken_at" | "camera" | "lens" | "software" | null | undefined
    }
    reply: {
      data: Property
    } | {
      data: Property
      job: Job
    }
  }
  /** Delete a property */
  "DELETE /api/properties/{id}": {
    reply: {
      job: Job
    }
  }
  /** List saved searches */
  "GET /api/saved-searches": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
      /** `private` for searches that only the caller can see, `company` for searches of the company. */
      visibility?: "private" | "company" | ReadonlyArray<"private" | "company"> | undefined
    }
  }
  /** Create a saved search */
  "POST /api/saved-searches": {
    body: {
      /** Name on a single line. */
      name: string
      /** Filters of `GET /api/assets`, such as `{"tag":["autumn"],"type":"image"}`. Custom properties are an object in `properties`. Up to 16 KB of JSON. */
      filters?: Record<string, unknown> | undefined
      /** Field to sort the assets by, as in `GET /api/assets`. If null, the default order is used. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | null | undefined
      /** `private` if only the creator can see the search, `company` if everyone in the company can. */
      visibility?: "private" | "company" | undefined
    }
    reply: {
      data: SavedSearch
    }
  }
  /** Get a saved search */
  "GET /api/saved-searches/{id}": {
    reply: {
      data: SavedSearch
    }
  }
  /** Update a saved search */
  "PATCH /api/saved-searches/{id}": {
    body: {
      /** Name on a single line. */
      name?: string | undefined
      /** Filters of `GET /api/assets`, such as `{"tag":["autumn"],"type":"image"}`. Custom properties are an object in `properties`. Up to 16 KB of JSON. */
      filters?: Record<string, unknown> | undefined
      /** Field to sort the assets by, as in `GET /api/assets`. If null, the default order is used. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | null | undefined
      /** `private` if only the creator can see the search, `company` if everyone in the company can. */
      visibility?: "private" | "company" | undefined
    }
    reply: {
      data: SavedSearch
    }
  }
  /** Delete a saved search */
  "DELETE /api/saved-searches/{id}": {}
  /** Follow a saved search, or stop following it */
  "POST /api/saved-searches/{id}/following": {
    body: {
      /** Whether the caller is notified of new assets that match the search. */
      is_followed: boolean
    }
    reply: {
      data: SavedSearch
    }
  }
  /** List presets */
  "GET /api/presets": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "name" | "-name" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
    }
  }
  /** Create a preset */
  "POST /api/presets": {
    body: {
      /** Name in links, such as `web-2000`. Unique within the company. */
      name: string
      /** Name in the user interface. Default: `name`. */
      label?: string | undefined
      /** Width in pixels. If null, it is computed from `height` and the aspect ratio. */
      width?: number | null | undefined
      /** Height in pixels. If null, it is computed from `width` and the aspect ratio. */
      height?: number | null | undefined
      /** How images fit into `width` and `height`: `inside` keeps the whole image, `cover` crops around the focal point, and `contain` adds a border. */
      fit?: "cover" | "contain" | "inside" | undefined
      /** Image format. `original` is the asset's format if it is in this list, and otherwise `webp`. */
      format?: "original" | "webp" | "avif" | "jpeg" | "png" | "tiff" | undefined
      /** Compression quality, 1 to 100. Has no effect on PNG and TIFF, which are lossless. */
      quality?: number | undefined
      /** Color behind transparent parts and of the border, as `#RRGGBB`. If null, the background is transparent if the format supports it, and otherwise white. */
      background?: string | null | undefined
      /** Color space: `srgb`, `p3` (Display P3), or `cmyk` (FOGRA39, offset printing on coated paper) for JPEG and TIFF. */
      color_profile?: "srgb" | "p3" | "cmyk" | undefined
      /** XMP in the file, from the asset's metadata at download time: `embed` as in links, `copyright` for only creators, credit, copyright and usage terms, or `none`. AVIF files support only `none`. */
      metadata?: "embed" | "copyright" | "none" | undefined
      /** Whether smaller images are enlarged. SVG images are always enlarged. */
      enlarge?: boolean | undefined
    }
    reply: {
      data: Preset
    }
  }
  /** Get a preset */
  "GET /api/presets/{id}": {
    reply: {
      data: Preset
    }
  }
  /** Update a preset */
  "PATCH /api/presets/{id}": {
    body: {
      /** Name in links, such as `web-2000`. Unique within the company. */
      name?: string | undefined
      /** Name in the user interface. */
      label?: string | undefined
      /** Width in pixels. If null, it is computed from `height` and the aspect ratio. */
      width?: number | null | undefined
      /** Height in pixels. If null, it is computed from `width` and the aspect ratio. */
      height?: number | null | undefined
      /** How images fit into `width` and `height`: `inside` keeps the whole image, `cover` crops around the focal point, and `contain` adds a border. */
      fit?: "cover" | "contain" | "inside" | undefined
      /** Image format. `original` is the asset's format if it is in this list, and otherwise `webp`. */
      format?: "original" | "webp" | "avif" | "jpeg" | "png" | "tiff" | undefined
      /** Compression quality, 1 to 100. Has no effect on PNG and TIFF, which are lossless. */
      quality?: number | undefined
      /** Color behind transparent parts and of the border, as `#RRGGBB`. If null, the background is transparent if the format supports it, and otherwise white. */
      background?: string | null | undefined
      /** Color space: `srgb`, `p3` (Display P3), or `cmyk` (FOGRA39, offset printing on coated paper) for JPEG and TIFF. */
      color_profile?: "srgb" | "p3" | "cmyk" | undefined
      /** XMP in the file, from the asset's metadata at download time: `embed` as in links, `copyright` for only creators, credit, copyright and usage terms, or `none`. AVIF files support only `none`. */
      metadata?: "embed" | "copyright" | "none" | undefined
      /** Whether smaller images are enlarged. SVG images are always enlarged. */
      enlarge?: boolean | undefined
    }
    reply: {
      data: Preset
    }
  }
  /** Delete a preset */
  "DELETE /api/presets/{id}": {}
  /** List shares */
  "GET /api/shares": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
    }
  }
  /** Create a share */
  "POST /api/shares": {
    body: {
      /** IDs of the assets, up to 200, in the order in which the page shows them. */
      asset_ids?: ReadonlyArray<string> | undefined
      /** ID of a folder. The page shows the current content of the folder and its subfolders. */
      folder_id?: string | undefined
      /** ID of a collection. The page shows the current assets in the collection, in collection order. */
      collection_id?: string | undefined
      /** ID of a template. The page shows its finished renders. */
      template_id?: string | undefined
      /** ID of a brand kit. The page shows its logos, colors and fonts. */
      brand_kit_id?: string | undefined
      /** Title of the page. */
      name: string
      /** Text on the page, up to 2,000 characters. */
      message?: string | null | undefined
      /** Password of the page, at least 6 characters. Null if the page has no password. Never returned. */
      password?: string | null | undefined
      /** Sizes that visitors can download. If empty, visitors see only previews. */
      download_sizes?: ReadonlyArray<"original" | "large" | "small"> | undefined
      /** IDs of presets in which visitors can download images, in order. */
      preset_ids?: ReadonlyArray<string> | undefined
      /** Whether visitors must enter their name and e-mail address. */
      ask_visitor?: boolean | undefined
      uploads?: {
        /** ID of the folder into which visitors upload files. */
        folder_id: string
        /** Maximum number of files in total, up to 10,000. */
        max_files?: number
        /** Maximum size of all files together in bytes, up to 1,000,000,000,000. */
        max_bytes?: number
        /** Maximum size of a file in bytes, up to 1,000,000,000,000. */
        max_file_bytes?: number
        /** Types of the files, which are detected from their content. Null for all types. */
        types?: Array<"image" | "video" | "audio" | "document" | "font" | "other"> | null
      } | null | undefined
      /** Time after which the page is closed. Null for no expiry. */
      expires_at?: string | null | Date | undefined
    }
    reply: {
      data: Share
    }
  }
  /** Get a share */
  "GET /api/shares/{id}": {
    reply: {
      data: Share
    }
  }
  /** Update a share */
  "PATCH /api/shares/{id}": {
    body: {
      /** IDs of the assets, up to 200, in the order in which the page shows them. */
      asset_ids?: ReadonlyArray<string> | undefined
      /** Title of the page. */
      name?: string | undefined
      /** Text on the page, up to 2,000 characters. */
      message?: string | null | undefined
      /** Password of the page, at least 6 characters. Null if the page has no password. Never returned. */
      password?: string | null | undefined
      /** Sizes that visitors can download. If empty, visitors see only previews. */
      download_sizes?: ReadonlyArray<"original" | "large" | "small"> | undefined
      /** IDs of presets in which visitors can download images, in order. */
      preset_ids?: ReadonlyArray<string> | undefined
      /** Whether visitors must enter their name and e-mail address. */
      ask_visitor?: boolean | undefined
      uploads?: {
        /** ID of the folder into which visitors upload files. */
        folder_id: string
        /** Maximum number of files in total, up to 10,000. */
        max_files?: number
        /** Maximum size of all files together in bytes, up to 1,000,000,000,000. */
        max_bytes?: number
        /** Maximum size of a file in bytes, up to 1,000,000,000,000. */
        max_file_bytes?: number
        /** Types of the files, which are detected from their content. Null for all types. */
        types?: Array<"image" | "video" | "audio" | "document" | "font" | "other"> | null
      } | null | undefined
      /** Time after which the page is closed. Null for no expiry. */
      expires_at?: string | null | Date | undefined
    }
    reply: {
      data: Share
    }
  }
  /** Delete a share */
  "DELETE /api/shares/{id}": {}
  /** Revoke a share */
  "POST /api/shares/{id}/revocation": {
    reply: {
      data: Share
    }
  }
  /** Rotate the URL of a share */
  "POST /api/shares/{id}/url-rotations": {
    reply: {
      data: Share
    }
  }
  /** List visits of a share */
  "GET /api/shares/{id}/visits": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
    }
  }
  /** List changes */
  "GET /api/changes": {
    query: {
      /** Sequence number of the last change that you have processed. Later changes are returned. `latest` skips all existing changes. */
      since?: "latest" | number | undefined
      /** Comma-separated types of changes to return, such as `asset.created,folder.updated`. */
      types?: string | ReadonlyArray<string> | undefined
      /** Maximum number of changes to return, 1 to 1,000. Default: 100. */
      per_page?: number | undefined
      /** Maximum number of seconds to wait for a change, 0 to 25. */
      wait?: number | undefined
    }
    reply: {
      data: Array<Change>
      meta: {
        /** Value of `since` for the next request. */
        next: number
        /** Whether more changes are available now. */
        more: boolean
      }
    }
  }
  /** List webhooks */
  "GET /api/webhooks": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** Field to sort by. Prefix it with `-` for descending order. Default: `-created_at`. */
      sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | undefined
      /** Up to 100 comma-separated IDs of the resources to return. */
      ids?: string | ReadonlyArray<string> | undefined
      /** Earliest creation time, inclusive. */
      created_since?: string | Date | undefined
      /** Earliest time of the last update, inclusive. */
      updated_since?: string | Date | undefined
      /** Comma-separated fields to return for each resource. Default: all fields. */
      fields?: string | ReadonlyArray<string> | undefined
    }
  }
  /** Create a webhook */
  "POST /api/webhooks": {
    body: {
      /** HTTPS URL that receives the messages, on a public host. */
      url: string
      description?: string | null | undefined
      /** Types of changes to send. If empty, all types that the client is allowed to read are sent. */
      types?: ReadonlyArray<string> | undefined
      enabled?: boolean | undefined
    }
    reply: {
      data: {
        /** TypeID with the prefix `whk`. */
        id: string
        url: string
        description: string | null
        /** Types of changes that are sent to the webhook. Empty for all types. */
        types: Array<string>
        enabled: boolean
        /** Reason why the server disabled the webhook: `gone` after a 410 response, or `failing` after 5 days without a successful delivery. */
        disabled_reason: "gone" | "failing" | null
        disabled_at: string | null
        /** Time of the first failed attempt since the last successful delivery. Null if deliveries succeed. */
        failing_since: string | null
        /** End of the pause after repeated failures. Until then, no messages are sent; then one message tests the webhook. */
        paused_until: string | null
        /** ISO 8601 time in UTC, with milliseconds. */
        created_at: string
        /** ISO 8601 time in UTC, with milliseconds. */
        updated_at: string
        /** Signing secret, `whsec_…`. Shown only once. */
        secret: string
      }
    }
  }
  /** Get a webhook */
  "GET /api/webhooks/{id}": {
    reply: {
      data: Webhook
    }
  }
  /** Update a webhook */
  "PATCH /api/webhooks/{id}": {
    body: {
      /** HTTPS URL that receives the messages, on a public host. */
      url?: string | undefined
      description?: string | null | undefined
      /** Types of changes to send. If empty, all types that the client is allowed to read are sent. */
      types?: ReadonlyArray<string> | undefined
      enabled?: boolean | undefined
    }
    reply: {
      data: Webhook
    }
  }
  /** Delete a webhook */
  "DELETE /api/webhooks/{id}": {}
  /** Rotate the secret of a webhook */
  "POST /api/webhooks/{id}/secret-rotations": {
    body: {
      /** Seconds until the old secret expires. 0 revokes it immediately. */
      overlap_seconds?: number | undefined
    }
    reply: {
      data: {
        /** Signing secret, `whsec_…`. Shown only once. */
        secret: string
        /** ISO 8601 time in UTC, with milliseconds. */
        old_secrets_end_at: string
      }
    }
  }
  /** Send a test message to a webhook */
  "POST /api/webhooks/{id}/pings": {
    body: {
      /** Type of change, such as `asset.created`. */
      type?: string | undefined
    }
    reply: {
      data: WebhookDelivery
    }
  }
  /** List the deliveries of a webhook */
  "GET /api/webhooks/{id}/deliveries": {
    query: {
      /** Results per page, 1 to 100. Default: 20. */
      per_page?: number | undefined
      /** Alias for `per_page`. */
      limit?: number | undefined
      /** Value of `meta.next_cursor` or `meta.prev_cursor` from another page. Valid only with the same filters and `sort`. */
      cursor?: string | undefined
      /** Page number, from 1. Limited to the first 10,000 results; for further results, use `cursor`. Cannot be combined with `cursor`. */
      page?: number | undefined
      /** Whether to return the number of results as `meta.total`. Slow for large lists. */
      with_total?: boolean | undefined
      /** State of the deliveries. */
      state?: "pending" | "delivered" | "failed" | ReadonlyArray<"pending" | "delivered" | "failed"> | undefined
    }
  }
  /** Get a delivery */
  "GET /api/webhooks/{id}/deliveries/{delivery}": {
    reply: {
      data: WebhookDelivery
    }
  }
  /** Send a message again */
  "POST /api/webhooks/{id}/deliveries/{delivery}/redeliveries": {
    reply: {
      data: WebhookDelivery
    }
  }
  /** Get a job */
  "GET /api/jobs/{id}": {
    reply: {
      data: Job
    }
  }
  /** Get the authenticated user */
  "GET /api/user": {
    reply: User
  }
}
