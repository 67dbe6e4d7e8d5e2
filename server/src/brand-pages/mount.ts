import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandKits } from '../brand-kit/queries.ts'
import { ApiError } from '../errors.ts'
import type { PictureOf } from '../http/files/signed-files.ts'
import type { Limiters } from '../http/rate-limits/rate-limit.ts'
import { namedTag } from '../http/responses/etag.ts'
import { type EntryError, pageEntry } from '../public-pages/entry.ts'
import { visitorOf } from '../public-pages/gate.ts'
import { headerLogoOf } from '../public-pages/header-logo.ts'
import { mountPages, sendPage, textsFor } from '../public-pages/mount-pages.ts'
import type { Page } from '../public-pages/shell.ts'
import { sendStored } from '../public-pages/stored-file.ts'
import { visitCounter } from '../public-pages/visits.ts'
import type { Services } from '../services.ts'
import { disposition } from '../storage/variants.ts'
import { contentsOf } from './contents.ts'
import { fileOf } from './files.ts'
import { type FoundPage, findPage } from './find-page.ts'
import { kitPages } from './pages.ts'
import { isFormat, tokensOf } from './tokens.ts'
import { countVisit } from './visits.ts'

const pagePath = '/b/:slug'
const logoPath = '/b/:slug/logo'
const tokensPath = '/b/:slug/tokens/:format'
const filePath = '/b/:slug/:part/:id/:size'
export const brandPagePaths = [pagePath, logoPath, tokensPath, filePath]

/**
 * The pages of brand kits, for people without an account. Every request reads the page and the kit, so
 * changes apply immediately.
 */
export function mountBrandPages(
  app: FastifyInstance,
  services: Services,
  pictureOf: PictureOf,
  limiters: Limiters,
) {
  const { db, secrets, countBrandPageRequest } = services
  const pages = kitPages(services)
  const enterPage = pageEntry(services, limiters, 'brand_page')
  const counts = visitCounter(limiters, 'brand_page')
  const pageIn = ({ params }: FastifyRequest) => findPage(db, (params as { slug: string }).slug)

  mountPages(app, (scope) => {
    scope.get(pagePath, showPage)
    scope.post(pagePath, enter)
    scope.get(logoPath, sendLogo)
    scope.get(tokensPath, sendTokens)
    scope.get(filePath, sendFile)
  })

  const sendUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(reply, pages.notFound(textsFor(request)), 404)

  const sendEntry = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: FoundPage,
    status: number,
    error?: EntryError,
  ) => sendPage(reply, pages.entry(page, await brandOf(page), textsFor(request), error), status)

  async function showPage(request: FastifyRequest, reply: FastifyReply) {
    const page = await pageIn(request)
    if (!page) return sendUnknown(request, reply)
    if (!visitorOf(request, page, secrets)) return sendEntry(request, reply, page, 401)
    const contents = await contentsOf(db, page)
    if (!contents) return sendUnknown(request, reply)
    await count(request, page, 'view')
    if (page.is_indexed && page.password_hash === null) reply.removeHeader('X-Robots-Tag')
    return sendIfNew(request, reply, pages.kit(page, contents, textsFor(request)))
  }

  async function enter(request: FastifyRequest, reply: FastifyReply) {
    const page = await pageIn(request)
    if (!page) return sendUnknown(request, reply)
    const entered = await enterPage(request, page)
    if ('cookie' in entered) return reply.header('Set-Cookie', entered.cookie).redirect(page.path, 303)
    const { status, error, outcome } = entered
    if (outcome) countBrandPageRequest(outcome)
    return sendEntry(request, reply, page, status, error)
  }

  /** @throws {ApiError} `not_found` for an unknown page, and without its password. */
  async function openPage(request: FastifyRequest): Promise<FoundPage> {
    const page = await pageIn(request)
    if (!page || !visitorOf(request, page, secrets)) throw new ApiError('not_found')
    return page
  }

  async function brandOf({ companyId, brand_kit_id }: FoundPage) {
    const kit = await brandKits.one(db, companyId, brand_kit_id)
    return { logos: kit?.logos ?? [], colors: kit?.colors ?? [] }
  }

  /** The logo is also shown before the password is entered. */
  async function sendLogo(request: FastifyRequest, reply: FastifyReply) {
    const page = await pageIn(request)
    const key = page && headerLogoOf((await brandOf(page)).logos)
    if (key === undefined) throw new ApiError('not_found')
    return sendStored(request, reply, services, key, undefined)
  }

  async function sendTokens(request: FastifyRequest, reply: FastifyReply) {
    const page = await openPage(request)
    const { format } = request.params as { format: string }
    const kit = await brandKits.one(db, page.companyId, page.brand_kit_id)
    if (!kit || !isFormat(format)) throw new ApiError('not_found')
    await count(request, page, 'download', `tokens.${format}`)
    const { type, name, body } = tokensOf(services, kit, format)
    return reply
      .type(type)
      .headers({
        'Cache-Control': 'private, no-cache',
        'Content-Disposition': disposition('attachment', name),
      })
      .send(body)
  }

  async function sendFile(request: FastifyRequest, reply: FastifyReply) {
    const page = await openPage(request)
    const wanted = request.params as { part: string; id: string; size: string }
    const file = await fileOf({ db, pictureOf }, page, wanted)
    if (!file) throw new ApiError('not_found')
    const { key, savedAs, asset, size } = file
    if (savedAs !== undefined) await count(request, page, 'download', asset, size)
    return sendStored(request, reply, services, key, savedAs)
  }

  async function count(
    request: FastifyRequest,
    page: FoundPage,
    kind: 'view' | 'download',
    ...what: string[]
  ) {
    if (request.method !== 'GET') return
    countBrandPageRequest(kind)
    if (await counts(request, page, { name: null, email: null }, [kind, ...what]))
      await countVisit(db, page, kind)
  }
}

/** Sends a page with an `ETag`. Browsers revalidate each time and receive the page only if it has changed. */
function sendIfNew(request: FastifyRequest, reply: FastifyReply, page: Page) {
  const tag = `"${hash('sha1', page.markup, 'base64url')}"`
  reply.header('Cache-Control', 'private, no-cache')
  const known = namedTag(request.headers['if-none-match'], tag)
  if (known !== undefined) return reply.header('ETag', known).code(304).send()
  return sendPage(reply.header('ETag', tag), page)
}
