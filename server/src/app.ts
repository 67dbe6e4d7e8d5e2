import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { importAsset } from './assets/import-job.ts'
import { missingFiles } from './assets/missing-files.ts'
import { pictureKeeper } from './assets/pictures.ts'
import { refusalLog } from './audit/refusals.ts'
import { jobs } from './background-jobs.ts'
import { epochs, keepEpochs } from './cache/cache-versions.ts'
import { requestCounts } from './clients/request-counts.ts'
import type { Config } from './config.ts'
import { type Database, openDatabase } from './db/database.ts'
import { startUpkeep } from './db/upkeep.ts'
import { newestEvents } from './events/feed.ts'
import { followChanges } from './events/invalidate-caches.ts'
import { watchCommits } from './events/watch-commits.ts'
import { mountGuides } from './guides/routes.ts'
import type { Answered } from './http/answered.ts'
import { clientEntryPoint } from './http/caller.ts'
import { openLimiters } from './http/open-limiters.ts'
import { pageCache } from './http/page-cache.ts'
import { mountEndpoints } from './http/router.ts'
import { createServer, rateWindowMs } from './http/server.ts'
import { filePath, mountFiles } from './http/signed-files.ts'
import { decoderLimits, openDecoder } from './images/decoder.ts'
import { countJobs } from './jobs/job-status.ts'
import { openQueue } from './jobs/queue.ts'
import { mailBy } from './mail/mail.ts'
import { sendBy } from './mail/smtp.ts'
import { mcpPath, mountMcp } from './mcp/mount.ts'
import { invitationLinks } from './members/invitation-links.ts'
import { failedAttempts } from './oauth/attempts.ts'
import { noteRefusal } from './oauth/audit-refusals.ts'
import { authenticator } from './oauth/authenticate.ts'
import { clientCache } from './oauth/client-cache.ts'
import { tokenIssuer } from './oauth/issue.ts'
import { liveTokens } from './oauth/live-tokens.ts'
import { metadataUrl, mountMetadata } from './oauth/metadata.ts'
import { knownPosts, mountOauth, oauthPaths, tokenAudiences } from './oauth/routes.ts'
import { surplusWatch } from './oauth/surplus.ts'
import { tokenCache } from './oauth/token-cache.ts'
import { tokenQuota } from './oauth/token-quota.ts'
import { clientVerifier } from './oauth/verify-client.ts'
import { answerLog } from './operations/log.ts'
import { memoryBytes } from './operations/memory-limit.ts'
import { createMetrics } from './operations/metrics.ts'
import {
  announceServer,
  forgetServer,
  mountOperatorEndpoints,
  operatorPaths,
} from './operations/operator-endpoints.ts'
import { mountPages } from './operations/pages.ts'
import { mountReference, referencePaths } from './operations/reference.ts'
import { assertReady, mountOperations, operationPaths, readyWithinMs } from './operations/routes.ts'
import { destinations } from './outbound/destinations.ts'
import { outbound } from './outbound/outbound.ts'
import { apiDocument, endpoints, endpointsForPeople, portalEndpoints } from './routes.ts'
import { cursorSeal } from './secrets/cursor-seal.ts'
import { verifyKeys } from './secrets/key-fingerprint.ts'
import { secretBox } from './secrets/secret-box.ts'
import { type Keys, keysFor, openKeys } from './secrets/secret-key.ts'
import type { Services } from './services.ts'
import { mountSignIn } from './sign-in/mount.ts'
import { signInOpener } from './sign-in/open-sign-in.ts'
import { portalPaths } from './sign-in/paths.ts'
import { portalEntryPoint } from './sign-in/portal-authentication.ts'
import { signInCounts } from './sign-in/rate-limits.ts'
import { sweepIncomingDaily } from './storage/incoming.ts'
import { openStorage } from './storage/open.ts'
import { signedUrls } from './storage/signed-urls.ts'
import type { Storage } from './storage/storage.ts'
import { mountUploads, uploadPaths } from './uploads/mount.ts'
import { collectOnCommit } from './webhooks/collect.ts'
import { deliver } from './webhooks/deliver.ts'
import type { Siblings } from './workers/siblings.ts'

/** What the server stands on. A command opens it without ever listening. */
export type Foundation = Database & { storage: Storage; keys: Keys; siblings?: Siblings | undefined }

/** @param siblings for one of several workers: what is done once was done by their primary. */
export async function openFoundation(config: Config, siblings?: Siblings): Promise<Foundation> {
  const keys = openKeys(config)
  const storage = await openStorage(config.storage, Date.now(), siblings?.uploadLocks)
  const database = await openDatabase(config.database, siblings !== undefined)
  await verifyKeys(database.background, keys).catch(async (error) => {
    await database.close()
    throw error
  })
  return { ...database, keys, storage, siblings }
}

/** Of the memory for caches. A token is far smaller than a page, and there are more of them than clients. */
const parts = { pages: 0.75, tokens: 0.2, clients: 0.05 }

const deafness =
  'nothing is kept in memory, for changes of other nodes are not heard: if DATABASE_URL leads to a pooler, set DATABASE_DIRECT_URL to the address of the server itself; if it is set, it leads to a pooler or to another server'

/** As long as requests get: the process gives itself a little more. */
const jobDrainMs = 8_000

export type App = {
  server: FastifyInstance
  /** Where callers reach it. */
  url: string
  /** Lets go of what is in memory and can't be used any more. */
  forget(): void
  /** Lets running requests finish, then closes everything in reverse. */
  close(): Promise<void>
}

/** Composes the service on its foundation and listens. */
export async function startApp(config: Config, foundation: Foundation, logger: Logger): Promise<App> {
  const { db, background: patient, probe, notifications, storage, keys, siblings } = foundation
  const { limiters, ...counters } = await openLimiters(config.redisUrl, logger, siblings?.connectCounters)
  const countedJobs = () => countJobs(probe, AbortSignal.timeout(readyWithinMs))
  const metrics = createMetrics(countedJobs, foundation.admission, counters.areShared, siblings)
  const refusals = refusalLog(patient, limiters, (err, events) =>
    logger.warn({ err, events }, 'security events were lost'),
  )
  const counts = requestCounts(patient, (err, requests) =>
    logger.warn({ err, requests }, 'requests are not counted'),
  )
  const heard = epochs(notifications.isListening)
  for (const handle of [db, patient]) keepEpochs(handle, heard)
  notifications.onDeaf = () => logger.warn(deafness)
  foundation.replicas?.follow(db, heard, logger)
  await followChanges(heard, notifications)
  const pages = pageCache(heard, config.cacheBytesMax * parts.pages)
  const { tokens, known, ...tokensKept } = tokenCache(
    liveTokens(db),
    heard,
    config.cacheBytesMax * parts.tokens,
  )
  const clients = clientCache(heard, config.cacheBytesMax * parts.clients)
  if (foundation.replicas) metrics.watchReplicas(foundation.replicas.use)
  metrics.watchCaches({ pages: pages.use, tokens: tokensKept.use, clients: clients.use })
  metrics.watchInstallation({
    isReady: () =>
      assertReady(probe).then(
        () => true,
        () => false,
      ),
    hearsChanges: notifications.isListening,
    directories: {
      data: config.dataDirectory,
      ...(config.storage.kind === 'disk' && { files: config.storage.directory }),
    },
  })
  const { authenticate, recognize } = authenticator(db, tokens, tokensKept.peek)
  const issuer = () => services.publicUrl
  const verify = clientVerifier(db, clients, () => tokenAudiences(issuer()))
  const surplus = surplusWatch(patient, config.liveTokensMax, (err) =>
    logger.warn({ err }, 'the oldest tokens of a client could not be ended'),
  )
  const issue = tokenIssuer(db, config.tokenLifetimeSeconds, {
    quota: tokenQuota(limiters, config.tokensPerMinute),
    onIssued: surplus.issued,
  })
  const logAnswers = answerLog(logger)
  const onAnswers = (answers: readonly Answered[]) => {
    for (const answered of answers) {
      metrics.observe(answered)
      counts.note(answered)
    }
    logAnswers(answers)
  }
  const server = createServer({
    memory: {
      recognize,
      countRecognized: tokensKept.hit,
      pages,
      posts: knownPosts({ verify, issue }, known),
    },
    // Of what Fastify says, only what is wrong; and that only if we log it at all.
    logger: logger.isLevelEnabled('warn') ? logger.child({}, { level: 'warn' }) : logger,
    trustedProxies: config.trustedProxies,
    limiter:
      config.rateLimitPerMinute > 0 ? limiters('api', config.rateLimitPerMinute, rateWindowMs) : undefined,
    rateLimit: config.rateLimitPerMinute,
    openRateLimit: config.openRateLimitPerMinute,
    onAnswers,
    onRefusal: (request) => noteRefusal(refusals, request),
  })
  const invitations = invitationLinks(...keysFor(keys, 'invitations'))
  const urls = signedUrls(...keysFor(keys, 'files'))
  const commits = await watchCommits(notifications, config.changeStreamsMax, (companyIds) =>
    newestEvents(patient, companyIds),
  )
  const isEmbedded = config.database.kind === 'embedded'
  const { queue, ...background } = await openQueue(patient, notifications, jobs, {
    isAlone: isEmbedded,
    onError: (err) => logger.warn({ err }, 'the queue could not be looked after'),
  })
  const decoder = openDecoder(storage.incomingDirectory, decoderLimits(memoryBytes(), siblings?.count ?? 1))
  const mail = mailBy(config.smtp && sendBy(config.smtp))
  const services: Services = {
    db,
    publicUrl: config.publicUrl ?? '',
    cursors: cursorSeal(...keysFor(keys, 'cursors')),
    storage,
    queue,
    commits,
    secrets: secretBox(...keysFor(keys, 'secrets')),
    destinations: {
      webhooks: destinations(deliver.concurrency),
      imports: destinations(importAsset.concurrency),
    },
    outbound: outbound({ allowLoopback: config.outboundLoopback }),
    decoder,
    mail,
    passwordLink: async (email) => (await people.signIn()).passwordLink(email),
    uploadBytesMax: config.uploadBytesMax,
    storageQuotaBytes: config.storageQuotaBytes,
    trashDays: config.trashDays,
    auditDays: config.auditDays,
    liveTokensMax: config.liveTokensMax,
    countDelivery: metrics.countDelivery,
    noteMissing: missingFiles(patient, logger, metrics.countMissingFile),
    invitationUrl: (id) => services.publicUrl + invitations.path(id),
    fileUrl: (key) => services.publicUrl + urls.sign(key),
  }
  // Whoever waits for changes is answered before the server waits for its answers.
  server.addHook('preClose', async () => commits.close())
  const signInLimits = signInCounts(limiters)
  const people = {
    db,
    limiters,
    publicUrl: () => services.publicUrl,
    signIn: signInOpener(() => ({
      db,
      publicUrl: services.publicUrl,
      secrets: keysFor(keys, 'sessions'),
      singleSignOn: config.singleSignOn,
      counts: signInLimits,
      warn: (message, err) => logger.warn({ err }, message),
    })),
  }
  const resourceMetadata = () => metadataUrl(issuer(), 'oauth-protected-resource')
  const entryPoints = [clientEntryPoint(authenticate, resourceMetadata), portalEntryPoint(people)] as const
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
  mountOauth(server, { db, tokens, verify, issue, issuer }, failedAttempts(limiters))
  const metadataPaths = mountMetadata(server, issuer, config.publicUrl)
  mountMcp(server, entryPoints[0], () => services.publicUrl)
  mountFiles(server, storage, urls, pictureKeeper(services), services.noteMissing)
  mountOperations(server, probe, metrics, config.metricsToken)
  if (isEmbedded) mountOperatorEndpoints(server, db, config.dataDirectory, keys.operator)
  mountReference(server, apiDocument)
  const pagePaths = mountPages(server, storage.linkOrigin)
  const guidePaths = mountGuides(server, () => services.publicUrl)
  const paths = new Set([
    ...endpoints.flatMap(({ path }) => entryPoints.map(({ prefix }) => prefix + path)),
    ...portalEndpoints.map(({ path }) => `/portal/api${path}`),
    ...entryPoints.flatMap(uploadPaths),
    ...portalPaths,
  ])
  server.after(() =>
    server.paths.add([
      ...paths,
      ...oauthPaths,
      ...metadataPaths,
      ...operationPaths,
      ...referencePaths,
      ...pagePaths,
      ...guidePaths,
      mcpPath,
      ...(isEmbedded ? operatorPaths : []),
      filePath,
    ]),
  )

  const stopSweeping = sweepIncomingDaily(storage.incomingDirectory, (err) =>
    logger.warn({ err }, 'what interrupted uploads left could not be removed'),
  )
  let stopUpkeep: (() => Promise<void>) | undefined
  const close = async () => {
    stopSweeping()
    await Promise.all([server.close(), background.close(jobDrainMs)])
    await decoder.close()
    await refusals.close()
    await counts.close()
    await surplus.close()
    await counters.close()
    if (isEmbedded) forgetServer(config.dataDirectory)
    await stopUpkeep?.()
    await foundation.close()
  }
  try {
    await server.listen({ host: config.host, port: config.port })
  } catch (error) {
    await close()
    throw error
  }
  const address = server.server.address() as AddressInfo
  const { port } = address
  if (isEmbedded) announceServer(config.dataDirectory, address)
  services.publicUrl = config.publicUrl ?? `http://localhost:${port}`
  background.work({ ...services, db: patient }, logger)
  if (isEmbedded) stopUpkeep = startUpkeep(patient, logger)
  collectOnCommit(patient, queue, commits, (err) => logger.warn({ err }, 'webhooks wait for the next look'))
  const forget = () => {
    for (const { sweep } of [pages, tokensKept, clients]) sweep()
  }
  return { server, url: services.publicUrl, forget, close }
}
