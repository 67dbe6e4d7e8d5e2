import { Group, SegmentedControl, Select, VisuallyHidden } from '@mantine/core'
import { IconLayoutGrid, IconList } from '@tabler/icons-react'
import { assetText as text } from '../../strings/assets.ts'
import classes from '../../ui/library.module.css'
import { optionsOf } from '../../ui/options.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { FolderDrawer } from './folders/folder-side.tsx'
import { isFiltered, sorts } from './search.ts'
import { TableMenu } from './tables/table-menu.tsx'
import { useAssetSearch } from './use-asset-search.ts'
import { ViewOptions } from './view-options.tsx'

/** The URL contains all view options. */
export function Toolbar() {
  const { search, change } = useAssetSearch()
  // The default of the server.
  const isCollection = search.collection !== undefined && !isFiltered(search)
  const usual = search.q ? 'relevance' : isCollection ? 'position' : sorts[0]
  const offered = usual === sorts[0] ? sorts : ([usual, ...sorts] as const)
  return (
    <Group className={classes.toolbar} gap="xs" role="search">
      <SearchField label={text.search} value={search.q} onSearch={(q) => change({ q }, { replace: true })} />
      <Group gap="xs" wrap="nowrap" className={classes.arrange}>
        <FolderDrawer />
        <Select
          className={classes.sort}
          aria-label={text.sort}
          data={optionsOf(text.sorts, offered)}
          value={search.sort ?? usual}
          onChange={(sort) =>
            change({
              sort:
                sort === usual || sort === 'relevance' || sort === 'position'
                  ? undefined
                  : (sort ?? undefined),
            })
          }
          allowDeselect={false}
        />
        {search.view !== 'table' && <ViewOptions />}
        <TableMenu />
        <ViewSwitch />
      </Group>
    </Group>
  )
}

function ViewSwitch() {
  const { search, change } = useAssetSearch()
  return (
    <SegmentedControl
      aria-label={text.view}
      value={search.view ?? 'grid'}
      onChange={(view) => change({ view: view === 'table' ? 'table' : undefined }, { replace: true })}
      data={[
        { value: 'grid', label: <ViewIcon icon={IconLayoutGrid} label={text.grid} /> },
        { value: 'table', label: <ViewIcon icon={IconList} label={text.table} /> },
      ]}
    />
  )
}

function ViewIcon({ icon: Icon, label }: { icon: typeof IconList; label: string }) {
  return (
    <span className={classes.viewIcon}>
      <Icon size={16} aria-hidden />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
