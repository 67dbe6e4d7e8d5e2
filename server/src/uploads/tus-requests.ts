import { Upload as Bytes } from '@tus/server'
import type { FastifyRequest } from 'fastify'
import { goingOn, OutcomeUnknownError } from '../db/commit-outcome.ts'
import { ApiError, type ErrorCode } from '../errors.ts'
import type { Caller } from '../http/caller.ts'
import { servicesFor } from '../http/endpoints/folder-limits.ts'
import { forgetKey, idempotencyKey } from '../http/endpoints/idempotency.ts'
import type { Answer } from '../http/responses/response.ts'
import { publicId } from '../ids.ts'
import type { Services } from '../services.ts'
import { areGone } from '../storage/unfinished.ts'
import { whileLocked } from '../storage/unfinished-locks.ts'
import { transferTimeout } from '../transfer-timeout.ts'
import { createUpload } from './create.ts'
import { endUpload } from './delete.ts'
import { uploadFinisher } from './finisher.ts'
import { assertSupported, bringsBytes, bytesIn, promisedIn } from './headers.ts'
import { type Progress, progressOf } from './progress.ts'
import { readUpload, type Upload, uploadFor } from './queries.ts'
import { receivingPlaces } from './receiving-slots.ts'
import { tusProtocol } from './tus-protocol.ts'

/**
 * The responses of tus requests. The server decides which uploads exist, and the library manages their bytes.
 */
export async function tusExchange(services: Services) {
  const { db, storage, uploadBytesMax } = services
  const store = await storage.unfinished()
  const tus = tusProtocol(store, uploadBytesMax)
  const finish = uploadFinisher()
  const takePlace = receivingPlaces()

  return {
    /** `POST /api/uploads`: starts an upload, with its first bytes if they are included. */
    async begin(request: FastifyRequest): Promise<Answer> {
      const caller = request.caller!
      const key = idempotencyKey(request.headers['idempotency-key'])
      const hasBytes = bringsBytes(request)
      assertSupported(request)
      const promised = promisedIn(request)
      const { location, upload, isReplayed } = await createUpload(
        servicesFor(caller, services),
        caller,
        promised,
        key,
      )
      const headers = { Location: location, ...(isReplayed && { 'Idempotent-Replayed': 'true' }) }
      // The upload was created before and has ended.
      if (!upload) return answer(201, headers)
      try {
        const begun = await beginBytes(upload, key !== undefined)
        const now = hasBytes && begun.offset === 0 ? await append(upload, 0, request) : begun
        return answer(201, { ...headers, ...(await stateOf(now, request)) })
      } catch (error) {
        if (!(error instanceof OutcomeUnknownError))
          await goingOn(() => takeBack(upload, caller, key, isReplayed, error))
        throw error
      }
    },

    /** `HEAD /api/uploads/{id}`: the offset, or the finished asset. */
    async look(request: FastifyRequest): Promise<Answer> {
      const upload = await uploadOf(request)
      return answer(200, {
        ...(await stateOf(await offsetOf(upload), request)),
        'Upload-Length': `${upload.length}`,
        ...(upload.metadata && { 'Upload-Metadata': upload.metadata }),
        'Cache-Control': 'no-store',
      })
    },

    async proceed(request: FastifyRequest): Promise<Answer> {
      const upload = await uploadOf(request)
      if (!bringsBytes(request)) throw new ApiError('unsupported_media_type')
      assertSupported(request)
      const offset = bytesIn(request, 'upload-offset')
      const isMore = upload.assetId === null && offset < upload.length
      const now = isMore ? await append(upload, offset, request) : await offsetOf(upload)
      // If a complete upload gets this request again, after a lost response, the request adds nothing.
      if (!isMore && offset !== now.offset) throw new ApiError('wrong_offset')
      return answer(204, await stateOf(now, request))
    },

    async offer(): Promise<Answer> {
      return answer(204, { ...(await tus.offer()), 'Tus-Max-Size': `${uploadBytesMax}` })
    },
  }

  /**
   * Deletes a new upload whose response is an error, because the client does not know its URL and could find
   * it only by an idempotency key. A rejected upload leaves no key.
   */
  async function takeBack(
    upload: Upload,
    caller: Caller,
    key: string | undefined,
    isReplayed: boolean,
    error: unknown,
  ) {
    const isRefused = error instanceof ApiError && refusals.includes(error.code)
    if (key !== undefined && !isRefused) return
    if (!isReplayed) await endUpload(services, upload)
    if (key !== undefined && !(await readUpload(db, upload.companyId, upload.id)))
      await forgetKey(db, caller, key)
  }

  function uploadOf({ caller, params }: FastifyRequest): Promise<Upload> {
    return uploadFor(db, caller!, (params as { id: string }).id)
  }

  /** If the upload existed before, it may already have bytes, or none if the process ended in between. */
  async function beginBytes(upload: Upload, isNamed: boolean): Promise<Progress> {
    const name = store.nameOf(upload.id)
    return whileLocked(store.locks, name, async () => {
      const known = isNamed && (await progressOf(db, store, upload).catch(unlessGone))
      if (known) return known
      await store.create(new Bytes({ id: name, size: upload.length, offset: 0 }))
      return { upload, offset: 0 }
    })
  }

  function offsetOf(upload: Upload): Promise<Progress> {
    return progressOf(db, store, upload, () => tus.offset(store.nameOf(upload.id)))
  }

  function append(upload: Upload, offset: number, request: FastifyRequest): Promise<Progress> {
    return progressOf(db, store, upload, () => receive(upload, offset, request))
  }

  async function receive(upload: Upload, offset: number, request: FastifyRequest): Promise<number> {
    const { raw } = request
    const leave = takePlace(upload)
    clearTimeout(request.patience)
    const pace = transferTimeout(raw)
    try {
      return await tus.append(store.nameOf(upload.id), offset, raw, pace.signal)
    } catch (error) {
      if (pace.signal.aborted) throw pace.signal.reason
      // The client has disconnected.
      throw raw.errored ? new ApiError('bad_request', { cause: error }) : error
    } finally {
      pace.stop()
      leave()
    }
  }

  /** A complete upload is finished before its state is reported. */
  async function stateOf({ upload, offset }: Progress, { id, caller }: FastifyRequest) {
    const finished = offset >= upload.length && (await finish(servicesFor(caller!, services), upload, id))
    if (!finished) return { 'Upload-Offset': `${offset}`, 'Upload-Expires': upload.endsAt.toUTCString() }
    const asset = publicId('asset', finished.assetId)
    return {
      'Upload-Offset': `${offset}`,
      'Upload-Asset': asset,
      'Upload-Asset-Location': `/api/assets/${asset}`,
      ...finished.headers,
    }
  }
}

/** Errors of the request, which a retry cannot fix. */
const refusals: ErrorCode[] = ['invalid', 'body_too_large']

const answer = (status: number, headers: Record<string, string>): Answer => ({ status, headers, body: null })

function unlessGone(error: unknown): undefined {
  if (!areGone(error)) throw error
}
