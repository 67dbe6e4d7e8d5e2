import { endpoints } from '../../src/routes.ts'

/** Routes under `/api` that are not endpoints, with their paths. */
export const servedByHand: Record<string, string[]> = {
  '/uploads': ['POST', 'OPTIONS'],
  '/uploads/:id': ['HEAD', 'OPTIONS', 'PATCH'],
}

/** The `Allow` header of a path in the endpoint list, such as `/folders/:id`. */
export function allowedAt(path: string): string {
  const served = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method as string)
  const more = [...(served.includes('GET') ? ['HEAD'] : []), ...(servedByHand[path] ?? [])]
  return [...new Set([...served, ...more])].sort().join(', ')
}
