import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type MetadataValue, S3Store } from '@tus/s3-store'
import { ERRORS } from '@tus/server'
import { type PartFile, partFiles } from './part-files.ts'
import { unlessMissing } from './s3-errors.ts'

/** The metadata key of `.part` with the number of parts before it. */
const partsBefore = 'parts-before'

const follows = (parts: number) => ({ [partsBefore]: `${parts}` })

type Listed = { count: number; bytes: number; isEndOld?: boolean }
/** The number of a part; the last one may have any size. */
type Place = { number: number; isLast: boolean }

/**
 * The library's store, changed so that acknowledged bytes are never lost. An upload consists of its parts,
 * followed by `.part` if it states exactly their number. A `.part` with a lower number was merged into the
 * next part, which starts with its bytes. Therefore it is overwritten instead of removed, and wherever the
 * process is interrupted, the valid bytes only grow:
 * - a request that ends before its first part is stored leaves `.part` as it was, or replaces it by a longer
 * one;
 * - as soon as that part is stored, `.part` is no longer valid, and its bytes count as the part's;
 * - parts are sent one after the other, so that none exists without its predecessors;
 * - when all parts are combined into one object, no part counts any more, and `.part` is deleted with the
 * upload.
 */
export class PartsOnS3 extends S3Store {
  /**
   * Caches listed parts by the library's metadata object of an upload. The cache is weak, so entries are
   * freed with that object.
   */
  readonly #listed = new WeakMap<MetadataValue, Listed>()

  protected override async retrieveParts(name: string, from?: string) {
    const parts = await super.retrieveParts(name, from)
    const bytes = parts.reduce((sum, { Size = 0 }) => sum + Size, 0)
    if (from === undefined) this.#listed.set(await this.getMetadata(name), { count: parts.length, bytes })
    return parts
  }

  protected override async getIncompletePartSize(name: string) {
    const found = await this.client.headObject(this.#end(name)).catch(unlessMissing)
    return found && (await this.#isNext(name, found.Metadata)) ? found.ContentLength : undefined
  }

  protected override async getIncompletePart(name: string) {
    const found = await this.client.getObject(this.#end(name)).catch(unlessMissing)
    if (!found) return undefined
    const body = found.Body as Readable
    const isNext = await this.#isNext(name, found.Metadata)
    if (!isNext) body.destroy()
    return isNext ? body : undefined
  }

  /** The library leaves its temporary file behind if the file is not read to its end. */
  protected override async downloadIncompletePart(name: string) {
    const found = await super.downloadIncompletePart(name)
    if (!found) return undefined
    const { createReader, path } = found
    const forget = () => void rm(path, { force: true }).catch(() => {})
    return {
      ...found,
      createReader: (options: Parameters<typeof createReader>[0]) =>
        createReader(options).once('close', forget),
    }
  }

  #end(name: string) {
    return { Bucket: this.bucket, Key: this.partKey(name, true) }
  }

  /** Earlier versions did not store the number, and removed `.part` before another part could follow. */
  async #isNext(name: string, said: Record<string, string> = {}) {
    const listed = this.#listed.get(await this.getMetadata(name))
    if (!listed) return false
    listed.isEndOld = said[partsBefore] === undefined
    return listed.isEndOld || said[partsBefore] === `${listed.count}`
  }

  /**
   * Marks `.part` instead of removing it: it must exist until the part that starts with its bytes is stored.
   */
  protected override async deleteIncompletePart(name: string) {
    const listed = this.#listed.get(await this.getMetadata(name))
    if (!listed?.isEndOld) return
    const end = this.#end(name)
    const CopySource = encodeURI(`${end.Bucket}/${end.Key}`)
    await this.client.copyObject({
      ...end,
      CopySource,
      MetadataDirective: 'REPLACE',
      Metadata: follows(listed.count),
    })
  }

  /**
   * Replaces the library's method, which buffers all data that the store has not accepted yet. Here, one part
   * is sent while the next part is collected, and then the client has to wait.
   */
  protected override async uploadParts(
    metadata: MetadataValue,
    source: Readable,
    partNumber: number,
    offset: number,
  ) {
    const listed = this.#listed.get(metadata)
    // Another node has written since the offset was compared with the request's offset.
    if (listed?.count !== partNumber - 1 || listed.bytes !== offset) {
      source.destroy()
      throw ERRORS.INVALID_OFFSET
    }
    const { size } = metadata.file
    const failed = new AbortController()
    let [number, end] = [partNumber, offset]
    let sent: Promise<unknown> = Promise.resolve()
    const send = async (chunks: AsyncIterable<Buffer>) => {
      const parts = partFiles(chunks, this.calcOptimalPartSize(size), () => this.uniqueTmpFileName('part-'))
      for await (const part of parts) {
        const before = sent
        end += part.size
        const place = { number: number++, isLast: end === size }
        sent = before
          .then(() => this.#store(metadata, part, place))
          .finally(() => rm(part.path, { force: true }))
        sent.catch(() => failed.abort())
        await before
      }
    }
    const [received] = await Promise.allSettled([pipeline(source, send, { signal: failed.signal })])
    // After a failed part, nothing more is sent, and its error is thrown.
    await sent
    if (received.status === 'rejected') throw received.reason
    return end - offset
  }

  async #store(metadata: MetadataValue, { path, size }: PartFile, { number, isLast }: Place) {
    const { promise: broken, reject } = Promise.withResolvers<never>()
    const body = createReadStream(path).once('error', reject)
    const isPart = isLast || size >= this.minPartSize
    const taken = isPart
      ? this.uploadPart(metadata, body, number)
      : this.client.putObject({
          ...this.#end(metadata.file.id),
          Metadata: follows(number - 1),
          Body: body,
        })
    await Promise.race([taken, broken]).finally(() => body.destroy())
  }
}
