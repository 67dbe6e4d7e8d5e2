import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ifMatch, type Tagged } from '../../api.ts'
import { listQuery } from '../../lists.ts'
import type { CurrentCompany, FolderLimit } from '../../session.ts'

export type Client = {
  id: string
  name: string
  owner: { id: string; name: string } | null
  scopes: string[]
  /** Null means the installation's default. */
  token_lifetime_seconds: number | null
  /** Empty means any address. */
  allowed_addresses: string[]
  /** Empty means no origin. */
  allowed_origins: string[]
  /** Folders that the client can read and change. Null means all folders. */
  read_limit: FolderLimit
  write_limit: FolderLimit
  /** There are two secrets during a rotation. */
  secrets: { created_at: string; expires_at: string | null }[]
  jwks: { keys: PublicKey[] } | null
  last_used_at: string | null
  created_at: string
  updated_at: string
}

/** A public key as defined in RFC 7517. */
export type PublicKey = { kty: string; crv?: string; alg?: string; kid?: string }

export type ClientBody = Pick<
  Client,
  | 'name'
  | 'scopes'
  | 'token_lifetime_seconds'
  | 'allowed_addresses'
  | 'allowed_origins'
  | 'read_limit'
  | 'write_limit'
>

export type Token = { id: string; scopes: string[]; issued_at: string; expires_at: string }

export type RequestCount = { from: string; requests: number; refusals: number }
export type Period = '24h' | '30d'

export type ShownClient = Tagged<Client>

/** Shown only once. */
export type Secret = { client_id: string; client_secret: string }

const type = 'client'

/**
 * Polling interval. The server writes counts and the time of the last use within seconds of a request, and the change
 * feed contains neither them nor tokens.
 */
const askEveryMs = 6_000

/** @param sort a field by which the API can sort. */
export const clientsQuery = (company: CurrentCompany, sort?: 'name' | '-name') =>
  listQuery<Client>(company, type, '/clients', { sort })

export const clientQuery = ({ id, api }: CurrentCompany, client: string) =>
  queryOptions({
    queryKey: [id, type, client],
    async queryFn({ signal }) {
      const { data, etag } = await api.get<Tagged<{ data: Client }>>(`/clients/${client}`, { signal })
      return { ...data, etag }
    },
    refetchInterval: askEveryMs,
  })

export const tokensQuery = (company: CurrentCompany, client: string) => ({
  ...listQuery<Token>(company, type, `/clients/${client}/tokens`),
  refetchInterval: askEveryMs,
})

export const requestsQuery = ({ id, api }: CurrentCompany, client: string, period: Period) =>
  queryOptions({
    queryKey: [id, type, client, 'requests', period],
    queryFn: async ({ signal }) =>
      (
        await api.get<{ data: RequestCount[] }>(`/clients/${client}/requests`, {
          query: { period },
          signal,
        })
      ).data,
    refetchInterval: askEveryMs,
  })

export function useClientChanges(company: CurrentCompany) {
  const { id, api } = company
  const queryClient = useQueryClient()
  const changed = async <Answer>(answer: Answer) => {
    await queryClient.invalidateQueries({ queryKey: [id, type] })
    return answer
  }
  return {
    create: (body: ClientBody) =>
      api.post<{ data: Client & { client_secret: string } }>('/clients', body).then(changed),
    /** Updates the state that is shown, so that a concurrent change is not overwritten. */
    change: ({ id, etag }: ShownClient, body: ClientBody) =>
      api.patch<{ data: Client }>(`/clients/${id}`, body, ifMatch(etag)).then(changed),
    rotate: (client: string, overlap_seconds: number) =>
      api.post<{ data: Secret }>(`/clients/${client}/secret-rotations`, { overlap_seconds }).then(changed),
    setKeys: (client: string, keySet: { keys: PublicKey[] }) =>
      api.put<{ data: Client }>(`/clients/${client}/key-set`, keySet).then(changed),
    removeKeys: (client: string) => api.delete(`/clients/${client}/key-set`).then(changed),
    revoke: (client: string, token: string) => api.delete(`/clients/${client}/tokens/${token}`).then(changed),
    revokeAll: (client: string) => api.delete(`/clients/${client}/tokens`).then(changed),
    /** @param leave leaves the client's page, which would otherwise request a deleted client. */
    async remove(client: string, leave: () => Promise<void>) {
      await api.delete(`/clients/${client}`)
      await leave()
      await changed(undefined)
    },
  }
}
