import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { mayBeMade, renderThumbnail } from '../assets/pictures.ts'
import type { PresetPicture } from '../assets/preset-pictures.ts'
import { asCompany } from '../db/tenancy.ts'
import type { Zips } from '../downloads/zips.ts'
import { ApiError } from '../errors.ts'
import { versionOf } from '../file-metadata/deliveries.ts'
import { withMetadata } from '../file-metadata/embed.ts'
import type { WrittenMetadata } from '../file-metadata/fields.ts'
import { sizeOf, sourceOfStored, streamOf, within } from '../file-metadata/parts.ts'
import { modifiedAt, sendContent } from '../http/files/send-content.ts'
import type { MetadataOf, PictureOf } from '../http/files/signed-files.ts'
import type { Limiters } from '../http/rate-limits/rate-limit.ts'
import { textOf } from '../http/schemas/body-text.ts'
import { callerAddress, openBodyBytesMax } from '../http/server.ts'
import { parseForm } from '../oauth/form.ts'
import { isPassword } from '../secrets/passwords.ts'
import type { Services } from '../services.ts'
import { mimeTypes } from '../storage/file-formats.ts'
import type { ByteRange } from '../storage/storage.ts'
import { disposition } from '../storage/variants.ts'
import { safeName } from '../zip/names.ts'
import { brandingOf } from './branding.ts'
import { contentsOf, type Item, itemOf } from './contents.ts'
import { type FoundShare, findShare, isClosed } from './find-share.ts'
import { type Page, previewSizeOf, sharePages } from './pages.ts'
import { allowedSizes, extensionIn, nameOf, presetPictureOf, sizesOf } from './sizes.ts'
import { cookieFor, type Visitor, visitorOf } from './visitor.ts'
import { noteVisit, type Visit } from './visits.ts'
import { filesOf, fitsInZip, zipCounts } from './zip.ts'

const pagePath = '/s/:code'
const logoPath = '/s/:code/logo'
const zipPath = '/s/:code/zip/:size'
const filePath = '/s/:code/:item/:size'
export const sharePaths = [pagePath, logoPath, zipPath, filePath]

/** Maximum number of wrong passwords for a share in ten minutes: from one IP address, and in total. */
const wrongPasswordsMax = { address: 10, share: 300 }
const wrongPasswordsWindowMs = 600_000
/**
 * A visitor's views of a file within this time are logged once: a video or a resumed download is requested in
 * many ranges.
 */
const visitWindowMs = 3_600_000
const visitorNameMax = 200
const emailMax = 320

const privacy = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
}

/**
 * The pages of shares, for people without an account. Every request checks the share, the visitor, and whether the share
 * contains the file now, so revocation and changes apply at once.
 */
export function mountShares(
  app: FastifyInstance,
  services: Services,
  { pictureOf, metadataOf }: { pictureOf: PictureOf; metadataOf: MetadataOf },
  limiters: Limiters,
  zips: Zips,
) {
  const { db, secrets, delivered, noteMissing, countShareRequest } = services
  const pages = sharePages(services.archives.filesMax)
  const beginZip = zipCounts()
  const ofAddress = limiters('share-passwords', wrongPasswordsMax.address, wrongPasswordsWindowMs)
  const ofShare = limiters('share-passwords-of-all', wrongPasswordsMax.share, wrongPasswordsWindowMs)
  const visits = limiters('share-visits', 1, visitWindowMs)
  const codeIn = ({ params }: FastifyRequest) => (params as { code: string }).code

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: openBodyBytesMax },
      async ({ headers }: FastifyRequest, body: Buffer) => textOf(body, headers),
    )
    scope.addHook('onRequest', async (_, reply) => {
      reply.headers({ ...privacy, 'Cache-Control': 'private, no-store' })
    })
    scope.get(pagePath, showPage)
    scope.post(pagePath, enter)
    scope.get(logoPath, sendLogo)
    scope.get(zipPath, sendZip)
    scope.get(filePath, sendFile)
  })

  const send = (reply: FastifyReply, { markup, policy }: Page, status = 200) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .headers({ 'Content-Security-Policy': policy, 'X-Frame-Options': 'DENY' })
      .send(markup)

  const unknown = () => pages.notice('Page not found', 'Check the link, or ask the sender for a new one.')
  const closed = () =>
    pages.notice(
      'This page is no longer available',
      'It has expired or was closed. Ask the sender for a new link.',
    )

  async function showPage(request: FastifyRequest, reply: FastifyReply) {
    const code = codeIn(request)
    const share = await findShare(db, code)
    if (!share) return send(reply, unknown(), 404)
    if (isClosed(share)) return send(reply, closed(), 410)
    const visitor = visitorOf(request, share, secrets)
    if (!visitor) return send(reply, pages.entry(share, await brandingOf(db, share), code), 401)
    const { cursor } = request.query as Record<string, unknown>
    const [brand, contents] = await Promise.all([
      brandingOf(db, share),
      contentsOf(services, share, cursor === undefined ? undefined : String(cursor)),
    ])
    if (!contents) return send(reply, unknown(), 404)
    if (request.method === 'GET') {
      countShareRequest('view')
      await note(request, share, visitor, { kind: 'view' })
    }
    return send(reply, pages.gallery(share, brand, code, contents))
  }

  /** The form of the page: password, and name and e-mail address. */
  async function enter(request: FastifyRequest, reply: FastifyReply) {
    const code = codeIn(request)
    const share = await findShare(db, code)
    if (!share) return send(reply, unknown(), 404)
    if (isClosed(share)) return send(reply, closed(), 410)
    const form = parseForm(typeof request.body === 'string' ? request.body : '')
    const refuse = async (text: string, status: number) =>
      send(reply, pages.entry(share, await brandingOf(db, share), code, text), status)
    const visitor = visitorIn(share, form)
    if (!visitor) return refuse('Enter your name and your e-mail address.', 422)
    const verdict = await passwordVerdict(share, form.get('password') ?? '', callerAddress(request))
    if (verdict !== 'right') countShareRequest(verdict === 'wrong' ? 'wrong_password' : 'limited')
    if (verdict === 'limited') return refuse('Too many attempts. Try again in ten minutes.', 429)
    if (verdict === 'wrong') return refuse('The password is wrong.', 401)
    const isSecure = services.publicUrl.startsWith('https:')
    return reply
      .header('Set-Cookie', cookieFor(share, visitor, { secrets, code, isSecure }))
      .redirect(`/s/${code}`, 303)
  }

  /** Counts before the slow hash, and refunds a correct password: guesses in parallel do not get past the limit. */
  async function passwordVerdict(
    { companyId, id, password_hash }: FoundShare,
    password: string,
    address: string,
  ) {
    if (password_hash === null) return 'right'
    // An imported copy has the same ID in another company.
    const shareKey = `${companyId} ${id}`
    const addressKey = `${shareKey} ${address}`
    const one = await ofAddress.take(addressKey)
    // Counted for the share only if this IP address may still guess, so that one address cannot lock out all
    // others.
    if (!one.allowed) return 'limited'
    const all = await ofShare.take(shareKey)
    if (!all.allowed) {
      ofAddress.giveBack(addressKey, one)
      return 'limited'
    }
    if (!(await isPassword(password, password_hash))) return 'wrong'
    ofAddress.giveBack(addressKey, one)
    ofShare.giveBack(shareKey, all)
    return 'right'
  }

  /** @throws {ApiError} `not_found` for an unknown code, `gone` for a closed share. */
  async function openShare(request: FastifyRequest): Promise<FoundShare> {
    const share = await findShare(db, codeIn(request))
    if (!share) throw new ApiError('not_found')
    if (isClosed(share)) throw new ApiError('gone')
    return share
  }

  /** Shown before the password is entered, too. */
  async function sendLogo(request: FastifyRequest, reply: FastifyReply) {
    const { logo } = await brandingOf(db, await openShare(request))
    if (!logo) throw new ApiError('not_found')
    return sendStored(request, reply, logo.key, undefined)
  }

  async function sendFile(request: FastifyRequest, reply: FastifyReply) {
    const { item: id, size } = request.params as { item: string; size: string }
    const share = await openShare(request)
    const visitor = visitorOf(request, share, secrets)
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
    return sendStored(request, reply, key, isDownload ? nameOf(item, extensionIn(key), size) : undefined)
  }

  /** A file by a preset of the share, drawn on first use. */
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
    return sendStored(request, reply, key, nameOf(item, extension, size), written)
  }

  /** The zip of all files in one size. */
  async function sendZip(request: FastifyRequest, reply: FastifyReply) {
    const { size } = request.params as { size: string }
    const share = await openShare(request)
    const visitor = visitorOf(request, share, secrets)
    if (!visitor || !allowedSizes(share).includes(size)) throw new ApiError('not_found')
    const end = beginZip(share, callerAddress(request))
    if (!end) {
      countShareRequest('limited')
      return send(reply, pages.notice('Too many downloads at a time', 'Try again when one has ended.'), 429)
    }
    try {
      if (!(await fitsInZip(services, share, size))) {
        end()
        return send(
          reply,
          pages.notice('Too many files for one download', 'Download the files one by one.'),
          422,
        )
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

  /** Logged once an hour per visitor (or IP address) and file. */
  async function note(request: FastifyRequest, share: FoundShare, visitor: Visitor, visit: Visit) {
    const { companyId, id } = share
    const what = visit.kind === 'view' ? [] : [visit.item?.id, visit.size]
    const parts = [companyId, id, visit.kind, ...what, callerAddress(request), visitor.email]
    // Hashed, because it contains the visitor's e-mail address.
    const { allowed } = await visits.take(hash('sha256', JSON.stringify(parts), 'base64url'))
    if (allowed) await noteVisit(db, share, visitor, visit)
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

  /** Caches revalidate each time, so that a file is no longer shown after it was removed. */
  async function sendStored(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    savedAs: string | undefined,
    written?: WrittenMetadata,
  ) {
    const file = await delivered(key)
    if (!file) {
      noteMissing(key, 'link')
      throw new ApiError('not_found')
    }
    const name = key.split('/')[1]!
    const parts = written && (await withMetadata(sourceOfStored(file), extensionIn(key), written.fields))
    const content = parts
      ? {
          size: sizeOf(parts),
          open: (range?: ByteRange) => streamOf(file, range ? within(parts, range) : parts),
        }
      : file
    return sendContent(request, reply, content, {
      tag: written ? `"${versionOf(name, file)}-${written.digest}"` : `"${versionOf(name, file)}"`,
      modified: written ? undefined : modifiedAt(name, file),
      contentType: mimeTypes[name.split('.').at(-1)!] ?? 'application/octet-stream',
      cacheControl: 'private, no-cache',
      crossOrigin: false,
      savedAs,
      isDownload: savedAs !== undefined,
    })
  }
}

/** Undefined when the share asks for a visitor that the form does not name. */
function visitorIn({ ask_visitor }: FoundShare, form: ReadonlyMap<string, string>): Visitor | undefined {
  if (!ask_visitor) return { name: null, email: null }
  const [name, email] = [textIn(form, 'name', visitorNameMax), textIn(form, 'email', emailMax)]
  if (name === undefined || email === undefined || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return undefined
  return { name, email }
}

function textIn(form: ReadonlyMap<string, string>, field: string, lengthMax: number): string | undefined {
  const text = (form.get(field) ?? '')
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  return text === '' || text.length > lengthMax ? undefined : text
}
