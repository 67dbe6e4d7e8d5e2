import type { BrandKit } from '../../../../sdk/src/index.ts'
import { kitText as text } from '../../strings/brand-kit.ts'
import { notifyUndoable } from '../../ui/notify.tsx'
import type { PartKind, Parts } from './kit-queries.ts'
import { useKitChange } from './use-kit-change.ts'

/** The fields of a new part; the server adds the rest. */
const bodies = {
  logos: ({ name, variant, theme, asset_id, is_default }: Parts['logos']) => ({
    name,
    variant,
    theme,
    asset_id,
    is_default,
  }),
  colors: ({ name, hex, opacity, cmyk, pantone, role, group }: Parts['colors']) => ({
    name,
    hex,
    opacity,
    cmyk,
    pantone,
    role,
    group,
  }),
  fonts: ({ family, weight, style, role, asset_id }: Parts['fonts']) => ({
    family,
    weight,
    style,
    role,
    asset_id,
  }),
} satisfies { [Kind in PartKind]: (part: Parts[Kind]) => object }

export function useParts<Kind extends PartKind>(kit: BrandKit, kind: Kind) {
  const change = useKitChange(kit.id)
  const path = `/brand-kit/${kind}`
  const partsOf = (kit: BrandKit) => kit[kind] as Parts[Kind][]
  const withParts = (kit: BrandKit, parts: Parts[Kind][]): BrandKit => ({
    ...kit,
    [kind]: parts.map((part, position) => ({ ...part, position })),
  })

  /** @param more other fields to change with the position. */
  function move(part: Parts[Kind], position: number, more: Partial<Parts[Kind]> = {}) {
    change.mutate({
      show(kit) {
        const others = partsOf(kit).filter(({ id }) => id !== part.id)
        return withParts(kit, others.toSpliced(position, 0, { ...part, ...more }))
      },
      send: (api) => api.patch(`${path}/${part.id}`, { position, ...more }),
    })
  }

  function remove(part: Parts[Kind], name: string) {
    change.mutate({
      show: (kit) =>
        withParts(
          kit,
          partsOf(kit).filter(({ id }) => id !== part.id),
        ),
      send: (api) => api.delete(`${path}/${part.id}`),
      onDone: () => notifyUndoable(text.removed(name), text.undo, () => bringBack(part)),
    })
  }

  /** Parts have no trash in the API, so undo creates the part again in its place. */
  function bringBack(part: Parts[Kind]) {
    const body = (bodies[kind] as (part: Parts[Kind]) => object)(part)
    change.mutate({
      show: (kit) => withParts(kit, partsOf(kit).toSpliced(part.position, 0, part)),
      send: (api) => api.post(path, { ...body, brand_kit_id: kit.id, position: part.position }),
    })
  }

  return { move, remove }
}
