import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { mayBeMade } from '../assets/pictures.ts'
import { asCompany } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { mayStart } from '../fair-share.ts'
import { fairSlots } from '../fair-slots.ts'
import type { PictureOf } from '../http/files/signed-files.ts'
import type { CompanyId } from '../ids.ts'
import type { Services } from '../services.ts'
import { isFileGone } from '../storage/file-errors.ts'
import { zipPaths } from '../zip/names.ts'
import { type ZipEntry, zipStream } from '../zip/zip-stream.ts'
import { ahead } from './ahead.ts'
import { reportEntry } from './report.ts'

/** A file for a zip. */
export type WantedFile =
  | {
      /** For the report: a public ID. */
      label: string
      /** File name. */
      name: string
      folders: readonly string[]
      /** The key of the original. */
      key: string
      modifiedAt: Date
      /** A rendition instead of the original, as in a signed link, and its file name. */
      picture?: { spec: string; name: string }
    }
  | {
      label: string
      name?: string
      /** Why there is no file: the rest of a sentence. */
      absent: string
    }

type Present = Extract<WantedFile, { key: string }>

/** A file that is open, with its first bytes read. */
type Opened = Present & { size: number; body: Readable; note?: string }
type Prepared = Opened | { label: string; name?: string | undefined; absent: string }

/** Zips that are sent at a time, per process. Each holds a few open files. */
const zipsMax = 200
/** Files that are opened before their turn, so that the delay of each does not add up. */
const openedAhead = 4
/** Reads at a time, per process. A read is a chunk of a file. */
const readsMax = 16
const readsQueuedMax = 100_000

export type Zips = ReturnType<typeof openZips>

/**
 * Zips that are built while they are sent. Reads are dealt to companies chunk by chunk, so the zips of one company do not
 * hold up those of another, whatever their size. A slow reader holds nothing: what it has not taken is not read.
 */
export function openZips(
  services: Pick<Services, 'db' | 'storage' | 'decoder' | 'noteMissing'>,
  pictureOf: PictureOf,
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
    const { key, name, note } = await choose(companyId, file)
    const opened = await reads.run(companyId, () => open(key))
    if (opened) return { ...file, ...opened, name, ...(note !== undefined && { note }) }
    services.noteMissing(key, 'link')
    return { label: file.label, name: file.name, absent: 'has no file in the store' }
  }

  /** The rendition of a file, or its original with the reason. */
  async function choose(
    companyId: CompanyId,
    { key, name, picture }: Present,
  ): Promise<{ key: string; name: string; note?: string }> {
    if (!picture) return { key, name }
    const instead = (why: string) => ({ key, name, note: `${why}, so the original file is included` })
    if (!services.decoder.draws(key.split('.').at(-1)!)) return instead('has no image')
    const isAllowed = await asCompany(services.db, companyId, (trx) =>
      mayBeMade(trx, companyId, key, picture.spec),
    )
    if (!isAllowed) return instead('has too many renditions')
    try {
      return { key: await pictureOf(key, picture.spec), name: picture.name }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return instead('could not be rendered')
    }
  }

  /** Undefined if the file does not exist. */
  async function open(key: string): Promise<{ size: number; body: Readable } | undefined> {
    const file = await services.storage.find(key)
    if (!file) return undefined
    const body = file.open()
    // Thrown when it is read: it may wait for its turn until then.
    body.on('error', () => {})
    try {
      await once(body, 'readable')
    } catch (error) {
      if (isFileGone(error)) return undefined
      throw error
    }
    return { size: file.size, body }
  }

  async function* chunksOf(companyId: CompanyId, body: Readable): AsyncGenerator<Uint8Array> {
    const chunks = body[Symbol.asyncIterator]()
    try {
      for (;;) {
        const { done, value } = await reads.run(companyId, () => chunks.next())
        if (done) return
        yield value
      }
    } finally {
      body.destroy()
    }
  }

  async function* entries(companyId: CompanyId, files: AsyncIterable<WantedFile>): AsyncGenerator<ZipEntry> {
    const pathOf = zipPaths()
    const problems: string[] = []
    let count = 0
    const prepared = ahead(files, openedAhead, (file) => prepare(companyId, file), close)
    for await (const file of prepared) {
      count++
      if ('absent' in file) {
        problems.push(`${titleOf(file)} ${file.absent}.`)
        continue
      }
      if (file.note !== undefined) problems.push(`${titleOf(file)} ${file.note}.`)
      const { size, modifiedAt, body } = file
      const name = pathOf(file.folders, file.name)
      yield { name, size, modifiedAt, chunks: chunksOf(companyId, body) }
    }
    if (problems.length > 0) yield reportEntry(pathOf([], 'Report.txt'), count, problems)
  }

  return {
    /**
     * Streams a zip of files. What cannot be included is reported in `Report.txt` in the zip.
     * @throws {ApiError} `unavailable` when the company's share of the zips that this process sends is used up.
     */
    stream(companyId: CompanyId, files: AsyncIterable<WantedFile>): Readable {
      take(companyId)
      return zipStream(entries(companyId, files)).once('close', () => release(companyId))
    },
  }
}

const titleOf = ({ label, name }: { label: string; name?: string | undefined }) =>
  name === undefined ? label : `${name} (${label})`

function close(file: Prepared) {
  if ('body' in file) file.body.destroy()
}
