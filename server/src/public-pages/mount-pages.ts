import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readUploads, type Upload } from '../http/files/upload.ts'
import { languagesAsked } from '../http/responses/accept-language.ts'
import { textOf } from '../http/schemas/body-text.ts'
import { openBodyBytesMax } from '../http/server.ts'
import { pageTexts } from './catalogs.ts'
import type { Page } from './shell.ts'
import type { Translated } from './texts.ts'

/** Headers that hide the URL of a page from other sites and from search engines. */
const privacy = {
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cache-Control': 'private, no-store',
  Vary: 'Accept-Language',
}

/**
 * Mounts routes of pages for people without an account. They take forms, and each handler can relax the headers.
 * @param upload the file that the routes take instead. Its handler reads it.
 */
export function mountPages(app: FastifyInstance, routes: (scope: FastifyInstance) => void, upload?: Upload) {
  app.register(async (scope) => {
    if (upload) readUploads(scope, upload, false)
    else {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser(
        '*',
        { parseAs: 'buffer', bodyLimit: openBodyBytesMax },
        async ({ headers }: FastifyRequest, body: Buffer) => textOf(body, headers),
      )
    }
    scope.addHook('onRequest', async (_, reply) => {
      reply.headers(privacy)
    })
    routes(scope)
  })
}

/** The languages that the visitor prefers. */
export const languagesFor = ({ headers }: FastifyRequest) => languagesAsked(headers['accept-language'])

/** The texts in the language that the visitor prefers of those that the pages have. */
export const textsFor = (request: FastifyRequest): Translated => pageTexts(languagesFor(request))

export const sendPage = (reply: FastifyReply, { markup, policy }: Page, status = 200) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers({ 'Content-Security-Policy': policy, 'X-Frame-Options': 'DENY' })
    .send(markup)
