import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type MetadataValue, S3Store } from '@tus/s3-store'
import { ERRORS } from '@tus/server'
import { type PartFile, partFiles } from './part-files.ts'
import { unlessMissing } from './s3-faults.ts'

/** In the metadata of `.part`: how many parts come before it. */
const partsBefore = 'parts-before'

const follows = (parts: number) => ({ [partsBefore]: `${parts}` })

/** Parts as the store has listed them. */
type Listed = { count: number; bytes: number; isEndOld?: boolean }
/** Which part it is; the last one may be of any size. */
type Place = { number: number; isLast: boolean }

/**
 * The library's store, which loses nothing that was acknowledged. What counts of an upload is its parts, and after them
 * `.part`, if it says that it follows just so many. One that follows fewer has gone into the part after those, which
 * begins with its bytes. So it is not removed but written over, and whatever is cut off in between, what counts grows:
 * - a request that ends before its first part is stored leaves `.part` as it was, or a longer one in its place;
 * - as soon as that part is stored `.part` does not count any more, and its bytes do, as that part's;
 * - one thing is sent after the other, so that nothing is there without what it follows;
 * - when all is one object, no part counts any more, and `.part` goes with the upload.
 */
export class PartsOnS3 extends S3Store {
  /** By what the library keeps of an upload, and with which it goes. */
  readonly #listed = new WeakMap<MetadataValue, Listed>()

  protected override async retrieveParts(name: string, from?: string) {
    const parts = await super.retrieveParts(name, from)
    const bytes = parts.reduce((sum, { Size = 0 }) => sum + Size, 0)
    if (from === undefined) this.#listed.set(await this.getMetadata(name), { count: parts.length, bytes })
    return parts
  }

  /** The library has listed the parts just before. */
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

  /** The library leaves the file of what it has read of one where that is not read to its end. */
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

  /** Earlier versions did not say what it follows, and removed it before it could be anything but the next. */
  async #isNext(name: string, said: Record<string, string> = {}) {
    const listed = this.#listed.get(await this.getMetadata(name))
    if (!listed) return false
    listed.isEndOld = said[partsBefore] === undefined
    return listed.isEndOld || said[partsBefore] === `${listed.count}`
  }

  /** In place of removing it before the part is stored that begins with its bytes. */
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
   * In the library's place, which gathers without end whatever the store has not yet taken. Here one part is sent
   * while the next one gathers, and meanwhile its client waits.
   */
  protected override async uploadParts(
    metadata: MetadataValue,
    source: Readable,
    partNumber: number,
    offset: number,
  ) {
    const listed = this.#listed.get(metadata)
    // Another node has written since the offset was compared with that of the request.
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
    // After one that failed nothing more is sent, and it says why.
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
