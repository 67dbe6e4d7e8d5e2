import { IconPhoto } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useCompany } from '../../session.ts'
import { assetText as text } from '../../strings/assets.ts'
import { useContextMenu } from '../../ui/context-menu.tsx'
import classes from '../../ui/library.module.css'
import { LibraryState, NoMatch, NotLoaded } from '../../ui/library-states.tsx'
import { Empty } from '../../ui/states.tsx'
import { AssetGrid } from './asset-grid.tsx'
import { assetsQuery } from './asset-queries.ts'
import { AssetTable } from './asset-table.tsx'
import { BatchBar } from './batch-bar.tsx'
import { EmptyCollection } from './collections/empty-collection.tsx'
import { EmptyFolder } from './folders/empty-folder.tsx'
import { type AssetSearch, askedBy, isFiltered, noFilters } from './search.ts'
import { UploadFilesButton } from './upload-button.tsx'
import { useAssetSearch } from './use-asset-search.ts'
import { useCanDrop } from './use-can-drop.ts'
import { useSelection } from './use-selection.ts'
import { useUploading } from './use-uploading.ts'

export function Library() {
  const company = useCompany()
  const { search } = useAssetSearch()
  const asked = askedBy(search)
  const query = assetsQuery(company, asked)
  const queryClient = useQueryClient()
  const result = useInfiniteQuery(query)
  const canWrite = company.can('assets:write')
  const selection = useSelection()
  const menu = useContextMenu<string>()
  const key = JSON.stringify(asked)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different list starts with an empty selection.
  useEffect(() => selection.clear(), [key])

  if (!result.data) return <NotLoaded result={result} title={text.loadFailed} />
  const loaded = result.data
  const List = search.view === 'table' ? AssetTable : AssetGrid
  if (loaded.rows.length === 0) return <Nothing />
  return (
    <div className={classes.library} data-selecting={selection.ids.size > 0 || undefined}>
      <List
        key={key}
        result={result}
        loaded={loaded}
        selection={selection}
        canWrite={canWrite}
        openMenu={menu.open}
        restart={() => void queryClient.resetQueries({ queryKey: query.queryKey, exact: true })}
      />
      {selection.ids.size > 0 && <BatchBar assets={loaded.rows} selection={selection} menu={menu} />}
    </div>
  )
}

function Nothing() {
  const canWrite = useCompany().can('assets:write')
  const canDrop = useCanDrop()
  const upload = useUploading()
  const { search, change } = useAssetSearch()
  if (isFiltered(search))
    return (
      <NoMatch
        text={{ ...text, clearFilters: clearLabel(search) }}
        onClear={() => change({ ...noFilters, saved: undefined })}
      />
    )
  return (
    <LibraryState>
      {search.collection ? (
        <EmptyCollection canWrite={canWrite} />
      ) : search.folder ? (
        <EmptyFolder canWrite={canWrite} />
      ) : (
        <Empty
          icon={<IconPhoto />}
          title={text.emptyTitle}
          description={canWrite ? (canDrop ? text.empty : text.emptyOnTouch) : text.emptyReader}
          action={canWrite && <UploadFilesButton onFiles={upload} />}
        />
      )}
    </LibraryState>
  )
}

function clearLabel({ q, ...search }: AssetSearch): string {
  if (!isFiltered(search)) return text.clearSearch
  return q ? text.clearAll : text.clearFilters
}
