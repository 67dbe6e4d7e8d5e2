import { hash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { type FixedText, fixedText, sendFixed } from '../http/responses/fixed-text.ts'
import { jsonType } from '../http/responses/response.ts'

/**
 * Everything that the page loads comes from this server, and the browser blocks other requests. Only inline scripts
 * that the server sent can run.
 */
const contentSecurityPolicy = (html: string) =>
  [
    "default-src 'none'",
    [
      "script-src 'self'",
      ...scriptsIn(html).map((script) => `'sha256-${hash('sha256', script, 'base64')}'`),
    ].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const scriptsIn = (html: string) =>
  [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script!).filter(Boolean)

export const referencePaths = ['/openapi.json', '/reference']

/** Scalar's paths: its page, and its script. */
const scalarPaths = ['/reference', '/reference/js/scalar.js']

/**
 * The API reference at `/reference` and its document at `/openapi.json`. Both are built on the first request,
 * which saves a server without such requests 80 MB.
 */
export function mountReference(app: FastifyInstance, document: () => object) {
  let text: FixedText | undefined
  const files = new Map<string, Promise<ScalarFile>>()
  let scalar: Promise<FastifyInstance> | undefined

  app.get('/openapi.json', async (request, reply) => {
    text ??= fixedText(JSON.stringify(document()), jsonType)
    return sendFixed(request, reply, text)
  })

  for (const path of scalarPaths)
    app.get(path, async (request, reply) => {
      scalar ??= openScalar()
      // Scalar redirects to the trailing slash.
      const name = request.url.split('?')[0]!.endsWith('/') ? `${path}/` : path
      const file = files.get(name) ?? readFile(await scalar, name)
      files.set(name, file)
      file.catch(() => files.delete(name))
      const { location, policy, text } = await file
      reply.headers({ 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' })
      return location === undefined ? sendFixed(request, reply, text) : reply.redirect(location, 301)
    })
}

type ScalarFile = { text: FixedText; policy: string; location?: string }

async function readFile(scalar: FastifyInstance, path: string): Promise<ScalarFile> {
  const { statusCode, headers, body } = await scalar.inject(path)
  if (statusCode !== 200 && statusCode !== 301) throw new Error(`The API reference returned ${statusCode}.`)
  const type = String(headers['content-type'])
  const policy = contentSecurityPolicy(type.startsWith('text/html') ? body : '')
  const location = headers.location
  return { text: fixedText(body, type), policy, ...(location !== undefined && { location }) }
}

/**
 * Scalar has four megabytes of script. It gets a separate Fastify instance that does not listen, because a
 * running instance accepts no more routes.
 */
async function openScalar(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
    routePrefix: '/reference',
    configuration: {
      url: '/openapi.json',
      title: 'Atelier API reference',
      withDefaultFonts: false,
      showDeveloperTools: 'never',
      authentication: { preferredSecurityScheme: 'token' },
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  return app
}
