import type { FastifyInstance } from 'fastify'
import { pictureKeeper } from '../assets/pictures.ts'
import { metadataToWrite } from '../assets/written-metadata.ts'
import type { RefusalLog } from '../audit/refusal-log.ts'
import { brandPagePaths, mountBrandPages } from '../brand-pages/mount.ts'
import type { Config } from '../config.ts'
import { mountConnectedApps } from '../connected-apps/mount.ts'
import { archiveFilePath, mountArchiveFiles } from '../downloads/files.ts'
import { openZips } from '../downloads/zips.ts'
import { mountGuides } from '../guides/routes.ts'
import { clientEntryPoint } from '../http/caller.ts'
import { mountEndpoints } from '../http/endpoints/router.ts'
import { filePath, mountFiles } from '../http/files/signed-files.ts'
import type { PageCache } from '../http/responses/page-cache.ts'
import { mcpEntryPoint, withoutApps } from '../mcp/entry-point.ts'
import { mcpPath, mountMcp } from '../mcp/mount.ts'
import type { InvitationLinks } from '../members/invitation-links.ts'
import { failedAttempts } from '../oauth/attempts.ts'
import { metadataUrl, mountMetadata } from '../oauth/metadata.ts'
import { mountOauth, oauthPaths } from '../oauth/routes.ts'
import type { TokenCache } from '../oauth/token-cache.ts'
import { fontsPath, mountFonts } from '../operations/fonts.ts'
import type { Metrics } from '../operations/metrics.ts'
import { mountOperatorEndpoints, operatorPaths } from '../operations/operator-endpoints.ts'
import { mountPages } from '../operations/pages.ts'
import { mountReference, referencePaths } from '../operations/reference.ts'
import { mountOperations, operationPaths } from '../operations/routes.ts'
import { batchFilePath, mountBatchFiles } from '../render-batches/files.ts'
import { linkPath, mountLinks } from '../render-links/serve.ts'
import { apiDocument, endpoints, endpointsForPeople, portalEndpoints } from '../routes.ts'
import type { Services } from '../services.ts'
import { mountShares, sharePaths } from '../share-pages/mount.ts'
import { mountSignIn } from '../sign-in/mount.ts'
import { portalPaths } from '../sign-in/paths.ts'
import { portalEntryPoint } from '../sign-in/portal-authentication.ts'
import type { SignedUrls } from '../storage/signed-urls.ts'
import { mountUploads, uploadPaths } from '../uploads/mount.ts'
import type { Authentication } from './authentication.ts'
import type { Foundation } from './foundation.ts'
import type { People } from './people.ts'

/** Mounts the operations endpoints of a process that serves no client requests. */
export function mountOperationsAlone(
  server: FastifyInstance,
  { metricsToken }: Config,
  { probe }: Foundation,
  metrics: Metrics,
) {
  mountOperations(server, probe, metrics, metricsToken)
  void server.after(() => server.paths.add(operationPaths))
}

type Mounted = {
  services: Services
  authentication: Authentication
  people: People
  tokens: TokenCache
  pages: PageCache
  refusals: RefusalLog
  invitations: InvitationLinks
  urls: SignedUrls
  metrics: Metrics
}

export function mountAll(server: FastifyInstance, config: Config, foundation: Foundation, parts: Mounted) {
  const { services, authentication, people, tokens, pages, refusals, invitations, urls, metrics } = parts
  const { db, probe, storage, keys } = foundation
  const { authenticate, verify, issue, ofApps } = authentication
  const issuer = people.publicUrl
  const isEmbedded = config.database.kind === 'embedded'
  const resourceMetadata = () => metadataUrl(issuer(), 'oauth-protected-resource')
  const entryPoints = [
    clientEntryPoint(withoutApps(authenticate), resourceMetadata),
    portalEntryPoint(people),
  ] as const
  for (const entryPoint of entryPoints) mountUploads(server, entryPoint, services)
  mountEndpoints(server, endpoints, entryPoints[0], services, pages)
  mountEndpoints(server, [...endpointsForPeople, ...portalEndpoints], entryPoints[1], services, pages)
  mountSignIn(server, {
    ...people,
    services,
    refusals,
    setupKey: keys.setup,
    invitations,
    singleSignOn: config.singleSignOn,
  })
  const attempts = failedAttempts(people.limiters)
  mountOauth(server, { db, tokens: tokens.tokens, verify, issue, issuer, ofApps }, attempts)
  const metadataPaths = mountMetadata(server, issuer)
  mountMcp(
    server,
    config.connectedApps ? mcpEntryPoint(authenticate, people.publicUrl) : entryPoints[0],
    people.publicUrl,
  )
  const appPaths = config.connectedApps
    ? mountConnectedApps(server, {
        ...people,
        verify,
        issue,
        attempts,
        resourcePath: mcpPath,
        outbound: config.connectedAppDocuments ? services.outbound : undefined,
      })
    : []
  mountBatchFiles(server, services, urls)
  const pictureOf = pictureKeeper(services)
  const metadataOf = metadataToWrite(db)
  const zips = openZips(services, pictureOf, metadataOf)
  mountArchiveFiles(server, services, urls, zips)
  mountLinks(server, services)
  mountShares(server, services, { pictureOf, metadataOf }, people.limiters, zips)
  mountBrandPages(server, services, pictureOf, people.limiters)
  mountFiles(server, services, urls, pictureOf, metadataOf)
  mountOperations(server, probe, metrics, config.metricsToken)
  if (isEmbedded) mountOperatorEndpoints(server, db, config.dataDirectory, keys.operator)
  mountReference(server, () => apiDocument(issuer()))
  mountFonts(server)
  const pagePaths = mountPages(server, storage.linkOrigin)
  const guidePaths = mountGuides(server, people.publicUrl)
  const paths = new Set([
    ...endpoints.flatMap(({ path }) => entryPoints.map(({ prefix }) => prefix + path)),
    ...portalEndpoints.map(({ path }) => `/portal/api${path}`),
    ...entryPoints.flatMap(uploadPaths),
    ...portalPaths,
  ])
  void server.after(() =>
    server.paths.add([
      ...paths,
      ...oauthPaths,
      ...metadataPaths,
      ...operationPaths,
      ...referencePaths,
      ...pagePaths,
      fontsPath,
      ...guidePaths,
      mcpPath,
      ...appPaths,
      ...(isEmbedded ? operatorPaths : []),
      filePath,
      batchFilePath,
      archiveFilePath,
      linkPath,
      ...sharePaths,
      ...brandPagePaths,
    ]),
  )
}
