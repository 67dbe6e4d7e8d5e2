import { Metadata } from '@tus/server'
import { z } from 'zod'
import type { UploadFields } from '../assets/add-upload.ts'
import { formFields } from '../assets/body.ts'
import { invalid, validate } from '../http/schemas/validation.ts'

/** Beside the fields of a form, tus clients send a type, which is ignored: the bytes determine the type. */
const named = z.strictObject({
  ...formFields,
  filetype: z.string().optional(),
})

/**
 * The fields in `Upload-Metadata`, by the rules of the form of `POST /api/assets`.
 * @param header as it was sent. Empty when it was not.
 * @throws {ApiError} `invalid` for a malformed header, and for every invalid field.
 */
export function fieldsOf(header: string): { fields: UploadFields; fileName: string | undefined } {
  const { filename, filetype: _, ...fields } = validate(named, pairsOf(header))
  return { fields, fileName: filename }
}

/** A key alone means an empty text. */
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
