import { Readable } from 'node:stream'
import { type MetadataValue, S3Store } from '@tus/s3-store'
import { ERRORS } from '@tus/server'
import { unlessMissing } from './s3-faults.ts'

/** In the metadata of `.part`: how many parts come before it. */
const partsBefore = 'parts-before'

const follows = (parts: number) => ({ [partsBefore]: `${parts}` })

/** Parts as the store has listed them. */
type Listed = { count: number; bytes: number; isEndOld?: boolean }
/** What one request sends: how many parts are there, and what is sent last. */
type Line = { parts: number; last: Promise<unknown> }

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
  readonly #lines = new Map<string, Line>()

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

  protected override async uploadParts(
    metadata: MetadataValue,
    source: Readable,
    partNumber: number,
    offset: number,
  ) {
    const name = metadata.file.id
    const listed = this.#listed.get(metadata)
    // Another node has written since the offset was compared with that of the request.
    if (listed?.count !== partNumber - 1 || listed.bytes !== offset) {
      source.destroy()
      throw ERRORS.INVALID_OFFSET
    }
    this.#lines.set(name, { parts: listed.count, last: Promise.resolve() })
    return super.uploadParts(metadata, source, partNumber, offset).finally(() => this.#lines.delete(name))
  }

  protected override async uploadPart(metadata: MetadataValue, body: Readable | Buffer, partNumber: number) {
    return this.#inTurn(metadata.file.id, body, async (line) => {
      const tag = await super.uploadPart(metadata, body, partNumber)
      line.parts = partNumber
      return tag
    })
  }

  protected override async uploadIncompletePart(name: string, body: Readable) {
    return this.#inTurn(name, body, async ({ parts }) => {
      const { ETag } = await this.client.putObject({
        ...this.#end(name),
        Metadata: follows(parts),
        Body: body,
      })
      return ETag!
    })
  }

  /** After one that failed nothing more is sent. */
  async #inTurn<T>(name: string, body: Readable | Buffer, send: (line: Line) => Promise<T>): Promise<T> {
    const line = this.#lines.get(name) ?? { parts: 0, last: Promise.resolve() }
    const sent = line.last.then(() => send(line))
    line.last = sent
    return sent.catch((error) => {
      if (body instanceof Readable) body.destroy()
      throw error
    })
  }
}
