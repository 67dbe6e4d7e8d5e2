import { Group, SegmentedControl, Select } from '@mantine/core'
import { templateText as text } from '../../strings/templates.ts'
import classes from '../../ui/library.module.css'
import { optionsOf } from '../../ui/options.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { sorts, statuses } from './search.ts'
import { TagDrawer } from './tags/tag-side.tsx'
import own from './toolbar.module.css'
import { useTemplateSearch } from './use-template-search.ts'

/** View options, all of which are in the URL. */
export function Toolbar() {
  const { search, change } = useTemplateSearch()
  // The server's own default.
  const usual = search.q ? 'relevance' : sorts[0]
  return (
    <Group className={classes.toolbar} gap="xs" role="search">
      <SearchField label={text.search} value={search.q} onSearch={(q) => change({ q }, { replace: true })} />
      <SegmentedControl
        className={own.states}
        aria-label={text.status}
        data={[{ value: 'any', label: text.anyStatus }, ...optionsOf(text.statuses, statuses)]}
        value={search.status ?? 'any'}
        onChange={(value) => change({ status: statuses.find((status) => status === value) })}
      />
      <Group gap="xs" wrap="nowrap" className={classes.arrange}>
        <TagDrawer />
        <Select
          className={classes.sort}
          aria-label={text.sort}
          data={optionsOf(text.sorts, search.q ? (['relevance', ...sorts] as const) : sorts)}
          value={search.sort ?? usual}
          onChange={(sort) =>
            change({ sort: sort === usual || sort === 'relevance' ? undefined : (sort ?? undefined) })
          }
          allowDeselect={false}
        />
      </Group>
    </Group>
  )
}
