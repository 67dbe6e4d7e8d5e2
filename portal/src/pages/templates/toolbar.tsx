import { Group, SegmentedControl, Select } from '@mantine/core'
import { reviewsText } from '../../strings/reviews.ts'
import { templateText as text } from '../../strings/templates.ts'
import classes from '../../ui/library.module.css'
import { optionsOf } from '../../ui/options.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { reviewStates } from '../reviews/states.ts'
import { useReviews } from '../reviews/use-reviews.ts'
import { sorts, statuses } from './search.ts'
import { TagDrawer } from './tags/tag-side.tsx'
import own from './toolbar.module.css'
import { useTemplateSearch } from './use-template-search.ts'

/** The URL contains all view options. */
export function Toolbar() {
  const { search, change } = useTemplateSearch()
  const hasReviews = useReviews()
  // The default of the server.
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
        {hasReviews && (
          <Select
            className={`${classes.sort} ${own.review}`}
            aria-label={reviewsText.title}
            data={[
              { value: 'any', label: reviewsText.anyState },
              ...optionsOf(reviewsText.states, reviewStates),
            ]}
            value={search.review ?? 'any'}
            onChange={(value) => change({ review: reviewStates.find((review) => review === value) })}
            allowDeselect={false}
          />
        )}
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
