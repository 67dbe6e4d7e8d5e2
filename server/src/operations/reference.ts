import type { FastifyInstance } from 'fastify'

/** Everything that the page loads comes from here; what it tries to reach elsewhere is refused by the browser. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const referencePaths = ['/openapi.json', '/reference', '/reference/']

/** The API reference at `/reference` and the document that it reads at `/openapi.json`. */
export function mountReference(app: FastifyInstance, document: object) {
  const text = JSON.stringify(document)
  app.get('/openapi.json', async (_, reply) => reply.type('application/json; charset=utf-8').send(text))

  app.register(async (scope) => {
    scope.addHook('onSend', async (_, reply) => {
      reply.header('Content-Security-Policy', contentSecurityPolicy).header('Referrer-Policy', 'no-referrer')
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
