import { rm } from 'node:fs/promises'
import type { FileWarning } from '../db/schema.ts'
import { ApiError } from '../errors.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import type { ReceivedFile } from '../http/files/upload.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId } from '../ids.ts'
import { DecodeError, type DecodeFault } from '../images/decode-error.ts'
import type { Inspection } from '../images/inspect.ts'
import { pixelsMax } from '../images/limits.ts'
import type { Services } from '../services.ts'
import { formatOfExtension, formatOfName, withArticle } from '../storage/file-formats.ts'
import type { Storage } from '../storage/storage.ts'

/** A checked file in storage, under a new key that no row references yet. */
export type StoredUpload = {
  key: string
  size: number
  /** SHA-256 in hex. */
  checksum: string
  facts: Inspection
  fileName: string | undefined
  warnings: FileWarning[]
}

/**
 * Every file is first checked, then stored, and only then referenced by a row. A file
 * that a row references therefore always exists. A failure can leave a file without a row. The file is removed here if
 * no row can reference it, and otherwise by the reaper (reaper.ts).
 * @param settled receives the cleanup.
 * @param accept throws for a file that the caller does not accept. Nothing is stored then.
 * @throws {ApiError} `invalid` on `field` for a rejected file; errors of the storage.
 */
export async function storeUpload(
  file: ReceivedFile,
  field: string,
  companyId: CompanyId,
  { decoder, storage, refusedTypes }: Services,
  settled: EndpointInput['settled'],
  accept?: (facts: Inspection) => void,
): Promise<StoredUpload> {
  settled.push(() => rm(cleanPathOf(file), { force: true }))
  const facts = await decoder.inspect(companyId, file.path, file.fileName).catch(refused(field))
  assertAccepted(facts, refusedTypes, field)
  accept?.(facts)
  const { path, size, checksum } = facts.cleaned ?? file
  const key = `${companyId}/${newId()}.${facts.extension}`
  await storage.take(key, path)
  settled.push(removingUnused(storage, key))
  const warnings = [...mismatch(file.fileName, facts), ...facts.warnings]
  return { key, size, checksum, facts, fileName: file.fileName, warnings }
}

/** Throws the error for a file that the decoder rejects, on the field that contains the file. */
export const refused =
  (field: string) =>
  (error: unknown): never => {
    throw error instanceof DecodeError ? invalid(field, error.reason ?? faults[error.fault], error) : error
  }

/** Deletes a stored file that no row references. */
export const removingUnused =
  (storage: Storage, key: string): EndpointInput['settled'][number] =>
  async (failure, filed) => {
    // After any other failure, the work may have been committed, so the reaper decides (reaper.ts).
    const isUnused = failure === undefined ? filed?.key !== key : failure instanceof ApiError
    if (isUnused) await storage.remove([key])
  }

/** The path to which the decoder writes the sanitized document (images/inspect.ts). */
const cleanPathOf = ({ path }: ReceivedFile) => `${path}.svg`

/** @throws {ApiError} for a type that the operator refuses (`UPLOAD_TYPES_REFUSED`). */
function assertAccepted(
  { extension, mimeType, label }: Inspection,
  refused: ReadonlySet<string>,
  field: string,
) {
  if (!refused.has(extension) && !refused.has(mimeType)) return
  const accepted = commonFormats.filter(
    ({ mimeType, extensions }) => ![mimeType, ...extensions].some((one) => refused.has(one)),
  )
  const others = accepted.map(({ extensions: [first] }) => first.toUpperCase()).join(', ')
  const advice = accepted.length > 0 ? ` Send another format, such as ${others}.` : ''
  throw invalid(
    field,
    `The ${field} is ${withArticle(label)} (${extension}), a type that is not accepted.${advice} ` +
      '/docs/uploads lists the types that are not accepted by default.',
  )
}

/** Formats that the error suggests. */
const commonFormats = ['svg', 'png', 'jpg', 'pdf', 'zip'].map((extension) => formatOfExtension(extension)!)

/**
 * Compares the extension of the file name with the detected format. The detected format is stored, regardless of the
 * name (contract R-ASSET-1).
 */
function mismatch(fileName: string | undefined, { mimeType, label }: Inspection): FileWarning[] {
  const named = formatOfName(fileName ?? '')
  if (!named || named.mimeType === mimeType || areOneContainer(named.mimeType, mimeType)) return []
  const message = `The name of the file says ${withArticle(named.label)}, but the content is ${withArticle(label)}.`
  return [{ type: 'name_mismatch', message }]
}

/** Whether two formats are the same container, whose name can differ with and without a video track. */
const areOneContainer = (one: string, other: string) =>
  one.replace(/^(audio|video)/, '') === other.replace(/^(audio|video)/, '')

const faults: Record<DecodeFault, string> = {
  empty: 'The file must not be empty.',
  damaged: 'The file is damaged, or its content does not match its type.',
  too_many_pixels: `The file must not have more than ${pixelsMax / 1e6} million pixels.`,
  too_complex: 'The file is too complex to render, or contains declarations that are not allowed.',
  no_picture: 'The file has no picture.',
  decoder_failed: 'The file takes too much time or memory to read.',
}
