/** Examples for every operation of the OpenAPI document, built from its schemas. */

export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  example?: unknown
  default?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
}

type Content = Record<string, { schema?: Schema; example?: unknown }>
type Operation = {
  requestBody?: { content?: Content }
  responses?: Record<string, { content?: Content }>
}
type Document = {
  paths?: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

/** Adds an example to each JSON and form body that has none. */
export function withExamples<D extends object>(document: D): D {
  // zod-openapi's types allow references and extensions where this document has none.
  const { paths = {}, components } = document as Document
  const exampleOf = exampleBuilder(components?.schemas ?? {})
  for (const operations of Object.values(paths))
    for (const { requestBody, responses = {} } of Object.values(operations)) {
      addTo(requestBody?.content, (schema) => exampleOf(schema, { ...root, isSent: true }))
      for (const { content } of Object.values(responses)) addTo(content, (schema) => exampleOf(schema, root))
    }
  return document
}

const root = { name: '', owner: '', isSent: false, depth: 0 }

const exemplified = /^(application\/(json|x-www-form-urlencoded)|multipart\/form-data)$/

function addTo(content: Content | undefined, exampleOf: (schema: Schema) => unknown) {
  for (const [type, media] of Object.entries(content ?? {}))
    if (exemplified.test(type) && media.schema && media.example === undefined)
      media.example = exampleOf(media.schema)
}

/** Levels of objects in an example. Deeper lists are empty. */
const depthMax = 6

type At = {
  /** The name of the field or of the named schema. */
  name: string
  /** The name of the object that has the field. */
  owner: string
  /** Whether it is part of a request. */
  isSent: boolean
  depth: number
}

function exampleBuilder(components: Record<string, Schema>) {
  function exampleOf(schema: Schema, at: At): unknown {
    if (schema.$ref) {
      const name = schema.$ref.split('/').at(-1)!
      return exampleOf(components[name]!, { ...at, name })
    }
    if ('const' in schema) return schema.const
    for (const known of [knownValues[`${at.owner}.${at.name}`], knownValues[at.name]])
      if (known !== undefined && fits(known, schema)) return known
    if (schema.example !== undefined) return schema.example
    if (schema.enum) return schema.enum.find((value) => usualStates.has(value)) ?? schema.enum[0]
    const choices = schema.anyOf ?? schema.oneOf
    if (choices) return exampleOf(choices.find(({ type }) => type !== 'null') ?? choices[0]!, at)
    const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
    if (type === 'array') return listOf(schema, at)
    if (type === 'object') return objectOf(schema, at)
    return scalarOf(schema, type, at.name)
  }

  function listOf({ items }: Schema, at: At) {
    if (at.depth >= depthMax || !items) return []
    return [exampleOf(items, { ...at, name: at.name.replace(/s$/, ''), depth: at.depth + 1 })]
  }

  /** All fields of rows of lists are optional, because `fields` can select some. */
  function objectOf({ properties = {}, required = [] }: Schema, at: At) {
    const isShown = (field: string) =>
      required.includes(field) ||
      (at.isSent ? at.depth === 0 && typicalFields.has(field) : required.length === 0)
    const fields = Object.entries(properties).filter(([field]) => isShown(field))
    return Object.fromEntries(
      fields.map(([name, one]) => [
        name,
        exampleOf(one, { ...at, name, owner: at.name, depth: at.depth + 1 }),
      ]),
    )
  }

  return exampleOf
}

function scalarOf(
  { format, minimum = 0, maximum, exclusiveMinimum }: Schema,
  type: string | undefined,
  name: string,
) {
  if (format === 'date-time') return '2027-01-31T12:00:00.000Z'
  if (format === 'date') return '2027-01-31'
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number')
    return Math.min(
      Math.max(minimum, exclusiveMinimum === undefined ? 1 : exclusiveMinimum + 1),
      maximum ?? Infinity,
    )
  if (type === undefined || type === 'null') return null
  if (/(^|_)id$/.test(name)) return `${idPrefixesByField[name] ?? 'ast'}_01h455vb4pex5vsknk084sn02q`
  if (/(^|_)url$/.test(name)) return 'https://creative.example.com/files/summer.jpg'
  return name.replaceAll('_', ' ') || 'text'
}

/** Whether a known value has the type of the schema: some names are used for different things. */
function fits(value: unknown, { type, enum: options, anyOf, items, format, pattern }: Schema): boolean {
  if (options) return options.includes(value)
  if (anyOf) return anyOf.some((one) => !one.$ref && fits(value, one))
  if (format === 'binary') return false
  if (Array.isArray(value) && value.length > 0 && (!items || items.$ref || !fits(value[0], items)))
    return false
  if (pattern !== undefined && typeof value === 'string' && !new RegExp(pattern).test(value)) return false
  const is = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value
  return [type].flat().some((one) => one === is || (one === 'integer' && Number.isInteger(value)))
}

/** States that examples show, if a field can have them. */
const usualStates = new Set<unknown>(['ready', 'done', 'published', 'finished', 'delivered'])

/** Optional fields that examples of requests show. */
const typicalFields = new Set([
  'name', 'description', 'alt_text', 'color', 'hex', 'format', 'scope', 'asset_ids', 'enabled', 'types'
]) // biome-ignore format: a list.

const idPrefixesByField: Record<string, string> = {
  folder_id: 'fld', parent_id: 'fld', template_id: 'tpl', brand_kit_id: 'bkt', batch_id: 'rbt', job_id: 'job',
} // biome-ignore format: a table.

/** What fields usually hold, by name, or by the name of the schema and the field. */
const knownValues: Record<string, unknown> = {
  name: 'Summer campaign',
  'Creator.name': 'Ada Lovelace',
  'User.name': 'Ada Lovelace',
  'Rendition.name': 'small',
  slug: 'summer-campaign',
  description: 'Key visuals for the summer campaign',
  alt_text: 'A lighthouse at dawn',
  copyright: '© 2027 Acme',
  filename: 'summer.jpg',
  extension: 'jpg',
  mime_type: 'image/jpeg',
  email: 'ada@acme.example',
  color: '#2E6F40',
  hex: '#2E6F40',
  rgb: { r: 46, g: 111, b: 64 },
  hsl: { h: 137, s: 41, l: 31 },
  cmyk: null,
  cmyk_estimate: { c: 59, m: 0, y: 42, k: 56 },
  pantone: null,
  dominant_color: '#2E6F40',
  checksum: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  'Render.key': '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  key: 'headline',
  size: 482_133,
  width: 1920,
  height: 1080,
  duration: null,
  orientation: 'landscape',
  focal_point: { x: 0.5, y: 0.5 },
  family: 'Josefin Sans',
  weight: 400,
  external_id: 'PIM-4711',
  'company.name': 'Acme',
  'meta.path': 'https://creative.example.com/api/templates',
  'meta.next': 4712,
  path: '/Campaigns/Summer campaign',
  folder_path: '/Campaigns',
  parent_id: null,
  message: 'Client authentication failed. Check client ID/secret.',
  'Share.message': null,
  'Share.folder_id': null,
  'Share.template_id': null,
  'Share.brand_kit_id': null,
  'Archive.folder_id': null,
  'RenderFinding.message': 'The text was made smaller to fit.',
  'FileWarning.message': 'The name says PNG, but the file is a JPEG image.',
  details: { error: 'invalid_client' },
  error: null,
  'StandardFault.error': 'invalid_client',
  'StandardFault.error_description': 'Client authentication failed.',
  client_id: 'cli_01h455vb4pex5vsknk084sn02q',
  client_secret: 'atl_cs_…',
  access_token: 'atl_at_…',
  token: 'atl_at_…',
  secret: 'whsec_…',
  token_type: 'Bearer',
  expires_in: 31_536_000,
  scope: 'templates:read assets:read',
  scopes: ['templates:read', 'assets:read'],
  'Introspection.expires_at': '2027-01-31 12:00:00',
  iat: 1_769_860_800,
  exp: 1_801_396_800,
  iss: 'https://creative.example.com',
  tags: ['summer'],
  types: ['asset.created', 'asset.updated'],
  'Change.type': 'asset.updated',
  variables: [],
  rows: [{ headline: 'Made for first light' }],
  first: 'https://creative.example.com/api/templates',
  next: 'https://creative.example.com/api/templates?cursor=eyJ2IjoxfQ',
  prev: null,
  next_cursor: 'eyJ2IjoxfQ',
  prev_cursor: null,
  per_page: 20,
  language: 'en',
  version: 1,
  page_count: 1,
  progress: 1,
  seq: 4711,
  warnings: [],
  removed: [],
  findings: [],
  renditions: [],
  Embedded: {},
  failed: 0,
  cached: 0,
  with_findings: 0,
  name_pattern: '{headline}-{template}.png',
  engine: '1',
  request_id: 'req-4711',
  enabled: true,
  quality: 85,
  background: '#FFFFFF',
  failure: null,
  batch_id: null,
  row: null,
  deleted_at: null,
  revoked_at: null,
  disabled_reason: null,
  disabled_at: null,
  failing_since: null,
  paused_until: null,
  action: 'trash',
}
