import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openAuthentication } from './app/authentication.ts'
import { openCaches } from './app/caches.ts'
import type { Foundation } from './app/foundation.ts'
import { openMetrics } from './app/metrics.ts'
import { mountAll, mountOperationsAlone } from './app/mount.ts'
import type { Part } from './app/part.ts'
import { openPeople } from './app/people.ts'
import { publicUrlOf } from './app/public-url.ts'
import { servicesOf } from './app/services.ts'
import { refusalLog } from './audit/refusal-log.ts'
import { jobs } from './background-jobs.ts'
import { originFinder } from './clients/origins.ts'
import { requestCounts } from './clients/request-counts.ts'
import { requestLog } from './clients/request-log.ts'
import type { Config } from './config.ts'
import { startUpkeep } from './db/upkeep.ts'
import { openDrawings } from './drawing/drawings.ts'
import { newestEvents } from './events/feed.ts'
import { watchCommits } from './events/watch-commits.ts'
import { companyBudget } from './http/rate-limits/company-budget.ts'
import { openLimiters } from './http/rate-limits/open-limiters.ts'
import type { RequestSummary } from './http/request-summary.ts'
import { callerAddress, createServer, rateWindowMs } from './http/server.ts'
import { decoderLimits, openDecoder } from './images/decoder.ts'
import { openQueue } from './jobs/queue.ts'
import { invitationLinks } from './members/invitation-links.ts'
import { noteRefusal } from './oauth/audit-refusals.ts'
import { namedClientId } from './oauth/named-client.ts'
import { knownPosts } from './oauth/routes.ts'
import { answerLog } from './operations/log.ts'
import { memoryBytes } from './operations/memory-limit.ts'
import { announceServer, forgetServer } from './operations/operator-endpoints.ts'
import { keysFor } from './secrets/secret-key.ts'
import { sweepIncomingDaily } from './storage/incoming.ts'
import { localCopies } from './storage/local-copies.ts'
import { signedUrls } from './storage/signed-urls.ts'
import { collectOnCommit } from './webhooks/collect.ts'

/**
 * The time that running jobs get when the server closes. Equals the time for requests, with a margin for the process
 * itself.
 */
const jobDrainMs = 8_000

export type App = {
  server: FastifyInstance
  url: string
  /** Evicts expired and invalid entries from the caches. */
  forget(): void
  /** Waits until requests in progress have finished, then closes everything in reverse order. */
  close(): Promise<void>
}

/**
 * Starts the service on its foundation and listens.
 * @param only limits the process to a part of the work. Other processes do the rest.
 */
export async function startApp(
  config: Config,
  foundation: Foundation,
  logger: Logger,
  only?: Part,
): Promise<App> {
  const { background: patient, notifications, storage, keys, siblings } = foundation
  const isEmbedded = config.database.kind === 'embedded'
  const publicUrl = publicUrlOf(config)
  const { limiters, ...counters } = await openLimiters(config.redisUrl, logger, siblings?.connectCounters)
  const refusals = refusalLog(patient, limiters, (err, events) =>
    logger.warn({ err, events }, 'writing security events failed'),
  )
  const counts = requestCounts(patient, (err, requests) =>
    logger.warn({ err, requests }, 'counting requests failed'),
  )
  const requests = requestLog(patient, (err, entries) =>
    logger.warn({ err, entries }, 'writing the request log failed'),
  )
  const caches = await openCaches(foundation, config, logger)
  const { pages, tokens } = caches
  const metrics = openMetrics(config, foundation, caches, counters.areShared)
  const authentication = openAuthentication(config, foundation, caches, limiters, publicUrl.get, logger)
  const logAnswers = answerLog(logger)
  const onAnswers = (answers: readonly RequestSummary[]) => {
    for (const answered of answers) {
      metrics.observe(answered)
      counts.note(answered)
      requests.note(answered)
    }
    logAnswers(answers)
  }
  const server = createServer({
    ...(only !== 'jobs' && {
      memory: {
        recognize: authentication.recognize,
        countRecognized: tokens.hit,
        pages,
        posts: knownPosts(authentication, tokens.known),
      },
    }),
    // This logs only Fastify's own warnings and errors, and only if warnings are logged.
    logger: logger.isLevelEnabled('warn') ? logger.child({}, { level: 'warn' }) : logger,
    trustedProxies: config.trustedProxies,
    limiter:
      config.rateLimitPerMinute > 0 ? limiters('api', config.rateLimitPerMinute, rateWindowMs) : undefined,
    rateLimit: config.rateLimitPerMinute,
    openRateLimit: config.openRateLimitPerMinute,
    findOrigin: originFinder(foundation.db),
    onAnswers,
    onRefusal(request, answered) {
      noteRefusal(refusals, request)
      const named = answered.principal ? undefined : namedClientId(request)
      const reason = request.refusalReason ?? request.refusal!
      if (named) requests.noteRefused(named, callerAddress(request), answered, reason)
    },
  })
  const commits = await watchCommits(notifications, config.changeStreamsMax, (companyIds) =>
    newestEvents(patient, companyIds),
  )
  const { queue, ...background } = await openQueue(patient, notifications, jobs, {
    isAlone: isEmbedded,
    onError: (err) => logger.warn({ err }, 'the maintenance of the job queue failed'),
  })
  const decoder = openDecoder(
    storage.incomingDirectory,
    decoderLimits(memoryBytes(), siblings?.count ?? 1),
    config.ffmpegPath,
  )
  const copies = localCopies(storage, join(storage.incomingDirectory, `copies-${process.pid}`))
  const drawings = openDrawings(storage, copies, decoder)
  const people = openPeople(config, foundation, limiters, publicUrl.get, logger)
  const links = {
    invitations: invitationLinks(...keysFor(keys, 'invitations')),
    urls: signedUrls(...keysFor(keys, 'files')),
  }
  const renderBudget = companyBudget(limiters, 'renders-of-company', config.rendersPerMinute)
  const opened = { people, queue, commits, decoder, drawings, renderBudget, ...links, metrics }
  const services = servicesOf(config, foundation, opened, logger)
  // Ends long polls for changes first, because closing the server waits for open responses.
  server.addHook('preClose', async () => commits.close())
  if (only === 'jobs') mountOperationsAlone(server, config, foundation, metrics)
  else
    mountAll(server, config, foundation, {
      ...{ services, authentication, people, tokens, pages, refusals, metrics },
      ...links,
    })

  const stopSweeping = sweepIncomingDaily(storage.incomingDirectory, (err) =>
    logger.warn({ err }, 'deleting the leftovers of interrupted uploads failed'),
  )
  let stopUpkeep: (() => Promise<void>) | undefined
  const close = async () => {
    stopSweeping()
    await Promise.all([server.close(), background.close(jobDrainMs)])
    await decoder.close()
    await copies.close()
    await refusals.close()
    await counts.close()
    await requests.close()
    await authentication.close()
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
  publicUrl.listensOn(address.port)
  if (isEmbedded) announceServer(config.dataDirectory, address)
  if (only !== 'requests') background.work({ ...services, db: patient }, logger)
  if (isEmbedded) stopUpkeep = startUpkeep(patient, logger)
  collectOnCommit(patient, queue, commits, (err) =>
    logger.warn({ err }, 'notifying the webhook job failed; the job will check for messages later'),
  )
  return { server, url: publicUrl.get(), forget: caches.sweep, close }
}
