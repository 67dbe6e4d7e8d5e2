import { rm } from 'node:fs/promises'
import { ApiError } from '../errors.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import type { ReceivedFile } from '../http/files/upload.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId } from '../ids.ts'
import { DecodeError, type DecodeFault } from '../images/decode-error.ts'
import type { Inspection } from '../images/inspect.ts'
import { pixelsMax } from '../images/limits.ts'
import { asName } from '../names.ts'
import type { Services } from '../services.ts'
import { formatOfName } from '../storage/file-formats.ts'
import type { Storage } from '../storage/storage.ts'

/** A checked file in storage, under a new key that no row references yet. */
export type StoredUpload = {
  key: string
  /** Bytes. */
  size: number
  /** SHA-256 in hex. */
  checksum: string
  facts: Inspection
  /** The client's file name. */
  fileName: string | undefined
}

/**
 * Every file enters the library this way: it is checked, then stored, and only then does a transaction
 * reference it. A file that a row references therefore always exists. A failure can leave a file without a
 * row: it is removed here when no row can reference it, and otherwise by the reaper (reaper.ts).
 * @param settled receives the clean-up.
 * @throws {ApiError} `invalid` on `field` for a rejected file; errors of the storage.
 */
export async function storeUpload(
  file: ReceivedFile,
  field: string,
  companyId: CompanyId,
  { decoder, storage }: Services,
  settled: EndpointInput['settled'],
): Promise<StoredUpload> {
  settled.push(() => rm(cleanPathOf(file), { force: true }))
  const facts = await decoder.inspect(companyId, file.path).catch((error) => {
    throw error instanceof DecodeError ? invalid(field, faults[error.fault], error) : error
  })
  assertNamedSo(file, facts, field)
  const { path, size, checksum } = facts.cleaned ?? file
  const key = `${companyId}/${newId()}.${facts.extension}`
  await storage.take(key, path)
  settled.push(removingUnused(storage, key))
  return { key, size, checksum, facts, fileName: file.fileName }
}

/** Deletes a stored file that no row references. */
export const removingUnused =
  (storage: Storage, key: string): EndpointInput['settled'][number] =>
  async (failure, filed) => {
    // After any other failure the work may have been committed: the reaper decides (reaper.ts).
    const isUnused = failure === undefined ? filed?.key !== key : failure instanceof ApiError
    if (isUnused) await storage.remove([key])
  }

/** Where the decoder writes the sanitized document (images/inspect.ts). */
const cleanPathOf = ({ path }: ReceivedFile) => `${path}.svg`

/** An extension that contradicts the content is a mistake or an attack (contract R-ASSET-1). */
function assertNamedSo({ fileName = '' }: ReceivedFile, { mimeType }: Inspection, field: string) {
  const named = formatOfName(fileName)
  if (named && named.mimeType !== mimeType)
    throw invalid(field, `The ${field} is ${mimeType}, but its name says ${named.mimeType}.`)
}

const faults: Record<DecodeFault, string> = {
  empty: 'The file must not be empty.',
  unknown_type: 'The file must be an image, a PDF, a font, audio or video of a known format.',
  damaged: 'The file is damaged, or its content does not match its type.',
  too_many_pixels: `The file must not have more than ${pixelsMax / 1e6} million pixels.`,
  too_complex: 'The file is too complex to render, or contains declarations that are not allowed.',
  no_picture: 'The file has no picture.',
  decoder_failed: 'The file takes too much time or memory to read.',
}

const titleLengthMax = 200

/** The default name of an asset: the file name without its extension. */
export function titleOf(fileName: string | undefined): string {
  const name = nameIn(fileName ?? '')
  const title = asName(name.replace(/\.[A-Za-z0-9]{1,5}$/, ''))
  return asName(title.slice(0, titleLengthMax)) || 'Untitled'
}

/** A backslash is part of a name, unless the name is a Windows path. */
const nameIn = (path: string) => path.split(/^(?:[a-z]:|\.{0,2})\\/i.test(path) ? /[/\\]/ : '/').at(-1)!
