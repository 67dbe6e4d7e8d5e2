import { choicesMax, parseValue } from './parse.ts'
import { bytesOf, valueBytesMax } from './size-limit.ts'
import { type Definition, type Noun, nouns, type PropertyType, type ValueRow } from './types.ts'

type ArchivedProperty = Pick<Definition, 'id' | 'type' | 'options'> & { applies_to: Noun }

type Row = Record<string, unknown>
type ArchivedValue = ValueRow & { id: string }

/**
 * Checks the values in the archive of a company, row by row in the order of the archive, as strictly as a request: a
 * value belongs to a property of its kind of resource, and has the columns that a request would have stored.
 * @returns what is wrong with a row of a table, or undefined.
 */
export function archivedValueChecker(): (table: string, row: Row) => string | undefined {
  const properties = new Map<unknown, ArchivedProperty>()
  const checks = new Map<string, (row: Row) => string | undefined>(
    nouns.map((noun) => [`${noun}_property_values`, valuesOf(noun, properties)]),
  )
  return (table, row) => {
    if (table === 'properties') properties.set(row.id, row as ArchivedProperty)
    return checks.get(table)?.(row)
  }
}

function valuesOf(noun: Noun, properties: ReadonlyMap<unknown, ArchivedProperty>) {
  let last: ArchivedValue | undefined
  let bytes = 0
  let choices = new Set<string | null>()

  return (given: Row): string | undefined => {
    const row = given as ArchivedValue
    const property = properties.get(row.property_id)
    if (property?.applies_to !== noun) return `a value without a property of ${noun}s`
    // An archive groups the rows by resource and by property.
    if (last && keyOf(row) <= keyOf(last)) return 'values that are not in order'
    const isSameResource = row.id === last?.id
    const isSameProperty = isSameResource && row.property_id === last?.property_id
    const place = isSameProperty ? last!.place + 1 : 0
    if (row.place !== place || place >= (property.type === 'choices' ? choicesMax : 1))
      return 'too many values of a property'
    if (!isStorable(property, row)) return 'a value that its property does not allow'
    choices = isSameProperty ? choices : new Set()
    if (property.type === 'choices' && choices.has(row.match)) return 'a choice twice'
    choices.add(row.match)
    bytes = (isSameResource ? bytes : 0) + bytesOf([row])
    if (bytes > valueBytesMax) return 'too many bytes of values'
    last = row
    return undefined
  }
}

/** IDs are in lower case, so their texts have the order of the database. */
const keyOf = ({ id, property_id, place }: ArchivedValue) =>
  `${id} ${property_id} ${String(place).padStart(10, '0')}`

/** Whether a request would have stored the row. Sets the words by which texts are compared, as for names. */
function isStorable({ type, options }: ArchivedProperty, row: ArchivedValue): boolean {
  const stored = storedRow(type, options, row)
  if (!stored) return false
  if (type === 'text') row.match = stored.match
  return (['match', 'text', 'number', 'date', 'person_id'] as const).every(
    (column) => (row[column] ?? null) === stored[column],
  )
}

function storedRow(
  type: PropertyType,
  options: Definition['options'],
  row: ArchivedValue,
): Omit<ValueRow, 'property_id'> | undefined {
  const { person_id } = row
  // The person may no longer be a member, but the archive must contain the person.
  if (type === 'person')
    return person_id ? { place: 0, match: null, text: null, number: null, date: null, person_id } : undefined
  const value = valueIn(type, row)
  const parsed = parseValue({ type, options }, type === 'choices' ? [value] : value)
  return 'rows' in parsed ? parsed.rows[0] : undefined
}

function valueIn(type: PropertyType, { match, text, number, date }: ValueRow): unknown {
  if (type === 'number') return number
  if (type === 'date') return date
  if (type === 'boolean') return match === 'true' ? true : match === 'false' ? false : undefined
  return type === 'choice' || type === 'choices' ? match : text
}
