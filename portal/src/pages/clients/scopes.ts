import { clientsText } from '../../strings/clients.ts'

type Area = keyof typeof clientsText.areas

/** By resource. */
export const scopeAreas: { area: Area; verbs: ('read' | 'write')[] }[] = [
  { area: 'profile', verbs: ['read'] },
  { area: 'templates', verbs: ['read', 'write'] },
  { area: 'assets', verbs: ['read', 'write'] },
  { area: 'brandkit', verbs: ['read', 'write'] },
  { area: 'webhooks', verbs: ['write'] },
  { area: 'renders', verbs: ['read', 'write'] },
  { area: 'shares', verbs: ['write'] },
]

export const allScopes = scopeAreas.flatMap(({ area, verbs }) => verbs.map((verb) => `${area}:${verb}`))
/** The scopes of a new client, unless it is restricted. */
export const readScopes = allScopes.filter((scope) => scope.endsWith(':read') && scope !== 'renders:read')

export function summaryOf(scopes: string[]): string {
  if (scopes.length === allScopes.length) return clientsText.all
  if (scopes.length === readScopes.length && scopes.every((scope) => readScopes.includes(scope)))
    return clientsText.readOnly
  return allScopes.filter((scope) => scopes.includes(scope)).join(', ')
}
