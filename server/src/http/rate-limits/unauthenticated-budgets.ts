import type { FastifyRequest } from 'fastify'
import { routeOf } from '../known-paths.ts'
import { rateLimiter, type Verdict } from './rate-limit.ts'

/**
 * What an address may ask outside of `/api` and `/mcp` without credentials: each of these budgets counts by itself, and every route
 * has one (`budgetOf`).
 *
 * - `account`: getting in, and whatever the portal asks before somebody is.
 * - `tokens`: token requests, introspections and revocations that are refused.
 * - `pages`: the portal, the documentation, metadata. A page of the portal loads dozens of files.
 * - `files`: links that we signed, and links that render. A page of the library shows a hundred pictures, an office has one address.
 * - `none`: what balancers and monitoring ask, whose work does not depend on how often they do.
 */
const factors = { account: 1, tokens: 10, pages: 10, files: 40 }

type Budget = keyof typeof factors | 'none'

const paths: [RegExp, Budget][] = [
  [/^\/portal\/api(\/|$)/, 'account'],
  [/^\/oauth(\/|$)/, 'tokens'],
  [/^\/(files|r)\//, 'files'],
  [/^\/(healthz|readyz|metrics)$/, 'none'],
]

/** By the route, for a path may be spelled with escapes. What is new and changes something has the smallest one. */
function budgetOf(request: FastifyRequest): Budget {
  const path = routeOf(request) ?? request.url
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  return paths.find(([pattern]) => pattern.test(path))?.[1] ?? (isRead ? 'pages' : 'account')
}

const windowMs = 60_000

export type UnauthenticatedBudgets = {
  /** Counts a request that has shown no credentials yet; undefined where it is not counted. */
  take(request: FastifyRequest, address: string): Taken | undefined
}

export type Taken = {
  verdict: Verdict
  limit: number
  windowMs: number
  /** The request has shown good credentials: others count it. */
  refund(): void
}

/**
 * Each process counts for itself: what is protected is its own processor, and a limit that is asked of another machine
 * costs more than most of these requests.
 * @param perMinute of the smallest budget; 0 counts nothing.
 */
export function unauthenticatedBudgets(perMinute: number): UnauthenticatedBudgets {
  const limiters = Object.fromEntries(
    Object.entries(factors).map(([name, factor]) => {
      const limit = perMinute * factor
      return [name, { limit, limiter: rateLimiter(limit, windowMs) }]
    }),
  ) as Record<keyof typeof factors, { limit: number; limiter: ReturnType<typeof rateLimiter> }>
  return {
    take(request, address) {
      const budget = budgetOf(request)
      if (budget === 'none' || perMinute === 0) return undefined
      const { limit, limiter } = limiters[budget]
      const verdict = limiter.take(address)
      return { verdict, limit, windowMs, refund: () => limiter.giveBack(address, verdict) }
    },
  }
}
