import type { FastifyRequest } from 'fastify'
import { routeOf } from '../known-paths.ts'
import { rateLimiter, type Verdict } from './rate-limit.ts'

/**
 * Budgets of an IP address for requests without credentials outside `/api` and `/mcp`. Each budget counts
 * separately, and every route has one (`budgetOf`).
 *
 * - `account`: signing in, and the portal's requests before sign-in.
 * - `tokens`: rejected token requests, introspections and revocations.
 * - `pages`: the portal, the documentation, metadata, and pages of shares and brand kits. A page of the portal
 *   loads dozens of files.
 * - `files`: signed links, links that render, and files of shares and brand pages. A page of the library shows a
 *   hundred images, and an office shares one IP address.
 * - `none`: requests of load balancers and monitoring, whose cost does not depend on their number.
 */
const factors = { account: 1, tokens: 10, pages: 10, files: 40 }

type Budget = keyof typeof factors | 'none'

const paths: [RegExp, Budget][] = [
  [/^\/portal\/api(\/|$)/, 'account'],
  [/^\/oauth(\/|$)/, 'tokens'],
  [/^\/[sb]\/[^/]+$/, 'pages'],
  [/^\/(files|r|s|b)\//, 'files'],
  [/^\/(healthz|readyz|metrics)$/, 'none'],
]

/**
 * Chosen by the route, because a path can contain escapes. New routes that change something get the smallest
 * budget.
 */
function budgetOf(request: FastifyRequest): Budget {
  const path = routeOf(request) ?? request.url
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  // The forms of shares and brand pages take a password.
  if (/^\/[sb]\//.test(path) && !isRead) return 'account'
  return paths.find(([pattern]) => pattern.test(path))?.[1] ?? (isRead ? 'pages' : 'account')
}

const windowMs = 60_000

export type UnauthenticatedBudgets = {
  /** Counts a request that has not yet shown valid credentials. Undefined if the request is not counted. */
  take(request: FastifyRequest, address: string): Taken | undefined
}

export type Taken = {
  verdict: Verdict
  limit: number
  windowMs: number
  /** The request has shown valid credentials, so other limits count it. */
  refund(): void
}

/**
 * Each process counts separately, because the limit protects its own CPU, and asking another machine would
 * cost more than most of these requests.
 * @param perMinute the smallest budget. 0 disables counting.
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
