import { Group, MultiSelect, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Template } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { newBatchText as text } from '../../../strings/batches.ts'
import { templateText } from '../../../strings/templates.ts'
import classes from '../batches.module.css'

const templatesMax = 10
const typingMs = 200
const shownMax = 50

type Props = {
  templates: readonly Template[]
  onChange(ids: string[]): void
}

export function TemplatesField({ templates, onChange }: Props) {
  const { api, id } = useCompany()
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const found = useQuery({
    queryKey: [id, 'template', 'choice', asked],
    queryFn: async ({ signal }) =>
      (
        await api.templates
          .list({ search: asked || undefined, sort: 'name', per_page: shownMax }, { signal })
          .page()
      ).data,
    placeholderData: keepPreviousData,
  })
  const usable = (found.data ?? []).filter(({ status }) => status !== 'archived')
  const byId = new Map([...usable, ...templates].map((template) => [template.id, template]))
  return (
    <MultiSelect
      label={text.templates}
      description={text.templatesHint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      placeholder={templates.length === 0 ? text.chooseTemplates : ''}
      nothingFoundMessage={text.noTemplates}
      data={[...byId.values()].map((template) => ({ value: template.id, label: template.name }))}
      value={templates.map((template) => template.id)}
      maxValues={templatesMax}
      searchable
      hidePickedOptions
      searchValue={words}
      onSearchChange={setWords}
      onChange={onChange}
      renderOption={({ option }) => <Option template={byId.get(option.value)!} />}
    />
  )
}

function Option({ template: { name, thumbnail_url, width, height, unit } }: { template: Template }) {
  return (
    <Group gap="sm" wrap="nowrap" miw={0}>
      <span className={classes.tiny} aria-hidden>
        {thumbnail_url && <img src={thumbnail_url} alt="" loading="lazy" />}
      </span>
      <span className={classes.grow}>
        <Text span display="block" size="sm" truncate>
          {name}
        </Text>
        <Text span display="block" size="xs" c="dimmed">
          {templateText.sizeOf(width, height, unit)}
        </Text>
      </span>
    </Group>
  )
}
