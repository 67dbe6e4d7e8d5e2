import type { Service } from './service.ts'

export type MountedRoute = { method: string; url: string }

/** All mounted routes, from the router's own list: `/a/b (GET, HEAD)` lines. */
export const mountedRoutes = ({ server }: Pick<Service, 'server'>): MountedRoute[] =>
  server
    .printRoutes({ commonPrefix: false, includeHooks: false })
    .split('\n')
    .reduce<{ stack: string[]; routes: MountedRoute[] }>(
      ({ stack, routes }, line) => {
        const [, indent, part, methods] = /^([\s│]*[├└]── )(\S+)(?: \(([^)]+)\))?/.exec(line) ?? []
        if (indent === undefined || part === undefined) return { stack, routes }
        const depth = indent.length / 4 - 1
        const path = [...stack.slice(0, depth), part]
        for (const method of methods?.split(', ') ?? []) routes.push({ method, url: path.join('') })
        return { stack: path, routes }
      },
      { stack: [], routes: [] },
    ).routes
