import { Box, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Asset } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { folderText, assetText as text } from '../../strings/assets.ts'
import { reviewsText } from '../../strings/reviews.ts'
import { tagsByIdQuery } from '../../tags/tag-queries.ts'
import { useReviews } from '../reviews/use-reviews.ts'
import { Choices } from './choices.tsx'
import { FacetChoices } from './facet-choices.tsx'
import classes from './filter-bar.module.css'
import { FilterChip } from './filter-chip.tsx'
import { rootId, trailQuery } from './folders/folder-queries.ts'
import { PropertyFilters } from './property-filters.tsx'
import { SaveSearch } from './saved-searches/save-search.tsx'
import { availabilities, isFiltered, noFilters, statuses } from './search.ts'
import { TagFilter } from './tag-filter.tsx'
import { useAssetSearch } from './use-asset-search.ts'

/** Each chip names its selected values and opens a list of values with their counts. */
export function FilterBar() {
  const { search, change } = useAssetSearch()
  const isAny = isFiltered({ ...search, q: undefined })
  const hasReviews = useReviews()
  return (
    <Box role="group" aria-label={text.filters} className={classes.bar}>
      <ValuesFilter name="type" label={text.type} labels={text.types} />
      <ValuesFilter name="extension" label={text.extension} />
      <ValuesFilter name="orientation" label={text.orientation} labels={text.orientations} />
      <ValuesFilter name="color" label={text.color} labels={text.colors} isColor />
      <YearFilter />
      <FolderFilter />
      <TagsFilter />
      <StatusFilter />
      <RightsFilter />
      {hasReviews && <ValuesFilter name="review" label={reviewsText.title} labels={reviewsText.states} />}
      <PropertyFilters />
      {isAny && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.clear}
          onClick={() => change({ ...noFilters, q: search.q, saved: undefined }, { replace: true })}
        >
          {text.clearFilters}
        </Button>
      )}
      <SaveSearch />
    </Box>
  )
}

type ValuesProps = {
  name: 'type' | 'extension' | 'orientation' | 'color' | 'review'
  label: string
  labels?: Readonly<Record<string, string>>
  isColor?: boolean
}

/** A filter whose URL parameter, API parameter and facet have the same name. */
function ValuesFilter({ name, label, labels, isColor = false }: ValuesProps) {
  const { search, change } = useAssetSearch()
  const chosen: string[] = search[name] ?? []
  const labelOf = (value: string) => labels?.[value] ?? value
  const set = (values: string[]) => change({ [name]: listOrNone(values) }, { replace: true })
  return (
    <FilterChip label={label} chosen={chosen.map(labelOf)} onClear={() => set([])}>
      <FacetChoices
        facet={name}
        label={label}
        within={{ ...search, [name]: undefined }}
        chosen={chosen}
        onChange={set}
        labelOf={labelOf}
        isColor={isColor}
      />
    </FilterChip>
  )
}

function YearFilter() {
  const { search, change } = useAssetSearch()
  const chosen = search.year?.map(String) ?? []
  const set = (values: string[]) => change({ year: listOrNone(values.map(Number)) }, { replace: true })
  return (
    <FilterChip label={text.year} chosen={chosen} onClear={() => set([])}>
      <FacetChoices
        facet="year"
        label={text.year}
        within={{ ...search, year: undefined }}
        chosen={chosen}
        onChange={set}
        order={(a, b) => Number(b.value) - Number(a.value)}
      />
    </FilterChip>
  )
}

/** The filter for the folder in the URL, which the sidebar also opens. */
function FolderFilter() {
  const { search, change } = useAssetSearch()
  const trail = useQuery(trailQuery(useCompany(), search.folder))
  const chosen = search.folder === undefined ? [] : [search.folder]
  const nameOf = (value: string, name = trail.data?.find(({ id }) => id === value)?.name) =>
    value === rootId ? folderText.unfiled : (name ?? text.folder)
  const set = (folder: string | undefined) => change({ folder }, { replace: true })
  return (
    <FilterChip
      label={text.folder}
      chosen={chosen.map((value) => nameOf(value))}
      onClear={() => set(undefined)}
    >
      <FacetChoices
        facet="folder_id"
        label={text.folder}
        within={{ ...search, folder: undefined }}
        chosen={chosen}
        // Only the newest choice counts, because only one folder can be selected.
        onChange={(values) => set(values.at(-1))}
        labelOf={nameOf}
      />
    </FilterChip>
  )
}

function TagsFilter() {
  const { search, change } = useAssetSearch()
  const chosen = search.tags ?? []
  const known = useQuery(tagsByIdQuery(useCompany(), 'asset', chosen))
  const names = chosen.map((tag) => known.data?.find(({ id }) => id === tag)?.name ?? text.tag)
  return (
    <FilterChip
      label={text.tags}
      chosen={search.untagged ? [text.noTags] : names}
      onClear={() => change({ tags: undefined, untagged: undefined }, { replace: true })}
    >
      <TagFilter />
    </FilterChip>
  )
}

function StatusFilter() {
  const { search, change } = useAssetSearch()
  const chosen = search.status === undefined ? [] : [search.status]
  const set = (status: Asset['status'] | undefined) => change({ status }, { replace: true })
  return (
    <FilterChip
      label={text.status}
      chosen={chosen.map((status) => text.statuses[status])}
      onClear={() => set(undefined)}
    >
      <Choices
        label={text.status}
        choices={statuses.map((value) => ({ value, label: text.statuses[value] }))}
        chosen={chosen}
        onChange={(values) => set(statuses.find((status) => status === values.at(-1)))}
      />
    </FilterChip>
  )
}

const soon = 'soon'

/** Filters by availability, and by rights that end soon. */
function RightsFilter() {
  const { search, change } = useAssetSearch()
  const chosen: string[] = [...(search.availability ?? []), ...(search.ends ? [soon] : [])]
  const choices = [
    ...availabilities.map((value) => ({ value, label: text.availabilities[value] })),
    { value: soon, label: text.endsSoon },
  ]
  const set = (values: string[]) =>
    change(
      {
        availability: listOrNone(availabilities.filter((one) => values.includes(one))),
        ends: values.includes(soon) ? soon : undefined,
      },
      { replace: true },
    )
  return (
    <FilterChip
      label={text.rights}
      chosen={choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label)}
      onClear={() => set([])}
    >
      <Choices label={text.rights} choices={choices} chosen={chosen} onChange={set} />
    </FilterChip>
  )
}

const listOrNone = <Value,>(values: Value[]) => (values.length > 0 ? values : undefined)
