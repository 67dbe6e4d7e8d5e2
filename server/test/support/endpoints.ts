import { endpoints } from '../../src/routes.ts'

/** What `Allow` says at a path of the endpoint list, such as `/folders/:id`. */
export function allowedAt(path: string): string {
  const served = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }) => method as string)
  return [...served, ...(served.includes('GET') ? ['HEAD'] : [])].sort().join(', ')
}
