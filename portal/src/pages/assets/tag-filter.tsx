import { Checkbox, Group, Input, ScrollArea, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AssetTag } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { assetText as text } from '../../strings/assets.ts'
import { tagsByIdQuery, tagsQuery } from '../../tags/tag-queries.ts'
import { ErrorText } from '../../ui/notify.tsx'
import { useAssetSearch } from './use-asset-search.ts'

const typingMs = 200

/** Filters by all selected tags, which stay visible during a search. */
export function TagFilter() {
  const company = useCompany()
  const { search, change } = useAssetSearch()
  const chosen = search.tags ?? []
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const found = useQuery(tagsQuery(company, 'asset', asked))
  const known = useQuery(tagsByIdQuery(company, 'asset', chosen))
  const kept = known.data?.filter(({ id }) => chosen.includes(id)) ?? []
  const tags = [...kept, ...(found.data ?? []).filter(({ id }) => !chosen.includes(id))]
  return (
    <Stack gap={6}>
      <Input.Label labelElement="div">{text.tags}</Input.Label>
      <TextInput
        type="search"
        aria-label={text.findTag}
        placeholder={text.findTag}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {found.isError && <ErrorText error={found.error} />}
      {found.data?.length === 0 && (
        <Text size="sm" c="dimmed" p="xs">
          {text.noTagFound}
        </Text>
      )}
      <Checkbox.Group
        value={chosen}
        onChange={(ids) => change({ tags: ids.length > 0 ? ids : undefined }, { replace: true })}
        aria-label={text.tags}
      >
        <ScrollArea.Autosize mah={220} type="auto" viewportProps={{ tabIndex: 0 }}>
          {tags.map((tag) => (
            <Choice key={tag.id} tag={tag} />
          ))}
        </ScrollArea.Autosize>
      </Checkbox.Group>
    </Stack>
  )
}

function Choice({ tag: { id, name, assets_count } }: { tag: AssetTag }) {
  return (
    <Checkbox
      value={id}
      p={6}
      size="sm"
      styles={{ body: { alignItems: 'center' }, labelWrapper: { flex: 1, minWidth: 0 } }}
      label={
        <Group component="span" justify="space-between" wrap="nowrap" gap="xs">
          <Text span size="sm" truncate>
            {name}
          </Text>
          <Text span size="xs" c="dimmed">
            {assets_count.toLocaleString('en')}
          </Text>
        </Group>
      }
    />
  )
}
