import { sql } from 'kysely'
import { addOnce, settling } from '../assets/add-once.ts'
import { fileNameOf, titleOf } from '../assets/file-names.ts'
import { roomOf } from '../assets/files.ts'
import { assertFolder } from '../assets/references.ts'
import { type StoredUpload, storeUpload } from '../assets/upload.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import type { ReceivedFile } from '../http/files/upload.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'
import type { Inspection } from '../images/inspect.ts'
import type { Visitor } from '../public-pages/gate.ts'
import { bytesOf } from '../public-pages/item.ts'
import { hashOf } from '../secrets/tokens.ts'
import type { Services } from '../services.ts'
import type { FoundShare } from './find-share.ts'

/** Time within which a file that a visitor sends again counts as the same upload. */
const sentAgainMs = 24 * 3_600_000

/** A visitor of a share that was open to the visitor when the upload began. */
type Sender = { share: FoundShare; code: string; visitor: Visitor; requestId: string }

type Limits = Pick<
  FoundShare,
  | 'upload_files_max'
  | 'upload_bytes_max'
  | 'upload_file_bytes_max'
  | 'upload_types'
  | 'uploads_count'
  | 'uploaded_bytes'
>

/**
 * The maximum size of a file that the share accepts now, and the error for a larger file.
 * @throws {ApiError} `invalid` if the share accepts no more files.
 */
export async function roomFor({ db, storageQuotaBytes, uploadBytesMax }: Services, share: FoundShare) {
  const { companyId } = share
  const owners = await asCompany(db, companyId, (trx) => ownersRoom(trx, companyId, storageQuotaBytes))
  const [smallest] = [
    ...limitsOf(share),
    { bytes: uploadBytesMax, refusal: tooLarge(uploadBytesMax) },
    owners,
  ].sort((a, b) => a.bytes - b.bytes)
  if (share.uploads_count >= share.upload_files_max!) throw enoughFiles()
  if (smallest!.bytes <= 0) throw smallest!.refusal()
  return smallest!
}

const limitsOf = ({ upload_bytes_max, upload_file_bytes_max, uploaded_bytes }: Limits) => [
  { bytes: upload_file_bytes_max!, refusal: tooLarge(upload_file_bytes_max!) },
  { bytes: upload_bytes_max! - uploaded_bytes, refusal: noRoom },
]

/** Number of steps of the storage quota. For visitors, the free space is rounded down to a step. */
const quotaSteps = 20

/**
 * The space that the company's storage quota leaves for a visitor. It is rounded down and has the error of a full share,
 * because visitors could otherwise measure with files of different sizes how much the company stores.
 */
async function ownersRoom(trx: Trx, companyId: CompanyId, quotaBytes: number | undefined) {
  const room = await roomOf(trx, companyId, 'file', quotaBytes)
  if (quotaBytes === undefined || !room) return { bytes: Number.POSITIVE_INFINITY, refusal: noRoom }
  const step = Math.ceil(quotaBytes / quotaSteps)
  return { bytes: Math.floor(room.bytes / step) * step, refusal: noRoom }
}

const tooLarge = (bytes: number) => () =>
  invalid('file', `The file must not be larger than ${bytesOf(bytes)}.`)
const noRoom = () => invalid('file', 'This page has no space left for this file.')
const enoughFiles = () => invalid('file', 'This page accepts no more files.')

/**
 * Adds a received file to the folder of the share. The share, its limits and its folder are checked again in the commit
 * that adds the asset, which holds the company lock. The response does not reveal whether the company already had
 * the file.
 * @throws {ApiError} `invalid` on `file`; `gone` if the share was closed or changed meanwhile.
 */
export const takeUpload = (services: Services, sender: Sender, file: ReceivedFile) =>
  settling(async (settled) => {
    const { share, visitor, requestId } = sender
    const { companyId, id: shareId } = share
    const accept = ({ kind }: Inspection) => assertType(share, kind)
    const stored = await storeUpload(file, 'file', companyId, services, settled, accept)
    return addOnce(
      services,
      {
        author: { companyId, actor: { type: 'share', id: shareId }, requestId },
        personId: null,
        body: { folder_id: share.upload_folder_id! },
        uploader: { shareId, name: visitor.name },
        async find(trx) {
          const now = await findOpen(trx, sender)
          const sent = await findSent(trx, sender, stored)
          if (!sent) await assertWithin(services, trx, companyId, now, stored)
          return sent
        },
        note: (trx, assetId) => noteUpload(trx, sender, assetId, stored.size),
      },
      stored,
    )
  })

function assertType({ upload_types: types }: Pick<FoundShare, 'upload_types'>, kind: string) {
  if (types === null || types.includes(kind)) return
  throw invalid('file', `This page accepts only these types of files: ${types.join(', ')}.`)
}

/**
 * Excludes shares that were closed or changed since the upload began.
 * @throws {ApiError} `gone`
 */
async function findOpen(trx: Trx, { share, code, visitor }: Sender) {
  const { companyId, id } = share
  type Row = Limits & Pick<FoundShare, 'upload_folder_id' | 'password_hash' | 'ask_visitor'>
  const { rows } = await sql<Row>`
    select r.upload_folder_id, r.upload_files_max, r.upload_bytes_max, r.upload_file_bytes_max, r.upload_types,
      r.uploads_count, r.uploaded_bytes, r.password_hash, r.ask_visitor
    from shares r
    join share_codes s on s.company_id = r.company_id and s.share_id = r.id and s.hash = ${hashOf(code)}
    join companies c on c.id = r.company_id
    join enterprises e on e.id = c.enterprise_id and e.status = 'active'
    where r.company_id = ${companyId} and r.id = ${id} and r.revoked_at is null
      and (r.expires_at is null or r.expires_at > clock_timestamp())`.execute(trx)
  const [now] = rows
  const isOpen =
    now?.upload_folder_id === share.upload_folder_id &&
    now.password_hash === share.password_hash &&
    !(now.ask_visitor && visitor.email === null)
  if (!now || !isOpen) throw new ApiError('gone')
  await assertFolder(trx, companyId, share.upload_folder_id!).catch((error) => {
    throw error instanceof ApiError ? new ApiError('gone') : error
  })
  return now
}

/**
 * The asset of the same file from the same visitor. A visitor whose connection fails before the response sends the
 * file again, which must neither create a second asset nor count twice.
 */
async function findSent(trx: Trx, { share, visitor }: Sender, { checksum, fileName, facts }: StoredUpload) {
  const sent = await trx
    .selectFrom('assets')
    .select('id')
    .where('company_id', '=', share.companyId)
    .where('checksum', '=', checksum)
    .where('upload_share_id', '=', share.id)
    .where('uploader_name', 'is not distinct from', visitor.name)
    .where('filename', '=', fileNameOf(fileName, titleOf(fileName), facts.extension))
    .where('deleted_at', 'is', null)
    .where('created_at', '>', new Date(Date.now() - sentAgainMs))
    .executeTakeFirst()
  return sent?.id
}

/** @throws {ApiError} `invalid` if the file exceeds a limit of the share, as it is now, or the storage quota. */
async function assertWithin(
  { storageQuotaBytes }: Services,
  trx: Trx,
  companyId: CompanyId,
  now: Limits,
  { size, facts }: StoredUpload,
) {
  assertType(now, facts.kind)
  if (now.uploads_count >= now.upload_files_max!) throw enoughFiles()
  const limits = [...limitsOf(now), await ownersRoom(trx, companyId, storageQuotaBytes)]
  for (const { bytes, refusal } of limits) if (size > bytes) throw refusal()
}

/** Counts the file, and adds it to the log of the share. */
async function noteUpload(trx: Trx, { share, visitor }: Sender, assetId: Uuid, size: number) {
  const { companyId, id } = share
  await sql`
    update shares set uploads_count = uploads_count + 1, uploaded_bytes = uploaded_bytes + ${size}
    where company_id = ${companyId} and id = ${id}`.execute(trx)
  await trx
    .insertInto('share_visits')
    .values({
      company_id: companyId,
      id: newId(),
      share_id: id,
      kind: 'upload',
      asset_id: assetId,
      render_id: null,
      size: null,
      visitor_name: visitor.name,
      visitor_email: visitor.email,
    })
    .execute()
}
