import { ActionIcon, Autocomplete, Group, Text, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSparkles, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Asset } from '../../../resources.gen.ts'
import { useCompany } from '../../../session.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { tagsQuery } from '../asset-queries.ts'
import classes from './details.module.css'
import { Part } from './part.tsx'
import { useTagging } from './use-tagging.ts'

const typingMs = 200

export function Tags({ asset, canEdit }: { asset: Asset; canEdit: boolean }) {
  const { add, remove, refusal } = useTagging(asset.id)
  return (
    <Part title={text.tags}>
      <Group gap={6}>
        {asset.tags.map(({ id, name, source }) => (
          <span key={id} className={classes.tag} data-removable={canEdit || undefined}>
            {source === 'auto' && (
              <Tooltip label={text.automatic}>
                <IconSparkles size={12} aria-label={text.automatic} />
              </Tooltip>
            )}
            {name}
            {canEdit && (
              <ActionIcon
                variant="transparent"
                color="gray"
                size={24}
                aria-label={text.removeTag(name)}
                onClick={() => remove(id)}
              >
                <IconX size={12} />
              </ActionIcon>
            )}
          </span>
        ))}
        {asset.tags.length === 0 && !canEdit && (
          <Text size="sm" c="dimmed">
            {text.none}
          </Text>
        )}
      </Group>
      {canEdit && <NewTag known={asset.tags.map(({ name }) => name)} onAdd={add} />}
      {refusal && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          {refusal}
        </Text>
      )}
    </Part>
  )
}

/** An existing tag by its first letters, or a new one. */
function NewTag({ known, onAdd }: { known: string[]; onAdd(name: string): void }) {
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const found = useQuery(tagsQuery(useCompany(), asked))
  const names = (found.data ?? []).map(({ name }) => name).filter((name) => !known.includes(name))

  function add(name: string) {
    // The field writes the option into itself first.
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
        aria-label={text.addTag}
        placeholder={text.addTag}
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
