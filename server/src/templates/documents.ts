import { rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { fileNameOf } from '../assets/file-names.ts'
import { assertRoom, countBytes } from '../assets/files.ts'
import { removingUnused } from '../assets/upload.ts'
import type { Trx } from '../db/tenancy.ts'
import type { EndpointInput } from '../http/endpoints/endpoint.ts'
import type { Filed } from '../http/endpoints/stored-file.ts'
import type { ReceivedFile } from '../http/files/upload.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId } from '../ids.ts'
import { DecodeError } from '../images/decode-error.ts'
import type { DocumentFacts } from '../images/svg-document.ts'
import type { Services } from '../services.ts'

/** A sanitized document in storage, under a new key that no row references yet. */
export type StoredDocument = {
  key: string
  facts: DocumentFacts
  fileName: string | undefined
}

/**
 * Every document that enters the library is sanitized, drawn once and stored before a transaction references
 * it, like other files (assets/upload.ts).
 * @param settled receives the cleanup.
 * @throws {ApiError} `invalid` on `document` for a file that is not an SVG or cannot be drawn; errors of the
 *   storage.
 */
export async function storeDocument(
  file: ReceivedFile,
  companyId: CompanyId,
  { decoder, storage }: Services,
  settled: EndpointInput['settled'],
): Promise<StoredDocument> {
  settled.push(() => rm(`${file.path}.svg`, { force: true }))
  const facts = await decoder.readDocument(companyId, file.path).catch((error) => {
    throw error instanceof DecodeError ? invalid('document', faultOf(error)) : error
  })
  if ('refusal' in facts) throw invalid('document', facts.refusal)
  const key = `${companyId}/${newId()}.svg`
  await storage.take(key, facts.path)
  settled.push(removingUnused(storage, key))
  return { key, facts, fileName: file.fileName }
}

/**
 * The file name of an uploaded document. Null if it has no name, or if the name is not that of an SVG,
 * because programs send files as `blob`. Such a document gets the name of its template.
 */
export const nameOfDocument = (fileName: string | undefined): string | null =>
  fileName !== undefined && /\.svgz?$/i.test(fileName) ? fileNameOf(fileName, '', 'svg') : null

const faultOf = ({ fault }: DecodeError) =>
  fault === 'decoder_failed'
    ? 'The document takes too much time or memory to render.'
    : 'The document cannot be rendered.'

/**
 * Counts a document towards the quota before a version references it. @throws {ApiError} `invalid` if the
 * quota is used up.
 */
export async function keepDocument(
  trx: Trx,
  companyId: CompanyId,
  document: StoredDocument,
  quotaBytes: number | undefined,
): Promise<Filed> {
  await assertRoom(trx, companyId, document.facts.size, 'document', quotaBytes)
  await countBytes(trx, companyId, document.facts.size)
  return { key: document.key }
}

/**
 * Deletes rows of documents and previews of deleted versions. A new document has a new key, and another
 * version can reference an existing key only while a version does, under the company's lock. A key without
 * references is therefore never referenced again (assets/files.ts).
 * @param files the files of the deleted versions.
 * @returns the keys to remove from storage after the commit.
 */
export async function releaseDocuments(
  trx: Trx,
  companyId: CompanyId,
  files: { documents: readonly { file_key: string; size: number }[]; pictures: readonly string[] },
): Promise<string[]> {
  const sizes = new Map(files.documents.map(({ file_key, size }) => [file_key, size]))
  const keys = [...new Set([...sizes.keys(), ...files.pictures])]
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${keys}::text[]) asked(key)
    where not exists (
      select from template_versions v where v.company_id = ${companyId}
        and asked.key in (v.file_key, v.thumbnail_key, v.preview_key)
    ) and not exists (
      select from templates t where t.company_id = ${companyId} and asked.key in (t.thumbnail_key, t.preview_key)
    )`.execute(trx)
  const gone = rows.map(({ key }) => key)
  await countBytes(trx, companyId, -gone.reduce((sum, key) => sum + (sizes.get(key) ?? 0), 0))
  return gone
}
