import { endpoints } from '../../src/routes.ts'

/** What is mounted by hand below `/api`, beside the endpoints of the same paths. */
export const servedByHand: Record<string, string[]> = {
  '/uploads': ['POST', 'OPTIONS'],
  '/uploads/:id': ['HEAD', 'OPTIONS', 'PATCH'],
}

/** What `Allow` says at a path of the endpoint list, such as `/folders/:id`. */
export function allowedAt(path: string): string {
  const served = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method as string)
  const more = [...(served.includes('GET') ? ['HEAD'] : []), ...(servedByHand[path] ?? [])]
  return [...new Set([...served, ...more])].sort().join(', ')
}
