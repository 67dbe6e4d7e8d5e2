import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayBeMade, renderThumbnail } from '../assets/pictures.ts'
import type { PresetPicture } from '../assets/preset-pictures.ts'
import { asCompany } from '../db/tenancy.ts'
import type { Zips } from '../downloads/zips.ts'
import { ApiError } from '../errors.ts'
import type { MetadataOf, PictureOf } from '../http/files/signed-files.ts'
import type { Limiters } from '../http/rate-limits/rate-limit.ts'
import { callerAddress } from '../http/server.ts'
import { pageTexts } from '../public-pages/catalogs.ts'
import { pageEntry } from '../public-pages/entry.ts'
import { type Visitor, visitorOf } from '../public-pages/gate.ts'
import { extensionIn, type Item, inLanguage, nameOf } from '../public-pages/item.ts'
import { languagesFor, mountPages, sendPage, textsFor } from '../public-pages/mount-pages.ts'
import { sendStored } from '../public-pages/stored-file.ts'
import { visitCounter } from '../public-pages/visits.ts'
import type { Services } from '../services.ts'
import { disposition } from '../storage/variants.ts'
import { safeName } from '../zip/names.ts'
import { brandingOf } from './branding.ts'
import { contentsOf, itemOf } from './contents.ts'
import { type FoundShare, findShare, gateOf, isClosed } from './find-share.ts'
import { previewSizeOf, sharePages } from './pages.ts'
import { allowedSizes, presetPictureOf, sizesOf } from './sizes.ts'
import { mountShareUploads, uploadsPath } from './uploads.ts'
import { noteVisit, type Visit } from './visits.ts'
import { filesOf, fitsInZip, zipCounts } from './zip.ts'

type NoticeName = 'notFound' | 'closed' | 'tooManyDownloads' | 'tooManyFiles'

const pagePath = '/s/:code'
const logoPath = '/s/:code/logo'
const zipPath = '/s/:code/zip/:size'
const filePath = '/s/:code/:item/:size'
export const sharePaths = [pagePath, logoPath, uploadsPath, zipPath, filePath]

/**
 * The pages of shares, for people without an account. Every request checks the share, the visitor, and whether the share
 * contains the file now, so revocation and changes apply immediately.
 */
export function mountShares(
  app: FastifyInstance,
  services: Services,
  { pictureOf, metadataOf }: { pictureOf: PictureOf; metadataOf: MetadataOf },
  limiters: Limiters,
  zips: Zips,
) {
  const { db, secrets, countShareRequest } = services
  const pages = sharePages(services.archives.filesMax)
  const beginZip = zipCounts()
  const enterPage = pageEntry(services, limiters, 'share')
  const counts = visitCounter(limiters, 'share')
  const codeIn = ({ params }: FastifyRequest) => (params as { code: string }).code

  mountPages(app, (scope) => {
    scope.get(pagePath, showPage)
    scope.post(pagePath, enter)
    scope.get(logoPath, sendLogo)
    scope.get(zipPath, sendZip)
    scope.get(filePath, sendFile)
  })
  mountShareUploads(app, services, limiters, pages.notice)

  const noticeOf = (request: FastifyRequest, name: NoticeName) => {
    const translated = textsFor(request)
    return pages.notice(translated, translated.texts[name])
  }
  const unknown = (request: FastifyRequest) => noticeOf(request, 'notFound')
  const closed = (request: FastifyRequest) => noticeOf(request, 'closed')

  async function showPage(request: FastifyRequest, reply: FastifyReply) {
    const code = codeIn(request)
    const share = await findShare(db, code)
    if (!share) return sendPage(reply, unknown(request), 404)
    if (isClosed(share)) return sendPage(reply, closed(request), 410)
    const gate = gateOf(share, code)
    const visitor = visitorOf(request, gate, secrets)
    if (!visitor)
      return sendPage(reply, pages.entry(share, await brandingOf(db, share), gate, textsFor(request)), 401)
    const { cursor } = request.query as Record<string, unknown>
    const [brand, contents] = await Promise.all([
      brandingOf(db, share),
      contentsOf(services, share, cursor === undefined ? undefined : String(cursor)),
    ])
    if (!contents) return sendPage(reply, unknown(request), 404)
    if (request.method === 'GET') {
      countShareRequest('view')
      await note(request, share, visitor, { kind: 'view' })
    }
    const languages = languagesFor(request)
    const items = contents.items.map((item) => inLanguage(item, languages))
    return sendPage(reply, pages.gallery(share, brand, code, { ...contents, items }, pageTexts(languages)))
  }

  async function enter(request: FastifyRequest, reply: FastifyReply) {
    const code = codeIn(request)
    const share = await findShare(db, code)
    if (!share) return sendPage(reply, unknown(request), 404)
    if (isClosed(share)) return sendPage(reply, closed(request), 410)
    const gate = gateOf(share, code)
    const entered = await enterPage(request, gate)
    if ('cookie' in entered) return reply.header('Set-Cookie', entered.cookie).redirect(gate.path, 303)
    const { status, error, outcome } = entered
    if (outcome) countShareRequest(outcome)
    return sendPage(
      reply,
      pages.entry(share, await brandingOf(db, share), gate, textsFor(request), error),
      status,
    )
  }

  /** @throws {ApiError} `not_found` for an unknown code, `gone` for a closed share. */
  async function openShare(request: FastifyRequest): Promise<FoundShare> {
    const share = await findShare(db, codeIn(request))
    if (!share) throw new ApiError('not_found')
    if (isClosed(share)) throw new ApiError('gone')
    return share
  }

  /** The logo is also shown before the password is entered. */
  async function sendLogo(request: FastifyRequest, reply: FastifyReply) {
    const { logoKey } = await brandingOf(db, await openShare(request))
    if (logoKey === undefined) throw new ApiError('not_found')
    return sendStored(request, reply, services, logoKey, undefined)
  }

  async function sendFile(request: FastifyRequest, reply: FastifyReply) {
    const { item: id, size } = request.params as { item: string; size: string }
    const share = await openShare(request)
    const visitor = visitorOf(request, gateOf(share, codeIn(request)), secrets)
    const item = visitor && (await itemOf(db, share, id))
    if (!item) throw new ApiError('not_found')
    const isDownload = (request.query as Record<string, unknown>).download !== undefined
    const rendition = isDownload ? presetPictureOf(item, share, size) : undefined
    if (rendition) return sendRendition(request, reply, { share, visitor, item, size }, rendition)
    const key = isDownload ? downloadKey(share, item, size) : await previewKey(share, item, size)
    if (key === undefined) throw new ApiError('not_found')
    // Every request for an original counts as a download, whether or not it has conditions or a range.
    if (request.method === 'GET' && (isDownload || size === 'original')) {
      countShareRequest('download')
      await note(request, share, visitor, { kind: 'download', item, size })
    }
    return sendStored(
      request,
      reply,
      services,
      key,
      isDownload ? nameOf(item, extensionIn(key), size) : undefined,
    )
  }

  async function sendRendition(
    request: FastifyRequest,
    reply: FastifyReply,
    { share, visitor, item, size }: { share: FoundShare; visitor: Visitor; item: Item; size: string },
    { spec, extension, metadataOf: asset }: PresetPicture,
  ) {
    const isAllowed = await asCompany(db, share.companyId, (trx) =>
      mayBeMade(trx, share.companyId, item.key, spec),
    )
    if (!isAllowed) throw new ApiError('not_found')
    const key = await pictureOf(item.key, spec)
    const written = asset === undefined ? undefined : await metadataOf(item.key, asset)
    if (request.method === 'GET') {
      countShareRequest('download')
      await note(request, share, visitor, { kind: 'download', item, size })
    }
    return sendStored(request, reply, services, key, nameOf(item, extension, size), written)
  }

  async function sendZip(request: FastifyRequest, reply: FastifyReply) {
    const { size } = request.params as { size: string }
    const share = await openShare(request)
    const visitor = visitorOf(request, gateOf(share, codeIn(request)), secrets)
    if (!visitor || share.kind === 'uploads' || !allowedSizes(share).includes(size))
      throw new ApiError('not_found')
    const end = beginZip(share, callerAddress(request))
    if (!end) {
      countShareRequest('limited')
      return sendPage(reply, noticeOf(request, 'tooManyDownloads'), 429)
    }
    try {
      if (!(await fitsInZip(services, share, size))) {
        end()
        return sendPage(reply, noticeOf(request, 'tooManyFiles'), 422)
      }
      reply
        .header('Content-Disposition', disposition('attachment', `${safeName(share.name) || 'Files'}.zip`))
        .type('application/zip')
      if (request.method === 'HEAD') {
        end()
        return reply.send()
      }
      const body = zips.stream(share.companyId, filesOf(services, share, codeIn(request), size))
      body.once('close', end)
      await note(request, share, visitor, { kind: 'download', size }).catch((error) => {
        body.destroy()
        throw error
      })
      countShareRequest('zip')
      return reply.send(body)
    } catch (error) {
      end()
      throw error
    }
  }

  async function note(request: FastifyRequest, share: FoundShare, visitor: Visitor, visit: Visit) {
    const what = visit.kind === 'view' ? [] : [visit.item?.id, visit.size]
    if (await counts(request, share, visitor, [visit.kind, ...what]))
      await noteVisit(db, share, visitor, visit)
  }

  const downloadKey = (share: FoundShare, item: Item, size: string) =>
    sizesOf(item, share).includes(size) ? keyOf(item, size) : undefined

  async function previewKey(share: FoundShare, item: Item, size: string) {
    if (size === 'original') return share.download_sizes.includes('original') ? item.key : undefined
    if (size === 'thumb') return thumbOf(item)
    return size === previewSizeOf(item, share) ? keyOf(item, size) : undefined
  }

  const keyOf = (item: Item, size: string) => (size === 'original' ? item.key : item.pictures.get(size)?.key)

  async function thumbOf({ kind, key, mimeType, pictures }: Item) {
    const drawn = pictures.get('thumb') ?? pictures.get('poster') ?? pictures.get('small')
    if (drawn) return drawn.key
    return kind === 'render' && mimeType !== 'application/pdf' ? pictureOf(key, renderThumbnail) : undefined
  }
}
