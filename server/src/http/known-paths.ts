import type { FastifyInstance, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'

export type KnownPath = { path: string; methods: readonly string[] }

export type KnownPaths = {
  /** Adds paths. Call this after all routes are mounted. */
  add(paths: Iterable<string>): void
  find(url: string): KnownPath | undefined
}

const standardMethods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const

/**
 * Whether a URL has a route, for any method. Fastify looks up routes by method. To reject all other methods,
 * each path would need a route for each of them, which adds 250 ms to every start.
 */
export function knownPaths(app: FastifyInstance, maxParamLength: number): KnownPaths {
  // The router that Fastify uses, so that both interpret every spelling of a path in the same way.
  const router = findMyWay({ maxParamLength, ignoreTrailingSlash: true })
  const anyMethod = 'GET'
  return {
    add(paths) {
      for (const path of paths) {
        const methods = standardMethods.filter((method) => app.hasRoute({ method, url: path }))
        router.on(anyMethod, path, () => {}, { path, methods } satisfies KnownPath)
      }
    },
    find: (url) => router.find(anyMethod, url)?.store as KnownPath | undefined,
  }
}

/** The route for metrics and logs, if there is one. */
export const routeOf = ({ known, routeOptions }: FastifyRequest): string | undefined =>
  known?.path ?? routeOptions.url
