import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { libraryPage } from './library-page.ts'

const built = fileURLToPath(new URL('../../../portal/dist/', import.meta.url))

/** Pages with stable URLs. The portal's own router decides what they show. */
const pagePaths = [
  '/',
  '/setup',
  '/sign-in',
  '/forgot-password',
  '/reset-password',
  '/invitations/:id',
  '/account',
  '/connect',
  '/installation',
  '/c/:company',
  '/c/:company/*',
]

const icon = 'favicon.svg'

/** The portal shows the API reference in a frame. */
const referencePath = '/portal/reference'

const yearSeconds = 31_536_000

/**
 * Serves the portal's pages. Scripts load only from here, no other site can frame them, and forms submit
 * nowhere else.
 * @param fileOrigin an additional origin of images: an object store that serves them itself.
 * @returns the paths of the pages.
 */
export function mountPages(app: FastifyInstance, fileOrigin: string | undefined): readonly string[] {
  if (!isPortalBuilt()) return mountExplanation(app)
  const html = readFileSync(join(built, 'index.html'), 'utf8')
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy(fileOrigin, "'none'", hashesOf(html)),
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
    // The names of these files contain a hash of their content.
    immutable: true,
    maxAge: yearSeconds * 1000,
  })
  const show = (_: unknown, reply: FastifyReply) =>
    reply
      .headers(headers)
      .header('Cache-Control', 'no-cache')
      .sendFile('index.html', built, { cacheControl: false })
  const showLibrary = libraryPage(app, html, pathToFileURL(join(built, 'server/draw.js')))
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
  app.get(`/${icon}`, (_, reply) => reply.sendFile(icon, built, { maxAge: '1h' }))
  return [...pagePaths, referencePath, `/${icon}`]
}

export const isPortalBuilt = () => existsSync(join(built, 'index.html'))

export const howToBuildPortal =
  'The portal is not built, so its pages and the setup in a browser are not available. ' +
  'Start the server with npm run atelier-server -- serve, which builds the portal, or run npm run build -w portal and restart the server.'

/** Mounts a page that explains how to build the portal, for a checkout without it. The API works nevertheless. */
function mountExplanation(app: FastifyInstance): readonly string[] {
  const explain = (_: unknown, reply: FastifyReply) =>
    reply.code(404).header('Cache-Control', 'no-store').send({ message: howToBuildPortal })
  for (const path of pagePaths) app.get(path, explain)
  return pagePaths
}

/** The hashes of inline scripts for a policy (CSP3 §2.3.1). */
const hashesOf = (html: string) =>
  [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  )

/** @param ancestors the sites that can frame the page. @param scripts the hashes of inline scripts. */
function contentSecurityPolicy(
  fileOrigin = '',
  ancestors: "'none'" | "'self'",
  scripts: readonly string[] = [],
): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...scripts].join(' '),
    // Components set positions with `style`.
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
