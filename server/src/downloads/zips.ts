import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { mayBeMade } from '../assets/pictures.ts'
import { asCompany } from '../db/tenancy.ts'
import { ApiError, type ErrorCode } from '../errors.ts'
import { mayStart } from '../fair-share.ts'
import { fairSlots } from '../fair-slots.ts'
import { withMetadata } from '../file-metadata/embed.ts'
import { sizeOf, sourceOfStored, streamOf } from '../file-metadata/parts.ts'
import type { MetadataOf, PictureOf } from '../http/files/signed-files.ts'
import type { CompanyId } from '../ids.ts'
import type { Services } from '../services.ts'
import { isFileGone } from '../storage/file-errors.ts'
import type { StoredFile } from '../storage/storage.ts'
import { zipPaths } from '../zip/names.ts'
import { type ZipEntry, zipStream } from '../zip/zip-stream.ts'
import { ahead } from './ahead.ts'
import { reportEntry } from './report.ts'

export type WantedFile =
  | {
      /** The public ID, for the report. */
      label: string
      name: string
      folders: readonly string[]
      key: string
      modifiedAt: Date
      /** The text for the report: how the file differs from the request. */
      note?: string
      picture?: {
        spec: string
        name: string
        /** The asset whose metadata is written into the file, as in a signed link. */
        metadataOf?: string | undefined
        /** The stored file that is included if there is no rendition, and its name in the report. */
        otherwise?: { key: string; name: string; title: string } | undefined
      }
    }
  | {
      label: string
      name?: string
      /** Why there is no file, as the rest of a sentence. */
      absent: string
    }

type Present = Extract<WantedFile, { key: string }>

/** A file that was found in the store. It is opened when the zip reaches it. */
type Found = Present & { file: Content }
/** A stored file, or a file with metadata written into it. */
type Content = { size: number; open(): Readable }
type Prepared = Found | { label: string; name?: string | undefined; absent: string }

type Chosen =
  | { key: string; name: string; note?: string; metadataOf?: string | undefined }
  | Extract<Prepared, { absent: string }>

/** Maximum number of concurrent zips per process. Each zip has one open file. */
const zipsMax = 200
/** Number of files that are found and rendered ahead, so that their delays do not add up. */
const preparedAhead = 4
/** Delays before a rendition is requested again, if the server is too busy. */
const busyDelaysMs = [250, 1_000, 4_000, 16_000]
/** Maximum number of reads at a time, per process. A read is a chunk of a file. */
const readsMax = 16
const readsQueuedMax = 100_000

export type Zips = ReturnType<typeof openZips>

/**
 * Zips that are built while they are sent. Companies share the reads chunk by chunk, so the zips of one company do not
 * delay the zips of another, regardless of size. A slow reader holds an open file, but no slot. An object store closes
 * downloads that the client does not read, so no file is opened before the zip reaches it.
 */
export function openZips(
  services: Pick<Services, 'db' | 'delivered' | 'decoder' | 'noteMissing'>,
  pictureOf: PictureOf,
  metadataOf: MetadataOf,
) {
  const reads = fairSlots(readsMax, readsQueuedMax)
  const sending = new Map<CompanyId, number>()
  let sent = 0

  function take(companyId: CompanyId) {
    const own = sending.get(companyId) ?? 0
    if (!mayStart(own, zipsMax - sent)) throw new ApiError('unavailable')
    sending.set(companyId, own + 1)
    sent++
  }

  function release(companyId: CompanyId) {
    const left = sending.get(companyId)! - 1
    if (left > 0) sending.set(companyId, left)
    else sending.delete(companyId)
    sent--
  }

  async function prepare(companyId: CompanyId, file: WantedFile): Promise<Prepared> {
    if ('absent' in file) return file
    const chosen = await choose(companyId, file)
    if ('absent' in chosen) return chosen
    const { key, name, note, metadataOf } = chosen
    const found = await reads.run(companyId, () => services.delivered(key))
    if (!found) return missing(key, file)
    const content =
      metadataOf === undefined ? found : await reads.run(companyId, () => written(found, key, metadataOf))
    return { ...file, key, name, file: content, ...(note !== undefined && { note }) }
  }

  async function written(file: StoredFile, key: string, asset: string): Promise<Content> {
    try {
      const { fields } = await metadataOf(key, asset)
      const parts = await withMetadata(sourceOfStored(file), key.split('.').at(-1)!, fields)
      return { size: sizeOf(parts), open: () => streamOf(file, parts) }
    } catch (error) {
      if (!hasCode(error, 'not_found')) throw error
      return file
    }
  }

  function missing(key: string, { label, name }: { label: string; name: string }) {
    services.noteMissing(key, 'link')
    return { label, name, absent: 'has no file in the store' }
  }

  /** The rendition of a file. If it cannot be created, the file that may be included instead, with the reason. */
  async function choose(companyId: CompanyId, { label, key, name, note, picture }: Present): Promise<Chosen> {
    if (!picture) return { key, name, ...(note !== undefined && { note }) }
    const instead = (why: string) => {
      if (!picture.otherwise) return { label, name, absent: why }
      const { title, ...file } = picture.otherwise
      return { ...file, note: `${why}, so ${title} is included` }
    }
    if (!services.decoder.draws(key.split('.').at(-1)!)) return instead('has no image')
    const isAllowed = await asCompany(services.db, companyId, (trx) =>
      mayBeMade(trx, companyId, key, picture.spec),
    )
    if (!isAllowed) return instead('has too many renditions')
    try {
      const { spec, metadataOf } = picture
      return { key: await renditionOf(key, spec), name: picture.name, metadataOf }
    } catch (error) {
      if (!hasCode(error, 'not_found')) throw error
      return instead('could not be rendered')
    }
  }

  async function renditionOf(key: string, spec: string): Promise<string> {
    for (const delay of busyDelaysMs) {
      try {
        return await pictureOf(key, spec)
      } catch (error) {
        if (!hasCode(error, 'unavailable')) throw error
        await sleep(delay)
      }
    }
    return pictureOf(key, spec)
  }

  /** Opens a file and reads its first bytes. Undefined if the file has been deleted. */
  async function open(file: Content): Promise<Readable | undefined> {
    const body = file.open()
    // The error is thrown when the file is read, which may be later.
    body.on('error', () => {})
    try {
      await once(body, 'readable')
    } catch (error) {
      if (isFileGone(error)) return undefined
      throw error
    }
    return body
  }

  async function* chunksOf(companyId: CompanyId, body: Readable): AsyncGenerator<Uint8Array> {
    const chunks = body[Symbol.asyncIterator]()
    for (;;) {
      const { done, value } = await reads.run(companyId, () => chunks.next())
      if (done) return
      yield value
    }
  }

  async function* entries(companyId: CompanyId, files: AsyncIterable<WantedFile>): AsyncGenerator<ZipEntry> {
    const pathOf = zipPaths()
    const problems: string[] = []
    let count = 0
    for await (const wanted of ahead(files, preparedAhead, (file) => prepare(companyId, file))) {
      count++
      if ('absent' in wanted) {
        problems.push(`${titleOf(wanted)} ${wanted.absent}.`)
        continue
      }
      const body = await reads.run(companyId, () => open(wanted.file))
      if (!body) {
        problems.push(`${titleOf(wanted)} ${missing(wanted.key, wanted).absent}.`)
        continue
      }
      // If a client disconnects before the first chunk, `chunksOf` never starts.
      try {
        if (wanted.note !== undefined) problems.push(`${titleOf(wanted)} ${wanted.note}.`)
        const { modifiedAt, file } = wanted
        const name = pathOf(wanted.folders, wanted.name)
        yield { name, size: file.size, modifiedAt, chunks: chunksOf(companyId, body) }
      } finally {
        body.destroy()
      }
    }
    if (problems.length > 0) yield reportEntry(pathOf([], 'Report.txt'), count, problems)
  }

  return {
    /**
     * Streams a zip of files. `Report.txt` in the zip lists files that cannot be included.
     * @throws {ApiError} `unavailable` if the company's share of the concurrent zips of this process is used
     * up.
     */
    stream(companyId: CompanyId, files: AsyncIterable<WantedFile>): Readable {
      take(companyId)
      return zipStream(entries(companyId, files)).once('close', () => release(companyId))
    },
  }
}

const titleOf = ({ label, name }: { label: string; name?: string | undefined }) =>
  name === undefined ? label : `${name} (${label})`

const hasCode = (error: unknown, code: ErrorCode) => error instanceof ApiError && error.code === code
