import { Button, Indicator, Popover, Select, Stack } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { assetText as text } from '../../strings/assets.ts'
import { optionsOf } from '../../ui/options.ts'
import { noFilters, statuses, types } from './search.ts'
import { TagFilter } from './tag-filter.tsx'
import { useAssetSearch } from './use-asset-search.ts'

/** The filters of the list; the button shows how many are active. */
export function Filters() {
  const { search, change } = useAssetSearch()
  const count = [search.type, search.status, ...(search.tags ?? [])].filter(Boolean).length
  // Rendered inside the popover; otherwise, selecting a value would close it.
  const comboboxProps = { withinPortal: false }
  return (
    <Popover width={280} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          fw={400}
          bd="1px solid var(--portal-field-line)"
          leftSection={
            <Indicator disabled={count === 0} size={8} offset={1}>
              <IconFilter size={16} aria-hidden />
            </Indicator>
          }
        >
          {text.filtersOf(count)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.filters}>
        <Stack gap="sm">
          <Select
            label={text.type}
            placeholder={text.anyType}
            data={optionsOf(text.types, types)}
            value={search.type ?? null}
            onChange={(type) => change({ type: type ?? undefined }, { replace: true })}
            comboboxProps={comboboxProps}
            clearable
            clearButtonProps={{ 'aria-label': text.removeFilter(text.type) }}
          />
          <Select
            label={text.status}
            placeholder={text.anyStatus}
            data={optionsOf(text.statuses, statuses)}
            value={search.status ?? null}
            onChange={(status) => change({ status: status ?? undefined }, { replace: true })}
            comboboxProps={comboboxProps}
            clearable
            clearButtonProps={{ 'aria-label': text.removeFilter(text.status) }}
          />
          <TagFilter />
          <Button
            variant="default"
            disabled={count === 0}
            onClick={() => change({ ...noFilters, q: search.q }, { replace: true })}
          >
            {text.clearFilters}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
