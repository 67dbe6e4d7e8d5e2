import fc from 'fast-check'

/** The parts of JSON Schema that our request schemas use. */
export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  items?: JsonSchema
  minItems?: number
  maxItems?: number
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
}

/** Values for a field name where we know more than the schema: IDs of existing resources. */
export type Known = (name: string) => fc.Arbitrary<string> | undefined

export function valuesOf(schema: JsonSchema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const { anyOf, properties, items } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (anyOf) return fc.oneof(...anyOf.map((one) => valuesOf(one, known, name)))
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, known, name)))
  if (properties) {
    const fields = Object.entries(properties).map(([key, one]) => [key, valuesOf(one, known, key)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  }
  if (items) {
    const maxLength = Math.min(schema.maxItems ?? 5, 5)
    return fc.array(valuesOf(items, known, name), { minLength: schema.minItems ?? 0, maxLength })
  }
  if (schema.type === 'object' || schema.additionalProperties) return fc.object()
  return valuesOfType(schema, known(name))
}

function valuesOfType(schema: JsonSchema, known: fc.Arbitrary<string> | undefined): fc.Arbitrary<unknown> {
  const { type, minimum: min = -1000, maximum: max = 1_000_000 } = schema
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: Math.max(min, -(2 ** 31)), max: Math.min(max, 2 ** 31) })
  if (type === 'number') return fc.double({ min, max, noNaN: true })
  if (type !== 'string') return fc.jsonValue()
  return known
    ? fc.oneof({ weight: 5, arbitrary: known }, { weight: 1, arbitrary: texts(schema) })
    : texts(schema)
}

function texts({ format, pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((at) => at.toISOString())
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((at) => at.toISOString().split('T')[0]!)
  if (format === 'email') return fc.emailAddress()
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const usual = { minLength, maxLength: Math.min(maxLength, Math.max(minLength, 40)) }
  return fc.oneof(
    { weight: 4, arbitrary: fc.string({ ...usual, unit: 'grapheme' }) },
    { weight: 2, arbitrary: fc.string({ ...usual, unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constantFrom('é', 'x', '😀', '\u0000').map((one) => one.repeat(maxLength)) },
  )
}

/** Values that break programs, for every expected type. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null, true, 0, -0, -1, 0.1, 1e308, 2 ** 53, -(2 ** 63), '', ' ', '\0', '\ud800', '1e999', '__proto__', '%00', '..',
    '9'.repeat(400), 'x'.repeat(20_000), [], {}, [[[[]]]], { __proto__: null, toString: 1 }, '‮', '١٢', 'İ', '{}', '[]',
  ), // biome-ignore format: one request that broke a server per line.
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
)

/** Values with at most one error: a field that is missing, replaced, wrapped, or unknown. */
export function nearly(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const ways = fc.constantFrom('leave out', 'replace', 'wrap', 'add')
  return fc.tuple(values, fc.nat(), odd, ways).map(([value, at, other, way]) => {
    const whole = { value: structuredClone(value) }
    const places = placesIn(whole)
    const { holder, key } = places[at % places.length]!
    if (way === 'leave out' && holder !== whole) delete holder[key]
    else if (way === 'replace') holder[key] = other
    else if (way === 'wrap') holder[key] = [holder[key]]
    else if (isHolder(holder[key])) holder[key][(JSON.stringify(other) ?? '').slice(0, 50)] = other
    return whole.value
  })
}

type Holder = Record<string, unknown>

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null

function placesIn(holder: Holder): { holder: Holder; key: string }[] {
  return Object.keys(holder).flatMap((key) => {
    const value = holder[key]
    return [{ holder, key }, ...(isHolder(value) ? placesIn(value) : [])]
  })
}
