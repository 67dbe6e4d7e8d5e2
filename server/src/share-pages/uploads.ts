import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { cleanFileName, lastPart } from '../assets/file-names.ts'
import { ApiError, errorTable } from '../errors.ts'
import { letGo } from '../http/connections/request-body-timeout.ts'
import { discard, ReceivedFile, receive } from '../http/files/upload.ts'
import { type Limiters, tooManyAttempts } from '../http/rate-limits/rate-limit.ts'
import { assertSameOrigin } from '../http/same-origin.ts'
import { invalid } from '../http/schemas/validation.ts'
import { callerAddress } from '../http/server.ts'
import { visitorOf } from '../public-pages/gate.ts'
import { mountPages, sendPage, textsFor } from '../public-pages/mount-pages.ts'
import type { Page } from '../public-pages/shell.ts'
import type { Notice, Translated } from '../public-pages/texts.ts'
import type { Services } from '../services.ts'
import { type FoundShare, findShare, findStillOpen, gateOf, isClosed } from './find-share.ts'
import { reservedBytes, runningCounts } from './running-counts.ts'
import { roomFor, takeUpload } from './take-upload.ts'

export const uploadsPath = '/s/:code/uploads'

/** Maximum number of concurrent uploads per process: from one IP address, and for all visitors of a share. */
const uploadsAtOnceMax = { address: 4, share: 20 }
/** Maximum number of uploads in ten minutes, accepted or not: from one IP address, and for a share. */
const uploadsInWindowMax = { address: 600, share: 3_000 }
const windowMs = 600_000
/** How often an upload in progress checks that its share is still open. */
const checkMs = 3_000
/** Maximum duration of an upload. It limits how long a visitor can occupy the slots of a share. */
const uploadMsMax = 3_600_000

/**
 * `POST /s/{code}/uploads`: a file from a visitor, as a form. The script of the page asks for JSON. Without it, the form of
 * the page gets a page.
 */
export function mountShareUploads(
  app: FastifyInstance,
  services: Services,
  limiters: Limiters,
  notice: (translated: Translated, notice: Notice, back?: string) => Page,
) {
  const { db, secrets, storage, countShareRequest } = services
  const begin = runningCounts(uploadsAtOnceMax)
  const reserve = reservedBytes()
  const ofAddress = limiters('share-uploads', uploadsInWindowMax.address, windowMs)
  const ofShare = limiters('share-uploads-of-all', uploadsInWindowMax.share, windowMs)

  mountPages(app, (scope) => void scope.post(uploadsPath, answer), { field: 'file' })

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    const { code } = request.params as { code: string }
    const translated = textsFor(request)
    const { sent, notSent } = translated.texts.uploads
    const isForPage = String(request.headers.accept).includes('text/html')
    try {
      const { fileName, size } = await take(request, code)
      countShareRequest('upload')
      if (!isForPage)
        return reply
          .code(201)
          .send({ data: { filename: (fileName && cleanFileName(lastPart(fileName))) || null, size } })
      return sendPage(reply, notice(translated, sent, `/s/${code}`), 201)
    } catch (error) {
      letGo(request)
      if (error instanceof ApiError && error.code === 'too_many_attempts') countShareRequest('limited')
      if (!isForPage || !(error instanceof ApiError)) throw error
      const { headers = {}, faults } = error.extras
      const text = faults?.file?.[0] ?? notSent.text
      return sendPage(
        reply.headers(headers),
        notice(translated, { ...notSent, text }, `/s/${code}`),
        errorTable[error.code].status,
      )
    }
  }

  /** @throws {ApiError} `invalid` on `file`; `not_found`, `gone`, `cross_site`, `too_many_attempts`. */
  async function take(request: FastifyRequest, code: string): Promise<ReceivedFile> {
    assertSameOrigin(request, services.publicUrl)
    const share = await findShare(db, code)
    if (!share) throw new ApiError('not_found')
    if (isClosed(share)) throw new ApiError('gone')
    const visitor = visitorOf(request, gateOf(share, code), secrets)
    if (!visitor || share.upload_folder_id === null) throw new ApiError('not_found')
    // A file that waits for its turn does not use up a limit.
    const end = begin(share, callerAddress(request))
    if (!end) throw later()
    let release: (() => void) | undefined
    let body: Record<string, unknown> = {}
    try {
      await assertSlowEnough(request, share)
      const room = await roomFor(services, share)
      release = reserve(share, Math.min(announcedBytes(request), room.bytes))
      if (!release) throw later()
      const stop = whileOpen(request, share, code)
      const limits = { directory: storage.incomingDirectory, bytesMax: room.bytes }
      body = await receive(request, { field: 'file' }, limits)
        .catch((error) => {
          throw error instanceof ApiError && error.code === 'body_too_large' ? room.refusal() : error
        })
        .finally(stop)
      const { file } = body
      if (!(file instanceof ReceivedFile)) throw invalid('file', 'Send one file.')
      await takeUpload(services, { share, code, visitor, requestId: request.id }, file)
      return file
    } finally {
      end()
      release?.()
      await discard(body)
    }
  }

  async function assertSlowEnough(request: FastifyRequest, { companyId, id }: FoundShare) {
    const verdict = await ofAddress.take(callerAddress(request))
    if (!verdict.allowed) throw tooManyAttempts(uploadsInWindowMax.address, windowMs, verdict)
    const all = await ofShare.take(`${companyId} ${id}`)
    if (!all.allowed) throw tooManyAttempts(uploadsInWindowMax.share, windowMs, all)
  }

  /**
   * Ends an upload in progress soon after its share was closed or has received all its files, or after the
   * maximum time. Checks run one after the other, so that a slow database does not get more of them.
   * @returns a function that stops the checks.
   */
  function whileOpen({ raw }: FastifyRequest, share: FoundShare, code: string): () => void {
    const endsAt = performance.now() + uploadMsMax
    let isStopped = false
    let timer: NodeJS.Timeout
    const checkLater = () => {
      timer = setTimeout(async () => {
        const now = await findStillOpen(db, code, share).catch(() => share)
        if (isStopped) return
        if (now && takesFiles(now) && performance.now() < endsAt) checkLater()
        else raw.destroy()
      }, checkMs)
    }
    checkLater()
    return () => {
      isStopped = true
      clearTimeout(timer)
    }
  }
}

const takesFiles = ({ upload_folder_id, upload_files_max, uploads_count }: FoundShare) =>
  upload_folder_id !== null && uploads_count < upload_files_max!

const later = () => new ApiError('too_many_attempts', { headers: { 'Retry-After': '2' } })

const formBytes = 1_024

/** The size of the file, as far as the request states it. */
function announcedBytes({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length'])
  return Number.isFinite(length) ? Math.max(0, length - formBytes) : Number.POSITIVE_INFINITY
}
