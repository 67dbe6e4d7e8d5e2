import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useCompany } from '../../session.ts'
import { assetText, folderText } from '../../strings/assets.ts'
import { uploadText } from '../../strings/uploads.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import classes from '../../ui/library.module.css'
import { PageHeader } from '../../ui/page-header.tsx'
import { CollectionMenu } from './collections/collection-menu.tsx'
import { collectionQuery } from './collections/collection-queries.ts'
import { AssetDetails } from './details/asset-details.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FolderMenu } from './folders/folder-menu.tsx'
import { rootId, trailQuery } from './folders/folder-queries.ts'
import { FolderSide } from './folders/folder-side.tsx'
import { Subfolders } from './folders/subfolders.tsx'
import { Trail } from './folders/trail.tsx'
import { Library } from './library.tsx'
import { SavedSearchMenu } from './saved-searches/saved-search-menu.tsx'
import { useOpenSearch } from './saved-searches/use-open-search.ts'
import { Toolbar } from './toolbar.tsx'
import { UploadButton } from './upload-button.tsx'
import { useAssetSearch } from './use-asset-search.ts'
import { useCountText } from './use-count-text.ts'
import { useUploadByPaste, useUploading } from './use-uploading.ts'

/** Loaded when it is opened for the first time. */
const Lightbox = lazy(async () => ({ default: (await import('./lightbox/lightbox.tsx')).Lightbox }))

export function AssetsPage() {
  const company = useCompany()
  const { search, change } = useAssetSearch()
  const trail = useQuery(trailQuery(company, search.folder))
  const collection = useOpenCollection()
  const saved = useOpenSearch()
  const count = useCountText()
  const folder = search.folder === rootId ? undefined : trail.data?.at(-1)
  const canWrite = company.can('assets:write')
  const upload = useUploading()
  useUploadByPaste(upload, canWrite && search.collection === undefined)
  return (
    <div className={classes.layout}>
      <FolderSide />
      <DropArea
        className={classes.main}
        label={assetText.title}
        title={folder ? uploadText.dropInto(folder.name) : uploadText.dropHere}
        hint={uploadText.dropHint}
        canDrop={canWrite && search.collection === undefined}
        onFiles={upload}
      >
        <div className={classes.head}>
          <Trail folders={trail.data} />
          <PageHeader
            title={
              collection?.name ??
              folder?.name ??
              (search.folder === rootId ? folderText.unfiled : (saved?.name ?? assetText.title))
            }
            description={[count ?? '\u00a0', collection?.description].filter(Boolean).join(' · ')}
            actions={
              <>
                {saved && (
                  <SavedSearchMenu
                    key={saved.id}
                    saved={saved}
                    onGone={() => change({ saved: undefined }, { replace: true })}
                  />
                )}
                {collection ? (
                  <CollectionMenu
                    key={collection.id}
                    collection={collection}
                    onGone={() => change({ collection: undefined, asset: undefined }, { replace: true })}
                  />
                ) : (
                  folder && <FolderMenu key={folder.id} folder={folder} />
                )}
                {canWrite && search.collection === undefined && <UploadButton onFiles={upload} />}
              </>
            }
          />
          <Toolbar />
          <FilterBar />
          <Subfolders />
        </div>
        <Library />
      </DropArea>
      {search.asset !== undefined &&
        (search.full ? (
          <Suspense>
            <Lightbox assetId={search.asset} />
          </Suspense>
        ) : (
          <AssetDetails key={search.asset} assetId={search.asset} />
        ))}
    </div>
  )
}

/** Undefined while it loads, and if it was deleted. */
function useOpenCollection() {
  const { collection = '' } = useAssetSearch().search
  const query = collectionQuery(useCompany(), collection, useQueryClient())
  return useQuery({ ...query, enabled: collection !== '' }).data?.data
}
