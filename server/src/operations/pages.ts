import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { libraryPage } from './library-page.ts'

/** Where `vite build` puts the portal. */
const built = fileURLToPath(new URL('../../../portal/dist/', import.meta.url))

/** The pages that people may come to by a link; what is shown there the portal's own router says. */
const pagePaths = [
  '/',
  '/setup',
  '/sign-in',
  '/forgot-password',
  '/reset-password',
  '/invitations/:id',
  '/account',
  '/installation',
  '/c/:company',
  '/c/:company/*',
]

/** What the page asks for beside it, under names that stay. */
const files = ['favicon.svg', 'color-scheme.js']

/** The API reference, which a page of the portal shows in a frame. */
const referencePath = '/portal/reference'

const yearSeconds = 31_536_000

/**
 * The portal's pages (CHECKLIST 70): scripts come from here alone, nobody shows the page in a frame, and the browser
 * sends it nowhere.
 * @param fileOrigin from where else pictures come: a store that sends them itself.
 * @returns the paths of its pages: none on a checkout where nothing was built, which has an API all the same.
 */
export function mountPages(app: FastifyInstance, fileOrigin: string | undefined): readonly string[] {
  if (!existsSync(join(built, 'index.html'))) return []
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy(fileOrigin, "'none'"),
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  }
  app.register(fastifyStatic, {
    root: join(built, 'assets'),
    prefix: '/assets/',
    index: false,
    preCompressed: true,
    // Their names say what is in them.
    immutable: true,
    maxAge: yearSeconds * 1000,
  })
  const show = (_: unknown, reply: FastifyReply) =>
    reply
      .headers(headers)
      .header('Cache-Control', 'no-cache')
      .sendFile('index.html', built, { cacheControl: false })
  const showLibrary = libraryPage(app, join(built, 'index.html'))
  for (const path of pagePaths) app.get(path, show)
  app.get('/c/:company/assets', (request, reply) =>
    Object.keys(request.query as object).length === 0 && request.headers.cookie
      ? showLibrary(request, reply.headers(headers))
      : show(request, reply),
  )
  const framed = {
    ...headers,
    'Content-Security-Policy': contentSecurityPolicy(undefined, "'self'"),
    'X-Frame-Options': 'SAMEORIGIN',
  }
  app.get(referencePath, (_, reply) =>
    reply
      .headers(framed)
      .header('Cache-Control', 'no-cache')
      .sendFile('reference.html', built, { cacheControl: false }),
  )
  for (const file of files) app.get(`/${file}`, (_, reply) => reply.sendFile(file, built, { maxAge: '1h' }))
  return [...pagePaths, referencePath, ...files.map((file) => `/${file}`)]
}

/** @param ancestors who may show it in a frame. */
function contentSecurityPolicy(fileOrigin = '', ancestors: "'none'" | "'self'"): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    // Components place things by `style`.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${fileOrigin}`.trim(),
    `media-src 'self' blob: ${fileOrigin}`.trim(),
    `connect-src 'self' ${fileOrigin}`.trim(),
    `font-src 'self' data: ${fileOrigin}`.trim(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')
}
