import { Upload as Bytes, ERRORS } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import type { Answer } from '../http/answer.ts'
import type { Services } from '../http/endpoint.ts'
import { ApiError } from '../http/errors.ts'
import { idempotencyKey } from '../http/idempotency.ts'
import { watchPace } from '../http/upload-pace.ts'
import { publicId, type Uuid } from '../ids.ts'
import { createUpload } from './create.ts'
import { endUpload } from './end.ts'
import { type Finished, finishUpload } from './finish.ts'
import { bringsBytes, bytesIn, promisedIn } from './headers.ts'
import { tusProtocol } from './protocol.ts'
import { findUpload, type Upload } from './queries.ts'

/** What the requests of tus are answered. Which uploads there are is ours to say, what has come of one the library's. */
export async function tusExchange(services: Services) {
  const { db, storage, uploadBytesMax } = services
  const store = await storage.unfinished()
  const tus = tusProtocol(store, uploadBytesMax)
  /** A client that asks again and again must not have its file read as often. */
  const finishing = new Map<Uuid, Promise<Finished>>()

  return {
    /** `POST /api/uploads`: begins one, with its first bytes if they come along. */
    async begin(request: FastifyRequest): Promise<Answer> {
      const caller = request.caller!
      const key = idempotencyKey(request.headers['idempotency-key'])
      const hasBytes = bringsBytes(request)
      const { location, isReplayed } = await createUpload(services, caller, promisedIn(request), key)
      const headers = { Location: location, ...(isReplayed && { 'Idempotent-Replayed': 'true' }) }
      const upload = await findUpload(db, caller.companyId, location.split('/').at(-1)!)
      // It was begun before, and has ended since.
      if (!upload) return answer(201, headers)
      try {
        const begun = await beginBytes(upload, isReplayed)
        const offset = hasBytes && begun === 0 ? await append(upload, 0, request) : begun
        return answer(201, { ...headers, ...(await stateOf(upload, offset, request)) })
      } catch (error) {
        // Nobody was told where it is, and nobody can ask.
        if (key === undefined) await endUpload(services, upload).catch(() => {})
        throw error
      }
    },

    /** `HEAD /api/uploads/{id}`: where it goes on, or what it became. */
    async look(request: FastifyRequest): Promise<Answer> {
      const upload = await uploadOf(request)
      return answer(200, {
        ...(await stateOf(upload, await offsetOf(upload), request)),
        'Upload-Length': `${upload.length}`,
        ...(upload.metadata && { 'Upload-Metadata': upload.metadata }),
        'Cache-Control': 'no-store',
      })
    },

    /** `PATCH /api/uploads/{id}`: takes more of it. */
    async proceed(request: FastifyRequest): Promise<Answer> {
      const upload = await uploadOf(request)
      if (!bringsBytes(request)) throw new ApiError('unsupported_media_type')
      const offset = bytesIn(request, 'upload-offset')
      const isMore = upload.assetId === null && offset < upload.length
      const now = isMore ? await append(upload, offset, request) : await offsetOf(upload)
      // Sent again after a lost answer, it has nothing to add to a whole one.
      if (!isMore && offset !== now) throw new ApiError('wrong_offset')
      return answer(204, await stateOf(upload, now, request))
    },

    /** `OPTIONS`: what is offered. */
    async offer(): Promise<Answer> {
      return answer(204, { ...(await tus.offer()), 'Tus-Max-Size': `${uploadBytesMax}` })
    },
  }

  async function uploadOf({ caller, params }: FastifyRequest): Promise<Upload> {
    const upload = await findUpload(db, caller!.companyId, (params as { id: string }).id)
    if (!upload) throw new ApiError('not_found')
    return upload
  }

  /** Of one that was begun before there are bytes, or none yet if the process ended in between. */
  async function beginBytes(upload: Upload, isReplayed: boolean): Promise<number> {
    if (upload.assetId) return upload.length
    const name = store.nameOf(upload.id)
    const known = isReplayed ? await store.getUpload(name).catch(unlessMissing) : undefined
    if (known) return known.offset
    await store.create(new Bytes({ id: name, size: upload.length, offset: 0 }))
    return 0
  }

  async function offsetOf({ id, length, assetId }: Upload): Promise<number> {
    return assetId ? length : tus.offset(store.nameOf(id))
  }

  async function append({ id }: Upload, offset: number, request: FastifyRequest): Promise<number> {
    const { raw } = request
    clearTimeout(request.patience)
    const pace = watchPace(raw)
    try {
      return await tus.append(store.nameOf(id), offset, raw, pace.signal)
    } catch (error) {
      if (pace.signal.aborted) throw pace.signal.reason
      // Its client has hung up.
      throw raw.errored ? new ApiError('bad_request', { cause: error }) : error
    } finally {
      pace.stop()
    }
  }

  /** One of which all bytes are there is finished before anybody is told so. */
  async function stateOf(upload: Upload, offset: number, { id: requestId }: FastifyRequest) {
    const finished = offset >= upload.length && (await finish(upload, requestId))
    if (!finished) return { 'Upload-Offset': `${offset}`, 'Upload-Expires': upload.endsAt.toUTCString() }
    const asset = publicId('asset', finished.assetId)
    return {
      'Upload-Offset': `${offset}`,
      'Upload-Asset': asset,
      'Upload-Asset-Location': `/api/assets/${asset}`,
      ...finished.headers,
    }
  }

  async function finish(upload: Upload, requestId: string): Promise<Finished> {
    const { id, assetId } = upload
    if (assetId) return { assetId, headers: {} }
    const known = finishing.get(id)
    if (known) return known
    const begun = finishUpload(services, upload, requestId).finally(() => finishing.delete(id))
    finishing.set(id, begun)
    return begun
  }
}

const answer = (status: number, headers: Record<string, string>): Answer => ({ status, headers, body: null })

function unlessMissing(error: unknown): undefined {
  if (error !== ERRORS.FILE_NOT_FOUND) throw error
}
