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

/** A file that was checked and is safe in storage, under a key of its own that no row refers to yet. */
export type StoredUpload = {
  key: string
  /** Bytes. */
  size: number
  /** SHA-256 in hex. */
  checksum: string
  facts: Inspection
  /** As the client named it. */
  fileName: string | undefined
}

/**
 * The way of every file into the library: it is checked, then stored, and only then is a transaction opened that
 * refers to it. So a file that a row names is always there, and what a failure leaves behind is a file without a row:
 * removed here at once when it is sure that there is none, else by the reaper (reaper.ts).
 * @param settled is given the clean-up.
 * @throws {ApiError} `invalid` on `field` for what is not kept; what the storage throws.
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

/** Clean-up of a stored file that no row came to refer to. */
export const removingUnused =
  (storage: Storage, key: string): EndpointInput['settled'][number] =>
  async (failure, filed) => {
    // After any other failure it is not known whether the work is committed: the reaper will see (reaper.ts).
    const isUnused = failure === undefined ? filed?.key !== key : failure instanceof ApiError
    if (isUnused) await storage.remove([key])
  }

/** Where the decoder puts the clean version of a document (images/inspect.ts). */
const cleanPathOf = ({ path }: ReceivedFile) => `${path}.svg`

/** A name that says another type than the bytes is a mistake, or meant to mislead (contract R-ASSET-1). */
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
  decoder_failed: 'The file takes too much time or memory to read.',
}

const titleLengthMax = 200

/** What an asset is called when nobody says: as its file, without the extension. */
export function titleOf(fileName: string | undefined): string {
  const name = nameIn(fileName ?? '')
  const title = asName(name.replace(/\.[A-Za-z0-9]{1,5}$/, ''))
  return asName(title.slice(0, titleLengthMax)) || 'Untitled'
}

/** A backslash is a letter of a name, but where it stands as in a path of Windows. */
const nameIn = (path: string) => path.split(/^(?:[a-z]:|\.{0,2})\\/i.test(path) ? /[/\\]/ : '/').at(-1)!
