import { Metadata } from '@tus/server'
import { z } from 'zod'
import type { UploadFields } from '../assets/add-upload.ts'
import { formFields } from '../assets/body.ts'
import { invalid, validate } from '../http/schemas/validation.ts'

/**
 * The fields of a form. Tus clients also send other fields, such as `filetype`, `relativePath` or `mtime`,
 * which are kept in the header and otherwise ignored, because the bytes determine the type.
 */
const named = z.object(formFields)

/**
 * The fields in `Upload-Metadata`, by the rules of the form of `POST /api/assets`. A `name` that equals the
 * file name, as Uppy sends it, does not count, because the asset is named after its file, without the
 * extension.
 * @param header the header as it was sent, or an empty string.
 * @throws {ApiError} `invalid` for a malformed header, and for every invalid field.
 */
export function fieldsOf(header: string): { fields: UploadFields; fileName: string | undefined } {
  const pairs = pairsOf(header)
  const { name, ...rest } = pairs
  const given = name === pairs.filename ? rest : pairs
  // The parser replaces bytes that are not UTF-8 by this character. A file name can have any bytes.
  for (const [key, text] of Object.entries(given))
    if (key !== 'filename' && key in named.shape && text.includes('\ufffd'))
      throw invalid('upload_metadata', `The ${key} in the Upload-Metadata header must be encoded in UTF-8.`)
  const { filename, ...fields } = validate(named, given)
  return { fields, fileName: filename }
}

/** A key without a value means an empty text. */
function pairsOf(header: string): Record<string, string> {
  if (header === '') return {}
  try {
    return Object.fromEntries(
      Object.entries(Metadata.parse(header)).map(([name, text]) => [name, text ?? '']),
    )
  } catch {
    throw invalid(
      'upload_metadata',
      'The Upload-Metadata header must contain pairs of a key and a Base64 value, separated by commas.',
    )
  }
}
