import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { assetText as text } from '../../strings/assets.ts'
import { tagsByIdQuery, tagsQuery } from '../../tags/tag-queries.ts'
import { ErrorText } from '../../ui/notify.tsx'
import { facetQuery } from './asset-queries.ts'
import { Choices } from './choices.tsx'
import { Capped } from './facet-choices.tsx'
import { countedBy } from './search.ts'
import { useAssetSearch } from './use-asset-search.ts'

const typingMs = 200

/**
 * Filters by all selected tags, which stay visible. The other tags are the most frequent tags in the results,
 * or the tags that match the search terms.
 */
export function TagFilter() {
  const company = useCompany()
  const { search, change } = useAssetSearch()
  const chosen = search.tags ?? []
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const counted = useQuery(facetQuery(company, 'tag', countedBy({ ...search, untagged: undefined })))
  const found = useQuery({ ...tagsQuery(company, 'asset', asked), enabled: asked !== '' })
  const known = useQuery(tagsByIdQuery(company, 'asset', chosen))
  const frequent = counted.data?.fields.tag?.map(({ value, name }) => ({ id: value, name: name! }))
  const others = asked === '' ? frequent : found.data
  const counts = new Map(counted.data?.fields.tag?.map(({ value, count }) => [value, count]))
  const kept = known.data?.filter(({ id }) => chosen.includes(id)) ?? []
  const tags = [...kept, ...(others ?? []).filter(({ id }) => !chosen.includes(id))]
  const error = counted.error ?? found.error
  return (
    <Stack gap={6}>
      <TextInput
        type="search"
        aria-label={text.findTag}
        placeholder={text.findTag}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <Checkbox
        label={text.noTags}
        p={6}
        size="sm"
        checked={search.untagged ?? false}
        onChange={({ currentTarget: { checked } }) =>
          change({ untagged: checked || undefined, tags: undefined }, { replace: true })
        }
      />
      {error && <ErrorText error={error} />}
      {others?.length === 0 && (
        <Text size="sm" c="dimmed" p="xs">
          {asked === '' ? text.noValues : text.noTagFound}
        </Text>
      )}
      <Choices
        label={text.tags}
        choices={tags.map(({ id, name }) => ({ value: id, label: name, count: counts.get(id) }))}
        chosen={chosen}
        onChange={(ids) =>
          change({ tags: ids.length > 0 ? ids : undefined, untagged: undefined }, { replace: true })
        }
      />
      {counted.data?.is_capped && <Capped counted={counted.data.counted} />}
    </Stack>
  )
}
