import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Shown } from './library.ts'

export type Reply = { status: number; type: string | undefined; text: string }

const pointerPart = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

/**
 * Checks responses against an OpenAPI document: the status must be one of the operation's, and the body must match
 * its schema.
 * @param document the document as JSON.
 */
export function documentedBy(document: Shown) {
  const schemas = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document')
  const checks = new Map<string, ValidateFunction>()

  function checkOf(path: string, method: string, status: number, type: string): ValidateFunction {
    const where = ['paths', path, method, 'responses', `${status}`, 'content', type, 'schema']
    const $ref = `document#/${where.map(pointerPart).join('/')}`
    const check = checks.get($ref) ?? schemas.compile({ $ref })
    checks.set($ref, check)
    return check
  }

  return ([method, path]: [method: string, path: string], { status, type, text }: Reply, asked: string) => {
    const where = `${asked} → ${status} ${text.slice(0, 500)}`
    const response = document.paths[path][method].responses[status]
    assert.ok(response, `not documented: ${where}`)
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
