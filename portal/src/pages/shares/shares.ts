import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Share, ShareVisit } from '../../../../sdk/src/index.ts'
import { listQuery } from '../../lists.ts'
import type { CurrentCompany } from '../../session.ts'

const type = 'share'

/** Maximum number of assets in a share. Same as in the API. */
export const assetsMax = 200

export type ShareTarget =
  | { asset_ids: string[] }
  | { folder_id: string }
  | { collection_id: string }
  | { template_id: string }
  | { brand_kit_id: string }

type Body = Parameters<CurrentCompany['api']['shares']['create']>[0]
type Change = Parameters<CurrentCompany['api']['shares']['update']>[1]

export const sharesQuery = (company: CurrentCompany) => listQuery<Share>(company, type, '/shares')

export const shareQuery = ({ id, api }: CurrentCompany, share: string) =>
  queryOptions({
    queryKey: [id, type, share],
    queryFn: ({ signal }) => api.shares.get(share, { signal }),
  })

export const visitsQuery = (company: CurrentCompany, share: string) =>
  listQuery<ShareVisit>(company, type, `/shares/${share}/visits`)

export type ShareState = 'open' | 'trashed' | 'expired' | 'revoked'

/** `trashed` if the target is in the trash. */
export function stateOf({ revoked_at, expires_at, target_trashed }: Share): ShareState {
  if (revoked_at !== null) return 'revoked'
  if (expires_at !== null && Date.parse(expires_at) <= Date.now()) return 'expired'
  return target_trashed ? 'trashed' : 'open'
}

export function useShareChanges({ id, api }: CurrentCompany) {
  const queryClient = useQueryClient()
  const changed = async <Answer>(answer: Answer) => {
    await queryClient.invalidateQueries({ queryKey: [id, type] })
    return answer
  }
  return {
    create: (body: Body) => api.shares.create(body).then(changed),
    update: (share: string, change: Change) => api.shares.update(share, change).then(changed),
    revoke: (share: string) => api.shares.revoke(share).then(changed),
    rotateUrl: (share: string) => api.shares.rotateUrl(share).then(changed),
    /** @param uploads null disables uploads. */
    setUploads: (share: string, uploads: Body['uploads']) =>
      api.shares.update(share, { uploads: uploads ?? null }).then(changed),
    /** @param leave leaves the share's page, which would otherwise request a deleted share. */
    async remove(share: string, leave: () => Promise<void>) {
      await api.shares.delete(share)
      await leave()
      await changed(undefined)
    },
  }
}
