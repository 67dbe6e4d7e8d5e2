import {
  aligns,
  compiledPattern,
  formatFault,
  isLocale,
  listRowsMax,
  numberStyles,
  patternLengthMax,
  pictureFits,
  propertiesOf,
  symbologies,
  textFits,
  textLengthMax,
  type VariableProperties,
  variableTypes,
  verticalAligns,
} from '@atelier/filling'
import { z } from 'zod'
import type { TemplateVariable } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import { listUpTo, text } from '../http/schemas/body-fields.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, parseId } from '../ids.ts'

/** Settings of a variable that people can change. Messages continue a sentence (validation.ts). */

const optionsMax = 100
const optionLengthMax = 200
const coordinateMax = 1_000_000
const linesMax = 1_000

const count = (max: number) =>
  z.int('must be an integer.').min(1, 'must not be less than 1.').max(max, `must not be more than ${max}.`)
const coordinate = z
  .number('must be a number.')
  .min(-coordinateMax, `must not be less than -${coordinateMax}.`)
  .max(coordinateMax, `must not be more than ${coordinateMax}.`)
const length = coordinate.positive('must be more than 0.')
const gap = coordinate.min(0, 'must not be less than 0.')
const shortText = text(100)

const paletteColor = z
  .string('must be a string.')
  .regex(
    /^(?:#[0-9a-fA-F]{6}|[bB][rR][aA][nN][dD]:.{1,200})$/,
    'must be a color such as #1A2B3C or brand:primary.',
  )

export const NumberFormat = z
  .strictObject(
    {
      style: z.enum(numberStyles).optional(),
      currency: shortText.optional().describe('ISO 4217 code, such as `EUR`. Required for `currency`.'),
      unit: shortText.optional().describe('Unit, such as `kilometer-per-hour`. Required for `unit`.'),
      minimum_fraction_digits: z.int('must be an integer.').optional(),
      maximum_fraction_digits: z.int('must be an integer.').optional(),
      use_grouping: z.boolean('must be true or false.').optional(),
    },
    'must be an object.',
  )
  .meta({ id: 'NumberFormat' })

export const VariableBox = z
  .strictObject({ x: coordinate, y: coordinate, width: length, height: length }, 'must be an object.')
  .meta({ id: 'VariableBox', description: 'Rectangle in user units of the document.' })

export const variableType = z.enum(variableTypes)

/** Properties as in API responses. In a request, `null` removes a property. */
export const variableProperties = {
  max_length: count(textLengthMax).describe('Maximum length of the value, in characters.'),
  pattern: text(patternLengthMax)
    .min(1, 'is required.')
    .refine(
      (pattern) => compiledPattern(pattern) !== undefined,
      'must be a regular expression in RE2 syntax, such as [A-Z]{3}-[0-9]+.',
    )
    .describe(
      `Regular expression that the whole value must match, up to ${patternLengthMax} characters. RE2 ` +
        'syntax: no look-around, no backreferences.',
    ),
  options: listUpTo(
    optionsMax,
    `must not contain more than ${optionsMax} options.`,
    z
      .array(text(optionLengthMax).min(1, 'is required.'), 'must be a list of strings.')
      .min(1, 'is required.'),
  ).describe('Allowed values.'),
  min_width: count(100_000).describe('Minimum width of the image, in pixels.'),
  folder_id: z
    .string('must be a string.')
    .refine((id) => parseId('folder', id) !== undefined, 'must be the id of a folder.')
    .describe('ID of the folder that must contain the image, directly or in a subfolder.'),
  palette: listUpTo(
    optionsMax,
    `must not contain more than ${optionsMax} colors.`,
    z.array(paletteColor, 'must be a list of colors.').min(1, 'is required.'),
  ).describe(
    'Allowed colors: `#RRGGBB`, `brand:` with the name or role of a brand kit color, or `brand:*` for every color ' +
      'of the kit.',
  ),
  fit: z
    .enum([...textFits, ...pictureFits])
    .describe(
      'How the value fits into its box. Texts and numbers: `shrink`, `wrap`, `shrink_and_wrap`, `ellipsis` or ' +
        '`none`. Images: `cover` or `contain`.',
    ),
  min_size: length.describe('Minimum font size, in user units of the document.'),
  max_lines: count(linesMax).describe('Maximum number of lines.'),
  align: z.enum(aligns).describe('Horizontal alignment in the box, relative to the direction of the text.'),
  vertical_align: z.enum(verticalAligns).describe('Vertical alignment in the box.'),
  markup: z
    .boolean('must be true or false.')
    .describe(
      'Whether `**bold**`, blank lines between paragraphs and lines that start with `- ` are interpreted.',
    ),
  hyphenate: z
    .boolean('must be true or false.')
    .describe(
      'Whether words at the end of a line are hyphenated by the rules of the language of the text. Applies if `fit` ' +
        'wraps the text.',
    ),
  box: VariableBox,
  format: NumberFormat.describe('Number format. A value can override it.'),
  locale: z
    .string('must be a string.')
    .refine(isLocale, 'must be a locale such as en-GB.')
    .describe('Language of the number format (BCP 47). Default: the language of the render.'),
  symbology: z.enum(symbologies).describe('Barcode type. Default: `code128`.'),
  max_rows: count(listRowsMax).describe('Maximum number of rows. Default: 50.'),
  columns: count(listRowsMax).describe('Number of columns. Default: the columns in the design.'),
  column_gap: gap.describe(
    'Gap between columns, in user units of the document. Default: the gap in the design.',
  ),
  row_gap: gap.describe('Gap between rows, in user units of the document. Default: the gap in the design.'),
} satisfies Record<keyof VariableProperties, z.ZodType>

type Nullable = {
  [Name in keyof typeof variableProperties]: z.ZodOptional<z.ZodNullable<(typeof variableProperties)[Name]>>
}

export const propertiesInBody = Object.fromEntries(
  Object.entries(variableProperties).map(([name, schema]) => {
    const description = schema.description
    const nullable = schema.nullable().optional()
    return [name, description === undefined ? nullable : nullable.describe(description)]
  }),
) as Nullable

const labelLengthMax = 200
export const keyLengthMax = 64
export const variablesNamedMax = 500

export const label = text(labelLengthMax).trim().min(1, 'is required.')
const required = z.boolean('must be true or false.')

/** The settings of variables; the document determines which variables exist. */
export const variableNotes = listUpTo(
  variablesNamedMax,
  `must not contain more than ${variablesNamedMax} variables.`,
  z.array(
    z.strictObject({
      key: z
        .string('must be a string.')
        .max(keyLengthMax, `must not be longer than ${keyLengthMax} characters.`),
      type: variableType
        .optional()
        .describe('Type of the value. The possible types depend on the layer in the document.'),
      label: label.optional().describe('Name in the user interface.'),
      required: required.optional().describe('Whether a value is required.'),
      ...propertiesInBody,
    }),
    'must be a list of objects with a key.',
  ),
).describe(
  'Variables to update. `key` identifies the variable. Omitted properties are unchanged; `null` removes a property.',
)

export type VariableNotes = z.output<typeof variableNotes>

type NotesGiven = { [Name in keyof VariableProperties]?: unknown }

/**
 * @param given the properties that were sent with the note.
 * @throws {ApiError} `invalid` for properties that the type does not have, and for contradictions.
 */
export function assertUsable(variable: TemplateVariable, given: NotesGiven, field: string): void {
  const { type, fit, format } = variable
  const applicable: readonly string[] = type === 'group' ? [] : propertiesOf[type]
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || applicable.includes(name)) continue
    throw refused(`${field}.${name}`, `does not apply to variables of type ${type}.`)
  }
  const fits: readonly string[] = type === 'image' ? pictureFits : textFits
  if (fit !== undefined && !fits.includes(fit))
    throw refused(`${field}.fit`, `must be one of ${fits.join(', ')}.`)
  const fault = format && formatFault(format)
  if (fault) throw refused(`${field}.format`, fault.fault)
}

/** @throws {ApiError} `invalid` for a folder that the company does not have. */
export async function assertFolders(
  trx: Trx,
  companyId: CompanyId,
  notes: readonly { folder_id?: string | null | undefined }[] = [],
): Promise<void> {
  for (const [at, { folder_id: folderId }] of notes.entries()) {
    if (!folderId) continue
    const folder = await trx
      .selectFrom('folders')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', parseId('folder', folderId)!)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!folder)
      throw invalid(`variables.${at}.folder_id`, `The selected variables.${at}.folder id is invalid.`)
  }
}

const refused = (field: string, end: string) =>
  invalid(field, `The ${field.replaceAll('_', ' ')} field ${end}`)
