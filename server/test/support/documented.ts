import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Shown } from './library.ts'

export type Reply = { status: number; type: string | undefined; text: string; headers?: Headers }

const pointerPart = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/**
 * Checks responses against an OpenAPI document. The status must be one of the operation's statuses, and the
 * body must match its schema, without an undocumented field. With `headers`, promised headers must be there,
 * and `Location`, `ETag` and `Link` must be promised.
 * @param document the document as JSON.
 */
export function documentedBy(document: Shown) {
  const closed = closedDocument(document)
  const schemas = new Ajv2020({ strict: false, allErrors: true, validateFormats: false }).addSchema(
    closed,
    'document',
  )
  const checks = new Map<string, ValidateFunction>()

  function checkOf(path: string, method: string, status: number, type: string): ValidateFunction {
    const where = ['paths', path, method, 'responses', `${status}`, 'content', type, 'schema']
    const $ref = `document#/${where.map(pointerPart).join('/')}`
    const check = checks.get($ref) ?? schemas.compile({ $ref })
    checks.set($ref, check)
    return check
  }

  return (
    [method, path]: [method: string, path: string],
    { status, type, text, headers }: Reply,
    asked: string,
  ) => {
    const where = `${asked} → ${status} ${text.slice(0, 500)}`
    const response = document.paths[path][method].responses[status]
    assert.ok(response, `not documented: ${where}`)
    if (headers) assertHeaders(response.headers ?? {}, headers, where)
    if (method === 'head') return assert.equal(text, '', where)
    if (text === '') return assert.equal(response.content, undefined, `a body is documented: ${where}`)
    const bare = type?.split(';')[0] ?? ''
    const types = Object.keys(response.content ?? {}).map((one) => one.split(';')[0])
    assert.ok(types.includes(bare), `not documented as ${type}: ${where}`)
    if (bare !== 'application/json') return
    const check = checkOf(path, method, status, bare)
    assert.ok(check(JSON.parse(text)), `${JSON.stringify(check.errors)}: ${where}`)
  }
}

const linking = ['location', 'etag', 'link']

function assertHeaders(documented: Record<string, Shown>, headers: Headers, where: string) {
  for (const [name, { required }] of Object.entries(documented))
    assert.ok(!required || headers.has(name), `${name} is documented, but missing: ${where}`)
  const names = Object.keys(documented).map((name) => name.toLowerCase())
  for (const name of linking)
    assert.ok(!headers.has(name) || names.includes(name), `${name} is not documented: ${where}`)
}

/** The document allows more fields, for later versions. This version must not send undocumented fields. */
function closedDocument(document: Shown): Shown {
  const copy = structuredClone(document)
  for (const schema of Object.values<Shown>(copy.components.schemas)) close(schema)
  for (const operations of Object.values<Shown>(copy.paths))
    for (const { responses } of Object.values<Shown>(operations))
      for (const { content = {} } of Object.values<Shown>(responses))
        for (const { schema } of Object.values<Shown>(content)) close(schema)
  return copy
}

function close(schema: Shown) {
  if (typeof schema !== 'object' || schema === null) return
  if (schema.properties) schema.additionalProperties ??= false
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema
  for (const one of [...Object.values(properties), items, ...anyOf, ...oneOf, additionalProperties])
    close(one)
}
