import type { AssetTag } from '../../../../sdk/src/index.ts'
import { only } from '../../routes/search.ts'
import { useCompany } from '../../session.ts'
import { TagFace } from '../../tags/tag-face.tsx'
import { TagList } from '../../tags/tag-list.tsx'
import classes from '../../tags/tags.module.css'
import { LinkAnchor } from '../../ui/links.tsx'
import { useAssetSearch } from './use-asset-search.ts'

type Props = { onOpened: (() => void) | undefined }

export function SideTags({ onOpened }: Props) {
  const { search, change } = useAssetSearch()
  const without = (id: string) => {
    const tags = search.tags?.filter((tag) => tag !== id) ?? []
    return tags.length > 0 ? tags : undefined
  }
  return (
    <TagList
      noun="asset"
      canWrite={useCompany().can('library:write')}
      link={(tag) => <TagLink tag={tag} tags={without(tag.id)} onOpened={onOpened} />}
      onGone={(id) => search.tags?.includes(id) && change({ tags: without(id) }, { replace: true })}
    />
  )
}

type LinkProps = Props & {
  tag: AssetTag
  tags: string[] | undefined
}

/** Other filters stay. */
function TagLink({ tag: { id, name, color, assets_count }, tags, onOpened }: LinkProps) {
  const { search } = useAssetSearch()
  const isOn = search.tags?.includes(id) ?? false
  return (
    <LinkAnchor
      to="/c/$company/assets"
      params={{ company: useCompany().id }}
      search={only({ ...search, asset: undefined, tags: isOn ? tags : [...(tags ?? []), id] })}
      onClick={onOpened}
      className={classes.link}
      aria-current={isOn || undefined}
      underline="never"
    >
      <TagFace label={name} color={color} count={assets_count} />
    </LinkAnchor>
  )
}
