import { hash } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'

/**
 * Everything that the page loads comes from here; the browser blocks other requests. Of inline scripts only
 * those run that we have sent.
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
  let text: string | undefined
  let scalar: Promise<FastifyInstance> | undefined

  app.get('/openapi.json', async (_, reply) => {
    text ??= JSON.stringify(document())
    return reply.type('application/json; charset=utf-8').send(text)
  })

  app.register(async (scope) => {
    scope.addHook('onSend', async (_, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      const policy = contentSecurityPolicy(isPage ? String(payload) : '')
      reply.header('Content-Security-Policy', policy).header('Referrer-Policy', 'no-referrer')
    })
    for (const path of scalarPaths)
      scope.get(path, async ({ url }, reply) => {
        scalar ??= openScalar()
        const { statusCode, headers, rawPayload } = await (await scalar).inject(url)
        for (const name of ['content-type', 'location'])
          if (headers[name] !== undefined) reply.header(name, headers[name])
        return reply.code(statusCode).send(rawPayload)
      })
  })
}

/**
 * Four megabytes of script, in a separate Fastify instance that does not listen: a running one accepts no
 * more routes.
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
