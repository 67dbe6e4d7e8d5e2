import { extname } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import type { RenderRequest } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { wholeNumber } from '../lists/flags.ts'
import { pictureFolderDefault, type Texts, withText } from './values.ts'

export type LookOptions = {
  set?: Texts
  format?: Format
  width?: number
  height?: number
  scale?: number
  quality?: number
  background?: string
  language?: string
  kit?: string
  check?: 'warn' | 'strict' | 'off'
  bleed?: string
  marks?: boolean
  color?: 'rgb' | 'cmyk'
  text?: 'outlines' | 'embedded'
  standard?: 'PDF/X-4' | 'PDF/A-2b'
  pictures: string
}

export type Format = NonNullable<RenderRequest['format']>
export const formats: readonly Format[] = ['png', 'jpeg', 'webp', 'avif', 'svg', 'pdf']
const sideMax = 16_384

export const withLook = (command: Command) =>
  command
    .option(
      '--set <variable=value>',
      'value of a variable; an image is ast_… or @file.jpg, which is uploaded',
      withText,
    )
    .addOption(
      new Option('--format <format>', 'file format; default: from the extension of --output, or png').choices(
        formats,
      ),
    )
    .option('--width <pixels>', 'width; the height is scaled accordingly', wholeNumber(1, sideMax))
    .option('--height <pixels>', 'height; the width is scaled accordingly', wholeNumber(1, sideMax))
    .option('--scale <factor>', 'scale factor for width and height, 0.1 to 10', numberFrom(0.1, 10))
    .option('--quality <1-100>', 'quality of JPEG, WebP and AVIF', wholeNumber(1, 100))
    .option('--background <color>', 'transparent, or #RRGGBB')
    .option('--language <tag>', 'language of the text, such as de or ar')
    .option('--kit <id>', 'brand kit ID; default: the default brand kit')
    .addOption(
      new Option('--check <level>', 'warn prints findings; strict treats them as errors').choices([
        'warn',
        'strict',
        'off',
      ]),
    )
    .option('--bleed <length>', 'PDF: bleed on all sides, such as 3mm or 0.125in')
    .option('--marks', 'PDF: crop marks')
    .addOption(
      new Option('--color <space>', 'PDF: cmyk prints brand colors with their CMYK values').choices([
        'rgb',
        'cmyk',
      ]),
    )
    .addOption(
      new Option('--text <kind>', 'PDF: text as outlines, or with embedded fonts').choices([
        'outlines',
        'embedded',
      ]),
    )
    .addOption(
      new Option('--standard <name>', 'PDF: standard to conform to').choices(['PDF/X-4', 'PDF/A-2b']),
    )
    .option('--pictures <folder>', 'library folder for uploaded files', pictureFolderDefault)

/**
 * The fields of a request that the options set, without its values. @param output a file name that implies
 * the format.
 */
export function lookOf(options: LookOptions, output?: string): Omit<RenderRequest, 'variables'> {
  const { width, height, scale, quality, background, language, kit, check } = options
  const pdf = pdfOf(options)
  const format = options.format ?? formatOf(output) ?? (pdf && 'pdf')
  if (pdf && format !== 'pdf')
    throw new UsageError('--bleed, --marks, --color, --text and --standard require --format pdf')
  const given = {
    format,
    pdf,
    ...{ width, height, scale, quality, background, language, check },
    brand_kit_id: kit,
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function pdfOf({ bleed, marks, color, text, standard }: LookOptions): RenderRequest['pdf'] {
  const given = { bleed, marks: marks ? ['crop'] : undefined, color, text, conformance: standard }
  const known = Object.entries(given).filter(([, value]) => value !== undefined)
  return known.length > 0 ? (Object.fromEntries(known) as RenderRequest['pdf']) : undefined
}

/** @throws {UsageError} for an extension that no format has. */
function formatOf(output: string | undefined): Format | undefined {
  const extension = extname(output ?? '')
    .slice(1)
    .toLowerCase()
  if (extension === '') return undefined
  const format = extension === 'jpg' ? 'jpeg' : extension
  const known = formats.find((one) => one === format)
  if (known) return known
  throw new UsageError(`No format has the extension .${extension}. Specify --format: ${formats.join(', ')}.`)
}

const numberFrom =
  (min: number, max: number) =>
  (text: string): number => {
    const number = /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a number from ${min} to ${max}.`)
  }
