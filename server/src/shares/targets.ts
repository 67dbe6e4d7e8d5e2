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
type Kind = (typeof targets)[TargetField]['kind']

const scopesOf = (kind: Kind) => Object.values(targets).find((target) => target.kind === kind)!.scopes

/** The URL opens the files of a share, so it is returned only to callers that can read the files. */
export const mayRead = ({ scopes }: Pick<Caller, 'scopes'>, kind: Kind): boolean =>
  scopesOf(kind).every((scope) => scopes.includes(scope))

/** @throws {ApiError} `missing_scope`. */
export function permitReading(caller: Caller, kind: Kind): void {
  for (const scope of scopesOf(kind)) permit(caller, scope)
}
