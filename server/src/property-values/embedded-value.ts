import type { Embedded } from '../db/schema.ts'
import { asName, nameLengthMax } from '../names.ts'
import { choicesMax, linkLengthMax, longTextLengthMax, optionNamed, parseValue } from './parse.ts'
import type { Definition, PropertyType, ValueRow } from './types.ts'

/**
 * The value that a property takes from its field of the file. Undefined if the file has no fitting value,
 * because metadata of a file never causes an upload to be rejected.
 */
export function embeddedValue(
  definition: Definition,
  embedded: Embedded,
): Omit<ValueRow, 'property_id'>[] | undefined {
  const found = definition.maps_from === null ? undefined : embedded[definition.maps_from]
  if (found === undefined) return undefined
  const parsed = parseValue(definition, converted[definition.type]([found].flat(), definition))
  return 'rows' in parsed && parsed.rows.length > 0 ? parsed.rows : undefined
}

type Conversion = (texts: string[], definition: Pick<Definition, 'options'>) => unknown

const first = (texts: string[]) => texts[0] ?? null

/** The conversion of the texts of a field for each type. Null for texts that do not fit. */
const converted: Record<PropertyType, Conversion> = {
  text: (texts) =>
    asName(texts.join(', '))
      .slice(0, nameLengthMax)
      .replace(/\p{Surrogate}$/u, ''),
  long_text: (texts) =>
    texts
      .join('\n')
      .slice(0, longTextLengthMax)
      .replace(/\p{Surrogate}$/u, ''),
  link: (texts) => first(texts)?.slice(0, linkLengthMax) ?? null,
  number: (texts) => (/^-?\d+(\.\d+)?$/.test(first(texts) ?? '') ? Number(first(texts)) : null),
  /** A time loses its time of day. */
  date: (texts) => first(texts)?.slice(0, 10) ?? null,
  boolean: () => null,
  choice: (texts, { options }) => texts.find((text) => optionNamed(options, text)) ?? null,
  choices: (texts, { options }) => texts.filter((text) => optionNamed(options, text)).slice(0, choicesMax),
  person: () => null,
}
