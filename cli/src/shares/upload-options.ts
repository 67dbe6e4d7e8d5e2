import { type Command, InvalidArgumentError } from 'commander'
import type { Share } from '../../../sdk/src/index.ts'
import {
  uploadTypes as types,
  type UploadType,
  uploadDefaults,
  uploadsMax,
} from '../../../sdk/src/upload-limits.gen.ts'
import { UsageError } from '../errors.ts'
import { givenId, wholeNumber } from '../lists/flags.ts'

export type UploadOptions = {
  uploads?: string
  maxFiles?: number
  maxSize?: number
  maxFileSize?: number
  uploadTypes?: UploadType[]
}

export const withUploads = <C extends Command>(command: C) =>
  command
    .option('--uploads <folder>', 'ID of a folder into which visitors can upload files', givenId)
    .option(
      '--max-files <number>',
      `with --uploads: maximum number of files; default: ${uploadDefaults.files}`,
      wholeNumber(1, uploadsMax.files),
    )
    .option(
      '--max-size <size>',
      `with --uploads: maximum size of all files, such as 5GB; default: ${uploadDefaults.bytes / 1e9}GB`,
      bytesIn,
    )
    .option(
      '--max-file-size <size>',
      `with --uploads: maximum size of a file, such as 50MB; default: ${uploadDefaults.fileBytes / 1e9}GB`,
      bytesIn,
    )
    .option('--upload-types <types>', `with --uploads: ${types.join(',')}; default: all`, typesIn)

/** @throws {UsageError} for limits without `--uploads`. */
export function uploadsOf({ uploads, maxFiles, maxSize, maxFileSize, uploadTypes }: UploadOptions) {
  const limits = { max_files: maxFiles, max_bytes: maxSize, max_file_bytes: maxFileSize, types: uploadTypes }
  const given = Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))
  if (uploads !== undefined) return { folder_id: uploads, ...given }
  if (Object.keys(given).length > 0)
    throw new UsageError('Use --max-files, --max-size, --max-file-size and --upload-types with --uploads.')
  return undefined
}

/** The number of files that a share has received, for its summary. */
export const receivedBy = ({ uploads, uploads_count }: Share) =>
  uploads === null ? null : `${uploads_count} of ${uploads.max_files} files`

const units: Record<string, number> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }

function bytesIn(text: string): number {
  const [, amount, unit = 'B'] = /^(\d+(?:\.\d+)?)\s?([kmgt]?b)?$/i.exec(text) ?? []
  if (amount === undefined) throw new InvalidArgumentError('It must be a size such as 50MB or 5GB.')
  const bytes = Math.round(Number(amount) * units[unit.toUpperCase()]!)
  if (bytes >= 1 && bytes <= uploadsMax.bytes) return bytes
  throw new InvalidArgumentError(`It must be from 1B to ${uploadsMax.bytes / 1e12}TB.`)
}

function typesIn(text: string): UploadType[] {
  const asked = text.split(',').map((one) => one.trim())
  const known = types.filter((type) => asked.includes(type))
  if (known.length === asked.length) return known
  throw new InvalidArgumentError(`Use one or more of ${types.join(', ')}, separated by commas.`)
}
