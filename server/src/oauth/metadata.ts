import type { FastifyInstance } from 'fastify'
import { scopes } from '../http/caller.ts'
import { algorithms } from '../secrets/signature-algorithms.ts'
import { authenticationMethods } from './client-authentication.ts'

type Document = 'oauth-authorization-server' | 'oauth-protected-resource'

const documents = {
  'oauth-authorization-server': authorizationServer,
  'oauth-protected-resource': protectedResource,
} satisfies Record<Document, (issuer: string) => object>

const apiDocument = '/.well-known/oauth-protected-resource/api'

/** The URL of a metadata document (RFC 8414 §3.1). An issuer has no path (`PUBLIC_URL`). */
export const metadataUrl = (issuer: string, document: Document) => `${issuer}/.well-known/${document}`

/**
 * The metadata that libraries request first (contract R-FORM-8).
 * @returns the paths.
 */
export function mountMetadata(app: FastifyInstance, issuer: () => string) {
  const names = Object.keys(documents) as Document[]
  for (const name of names) app.get(`/.well-known/${name}`, async () => documents[name](issuer()))
  // RFC 9728 §3.1: clients that start with the URL of the API look here.
  app.get(apiDocument, async () => ({ ...protectedResource(issuer()), resource: `${issuer()}/api` }))
  return [...names.map((name) => `/.well-known/${name}`), apiDocument]
}

/** RFC 8414 §2. */
function authorizationServer(issuer: string) {
  return {
    issuer,
    token_endpoint: `${issuer}/oauth/access-token`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    // There are no response types, because there is no consent page, and empty lists are left out (RFC 8414 §3.2).
    grant_types_supported: ['client_credentials'],
    scopes_supported: scopes,
    service_documentation: `${issuer}/reference`,
    ...authenticationAt('token_endpoint'),
    ...authenticationAt('introspection_endpoint'),
    ...authenticationAt('revocation_endpoint'),
  }
}

const authenticationAt = (endpoint: string) => ({
  [`${endpoint}_auth_methods_supported`]: authenticationMethods,
  [`${endpoint}_auth_signing_alg_values_supported`]: algorithms,
})

/** RFC 9728 §2. */
function protectedResource(issuer: string) {
  return {
    resource: issuer,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Atelier',
    resource_documentation: `${issuer}/reference`,
  }
}
