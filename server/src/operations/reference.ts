import { hash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * Everything that the page loads comes from here; what it tries to reach elsewhere is refused by the browser. Of scripts
 * that are written in a page those run that we have sent in it.
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

export const referencePaths = ['/openapi.json', '/reference', '/reference/']

/** The API reference at `/reference` and the document that it reads at `/openapi.json`. */
export function mountReference(app: FastifyInstance, document: object) {
  const text = JSON.stringify(document)
  app.get('/openapi.json', async (_, reply) => reply.type('application/json; charset=utf-8').send(text))

  app.register(async (scope) => {
    scope.addHook('onSend', async (_, reply, payload) => {
      const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
      const policy = contentSecurityPolicy(isPage ? String(payload) : '')
      reply.header('Content-Security-Policy', policy).header('Referrer-Policy', 'no-referrer')
    })
    // Four megabytes of script are read only by a server that starts, not by every command.
    const { default: scalar } = await import('@scalar/fastify-api-reference')
    await scope.register(scalar, {
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
  })
}
