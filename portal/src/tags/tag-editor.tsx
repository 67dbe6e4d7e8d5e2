import { ActionIcon, Autocomplete, Group, Text, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck, IconSparkles, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../session.ts'
import { tagText as text } from '../strings/tags.ts'
import { uiText } from '../strings/ui.ts'
import classes from './tag-editor.module.css'
import { type Tagged, tagsQuery } from './tag-queries.ts'

const typingMs = 200

type Tag = { id: string; name: string; source?: 'manual' | 'auto' | 'embedded' }

type Props = {
  noun: Tagged
  tags: readonly Tag[]
  canEdit: boolean
  refusal: string | undefined
  onAdd(name: string): void
  onRemove(tag: Tag): void
}

export function TagEditor({ noun, tags, canEdit, refusal, onAdd, onRemove }: Props) {
  return (
    <>
      <Group gap={6}>
        {tags.map((tag) => (
          <span
            key={tag.id}
            className={classes.tag}
            data-removable={canEdit || undefined}
            data-suggested={tag.source === 'auto' || undefined}
          >
            {tag.source === 'auto' && (
              <Tooltip label={text.automatic}>
                <IconSparkles size={12} aria-label={text.automatic} />
              </Tooltip>
            )}
            {tag.name}
            {canEdit && tag.source === 'auto' && (
              <ActionIcon
                variant="transparent"
                color="gray"
                size={24}
                aria-label={text.accept(tag.name)}
                onClick={() => onAdd(tag.name)}
              >
                <IconCheck size={12} />
              </ActionIcon>
            )}
            {canEdit && (
              <ActionIcon
                variant="transparent"
                color="gray"
                size={24}
                aria-label={tag.source === 'auto' ? text.reject(tag.name) : text.remove(tag.name)}
                onClick={() => onRemove(tag)}
              >
                <IconX size={12} />
              </ActionIcon>
            )}
          </span>
        ))}
        {tags.length === 0 && !canEdit && (
          <Text size="sm" c="dimmed">
            {uiText.none}
          </Text>
        )}
      </Group>
      {canEdit && (
        <NewTag
          noun={noun}
          known={tags.filter(({ source }) => source !== 'auto').map(({ name }) => name)}
          onAdd={onAdd}
        />
      )}
      {refusal && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          {refusal}
        </Text>
      )}
    </>
  )
}

type NewTagProps = { noun: Tagged; known: string[]; onAdd(name: string): void }

/** Finds an existing tag by prefix, or creates one. */
function NewTag({ noun, known, onAdd }: NewTagProps) {
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const found = useQuery(tagsQuery(useCompany(), noun, asked))
  const names = (found.data ?? []).map(({ name }) => name).filter((name) => !known.includes(name))

  function add(name: string) {
    // The combobox first writes the option's value into the field.
    queueMicrotask(() => setWords(''))
    if (name.trim() !== '') onAdd(name.trim())
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        add(words)
      }}
    >
      <Autocomplete
        mt="xs"
        aria-label={text.add}
        placeholder={text.add}
        data={names}
        filter={({ options }) => options}
        limit={20}
        comboboxProps={{ withinPortal: false }}
        value={words}
        onChange={setWords}
        onOptionSubmit={add}
      />
    </form>
  )
}
