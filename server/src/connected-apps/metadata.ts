import type { FastifyInstance } from 'fastify'
import { authenticationMethods } from '../oauth/client-authentication.ts'
import { algorithms } from '../secrets/signature-algorithms.ts'
import { authorizationPath, issuerPath, registrationPath, revocationPath, tokenPath } from './paths.ts'
import { appScopes } from './scopes.ts'

/** The path of the protected resource metadata (RFC 9728 §3.1). */
const resourceDocument = (resourcePath: string) => `/.well-known/oauth-protected-resource${resourcePath}`
const serverDocument = `/.well-known/oauth-authorization-server${issuerPath}`

/** The metadata URL in the `WWW-Authenticate` header of a 401 (RFC 9728 §5.1). */
export const resourceMetadataUrl = (publicUrl: string, resourcePath: string) =>
  publicUrl + resourceDocument(resourcePath)

/** Mounts the metadata that assistants read first. @returns the paths. */
export function mountAppMetadata(
  app: FastifyInstance,
  publicUrl: () => string,
  resourcePath: string,
  readsDocuments: boolean,
) {
  app.get(resourceDocument(resourcePath), async () => ({
    resource: publicUrl() + resourcePath,
    authorization_servers: [publicUrl() + issuerPath],
    scopes_supported: appScopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Atelier',
    resource_documentation: `${publicUrl()}/docs/assistants`,
  }))
  app.get(serverDocument, async () => authorizationServer(publicUrl(), readsDocuments))
  return [resourceDocument(resourcePath), serverDocument]
}

/** The claim of the tokens of apps that names the resource where they are valid (RFC 7662 §2.2). */
export const claimsOfApps = (publicUrl: () => string, resourcePath: string) => () => ({
  aud: publicUrl() + resourcePath,
})

/** Authorization server metadata (RFC 8414 §2, draft-ietf-oauth-client-id-metadata-document-01 §5). */
const authorizationServer = (url: string, readsDocuments: boolean) => ({
  issuer: url + issuerPath,
  authorization_endpoint: url + authorizationPath,
  token_endpoint: url + tokenPath,
  registration_endpoint: url + registrationPath,
  revocation_endpoint: url + revocationPath,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: ['none', ...authenticationMethods],
  token_endpoint_auth_signing_alg_values_supported: algorithms,
  revocation_endpoint_auth_methods_supported: ['none', ...authenticationMethods],
  revocation_endpoint_auth_signing_alg_values_supported: algorithms,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: readsDocuments,
  scopes_supported: appScopes,
  service_documentation: `${url}/docs/assistants`,
})
