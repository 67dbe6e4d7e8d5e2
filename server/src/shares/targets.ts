import { type Caller, permit } from '../http/caller.ts'

/** The kinds of resources that can be shared, and the scopes that a client needs to share them. */
export const targets = {
  asset_ids: { kind: 'assets', scopes: ['assets:read'] },
  folder_id: { kind: 'folder', scopes: ['assets:read'] },
  collection_id: { kind: 'collection', scopes: ['assets:read'] },
  template_id: { kind: 'template', scopes: ['templates:read', 'renders:read'] },
  brand_kit_id: { kind: 'brand_kit', scopes: ['brandkit:read', 'assets:read'] },
} as const

export type TargetField = keyof typeof targets
/** A share of the type `uploads` shows nothing and only receives files. */
export type Kind = (typeof targets)[TargetField]['kind'] | 'uploads'

export type Shared = { kind: Kind; takesUploads: boolean }

function scopesOf({ kind, takesUploads }: Shared) {
  const shown = Object.values(targets).find((target) => target.kind === kind)?.scopes ?? []
  return [...shown, ...(takesUploads ? (['assets:write'] as const) : [])]
}

/**
 * The URL opens a share's files and can accept uploads, so it is returned only to callers that can read the files
 * and upload some.
 */
export const mayOpen = ({ scopes }: Pick<Caller, 'scopes'>, share: Shared): boolean =>
  scopesOf(share).every((scope) => scopes.includes(scope))

/** @throws {ApiError} `missing_scope`. */
export function permitOpening(caller: Caller, share: Shared): void {
  for (const scope of scopesOf(share)) permit(caller, scope)
}
