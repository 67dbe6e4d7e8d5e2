import type { FastifyInstance, FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'

/** A path as its route spells it, and the methods that it has. */
export type KnownPath = { path: string; methods: readonly string[] }

export type KnownPaths = {
  /** Call it when every route is mounted. */
  add(paths: Iterable<string>): void
  find(url: string): KnownPath | undefined
}

const standardMethods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const

/**
 * Tells of a URL whether there is such a path, whatever the method. Fastify finds its routes by method: to refuse the
 * thirty others it would take a route for each of them at each path, and a quarter of a second at every start.
 */
export function knownPaths(app: FastifyInstance, maxParamLength: number): KnownPaths {
  // What Fastify itself finds routes with: a path means the same to both, however it is spelled.
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

/** As metrics and logs name it; undefined where there is none. */
export const routeOf = ({ known, routeOptions }: FastifyRequest): string | undefined =>
  known?.path ?? routeOptions.url
