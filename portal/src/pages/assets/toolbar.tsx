import { Group, SegmentedControl, Select, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { assetText as text } from '../../strings/assets.ts'
import classes from './assets.module.css'
import { Filters, optionsOf } from './filters.tsx'
import { FolderDrawer } from './folders/folder-side.tsx'
import { sorts } from './search.ts'
import { useAssetSearch } from './use-asset-search.ts'

/** Long enough that a word is not asked for letter by letter. */
const typingMs = 200

/** What is shown and how: all of it stands in the address. */
export function Toolbar() {
  const { search, change } = useAssetSearch()
  const [words, setWords] = useState(search.q ?? '')
  const ask = useDebouncedCallback(
    (q: string) => change({ q: q.trim() || undefined }, { replace: true }),
    typingMs,
  )

  // The address changes without the field: by going back, or by clearing the filters.
  useEffect(
    () => setWords((words) => (words.trim() === (search.q ?? '') ? words : (search.q ?? ''))),
    [search.q],
  )

  function type(q: string) {
    setWords(q)
    ask(q)
  }

  return (
    <Group className={classes.toolbar} gap="xs" role="search">
      <TextInput
        type="search"
        className={classes.search}
        size="sm"
        aria-label={text.search}
        placeholder={text.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Group gap="xs" wrap="nowrap" className={classes.arrange}>
        <FolderDrawer />
        <Filters />
        <Select
          className={classes.sort}
          aria-label={text.sort}
          data={optionsOf(sorts, text.sorts)}
          value={search.sort ?? sorts[0]}
          onChange={(sort) => change({ sort: sort === sorts[0] ? undefined : (sort ?? undefined) })}
          allowDeselect={false}
        />
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
