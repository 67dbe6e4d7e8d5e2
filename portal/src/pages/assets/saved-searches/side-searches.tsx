import { IconBell, IconBookmark, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { SavedSearch } from '../../../../../sdk/src/index.ts'
import { only } from '../../../routes/search.ts'
import { useCompany } from '../../../session.ts'
import { savedSearchText as text } from '../../../strings/saved-searches.ts'
import { TagFace } from '../../../tags/tag-face.tsx'
import tags from '../../../tags/tags.module.css'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import { Later } from '../../../ui/later.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { More } from '../../../ui/loaded.tsx'
import { SideHead } from '../../../ui/side-head.tsx'
import { useAssetSearch } from '../use-asset-search.ts'
import { searchOf } from './saved-filters.ts'
import { SavedSearchContextMenu } from './saved-search-menu.tsx'
import { savedSearchesQuery } from './saved-search-queries.ts'

type Props = { onOpened: (() => void) | undefined }

/** The saved searches, shown below the collections if there are any. */
export function SideSearches(props: Props) {
  return useCompany().can('library:read') && <Searches {...props} />
}

function Searches({ onOpened }: Props) {
  const searches = useInfiniteQuery(savedSearchesQuery(useCompany()))
  const { search, change } = useAssetSearch()
  const menu = useContextMenu<SavedSearch>()
  if (!searches.data || searches.data.length === 0) return null
  return (
    <>
      <SideHead title={text.title} create={text.save} onCreate={undefined} />
      <ul className={tags.list}>
        <Later rows={searches.data}>
          {(rows) =>
            rows.map((saved) => (
              <li key={saved.id} className={tags.item} onContextMenu={(event) => menu.open(event, saved)}>
                <SearchLink saved={saved} onOpened={onOpened} />
              </li>
            ))
          }
        </Later>
      </ul>
      <More query={searches} />
      <SavedSearchContextMenu
        menu={menu}
        onGone={(id) => search.saved === id && change({ saved: undefined }, { replace: true })}
      />
    </>
  )
}

/** Opens the saved search, or closes it with its filters if it is open. */
function SearchLink({ saved, onOpened }: Props & { saved: SavedSearch }) {
  const { search } = useAssetSearch()
  const isOn = search.saved === saved.id
  const { view } = search
  return (
    <LinkAnchor
      to="/c/$company/assets"
      params={{ company: useCompany().id }}
      search={only(isOn ? { view } : { view, ...searchOf(saved).search, saved: saved.id })}
      onClick={onOpened}
      className={tags.link}
      aria-current={isOn || undefined}
      underline="never"
    >
      <TagFace label={saved.name} icon={iconOf(saved)} count={undefined} />
    </LinkAnchor>
  )
}

const iconOf = ({ is_followed, visibility }: SavedSearch) =>
  is_followed ? IconBell : visibility === 'company' ? IconUsers : IconBookmark
