import { IconLibrary } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import type { Collection } from '../../../../../sdk/src/index.ts'
import { only } from '../../../routes/search.ts'
import { useCompany } from '../../../session.ts'
import { collectionText as text } from '../../../strings/collections.ts'
import { TagFace } from '../../../tags/tag-face.tsx'
import tags from '../../../tags/tags.module.css'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import { Later } from '../../../ui/later.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { Loaded, More } from '../../../ui/loaded.tsx'
import { SideHead } from '../../../ui/side-head.tsx'
import { areAssets, droppedIn } from '../dragging.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import { CollectionForm } from './collection-form.tsx'
import { CollectionContextMenu, hasActions } from './collection-menu.tsx'
import { collectionsQuery } from './collection-queries.ts'
import classes from './collections.module.css'
import { useAddToCollection } from './use-collection-changes.ts'

type Props = { onOpened: (() => void) | undefined }

/** The collections, shown below the folders. Assets that are dropped on a collection are added to it. */
export function SideCollections(props: Props) {
  return useCompany().can('library:read') && <Collections {...props} />
}

function Collections({ onOpened }: Props) {
  const company = useCompany()
  const collections = useInfiniteQuery(collectionsQuery(company))
  const [isMaking, setIsMaking] = useState(false)
  const canWrite = company.can('library:write')
  return (
    <>
      <SideHead
        title={
          <LinkAnchor
            to="/c/$company/collections"
            params={{ company: company.id }}
            c="inherit"
            fz="inherit"
            onClick={onOpened}
          >
            {text.title}
          </LinkAnchor>
        }
        create={text.create}
        onCreate={canWrite ? () => setIsMaking(true) : undefined}
      />
      <Loaded query={collections} height={40}>
        {(rows) => (
          <>
            <Links rows={rows} canWrite={canWrite} onOpened={onOpened} />
            <More query={collections} />
          </>
        )}
      </Loaded>
      <CollectionForm opened={isMaking} onClose={() => setIsMaking(false)} />
    </>
  )
}

type LinksProps = Props & { rows: Collection[]; canWrite: boolean }

function Links({ rows, canWrite, onOpened }: LinksProps) {
  const company = useCompany()
  const { search, change } = useAssetSearch()
  const menu = useContextMenu<Collection>()
  const leave = (id: string) =>
    search.collection === id && change({ collection: undefined, asset: undefined }, { replace: true })
  return (
    <>
      <ul className={tags.list}>
        <Later rows={rows}>
          {(rows) =>
            rows.map((collection) => (
              <li
                key={collection.id}
                className={tags.item}
                onContextMenu={(event) => hasActions(company, collection) && menu.open(event, collection)}
              >
                <CollectionLink collection={collection} canWrite={canWrite} onOpened={onOpened} />
              </li>
            ))
          }
        </Later>
      </ul>
      <CollectionContextMenu menu={menu} onGone={leave} />
    </>
  )
}

type LinkProps = Props & { collection: Collection; canWrite: boolean }

/** Opens the collection, or closes it if it is open. Filters are kept. */
function CollectionLink({ collection, canWrite, onOpened }: LinkProps) {
  const { search } = useAssetSearch()
  const add = useAddToCollection()
  const [isOver, setIsOver] = useState(false)
  const { id, name, items_count } = collection
  const isOn = search.collection === id

  const drop = (event: DragEvent) => {
    setIsOver(false)
    if (!areAssets(event)) return
    event.preventDefault()
    event.stopPropagation()
    add.mutate({ collection, ids: droppedIn(event).assetIds })
  }

  const dropping = {
    onDragOver(event: DragEvent) {
      if (!areAssets(event)) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: drop,
  }

  return (
    <LinkAnchor
      to="/c/$company/assets"
      params={{ company: useCompany().id }}
      search={only({
        ...search,
        folder: undefined,
        subfolders: undefined,
        sort: undefined,
        saved: undefined,
        asset: undefined,
        collection: isOn ? undefined : id,
      })}
      onClick={onOpened}
      className={`${tags.link} ${classes.link}`}
      aria-current={isOn || undefined}
      data-over={isOver || undefined}
      underline="never"
      {...(canWrite && dropping)}
    >
      <TagFace label={name} icon={IconLibrary} count={items_count} />
    </LinkAnchor>
  )
}
