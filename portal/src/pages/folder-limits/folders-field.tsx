import { MultiSelect, Radio, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Folder } from '../../../../sdk/src/index.ts'
import { pageLanguage } from '../../language/language.ts'
import { useCompany } from '../../session.ts'
import { clientsText as text } from '../../strings/clients.ts'

/** The server's limit. */
const foldersMax = 100
const typingMs = 200
const shownMax = 50

type Props = {
  label: string
  description: string
  /** The text of the choice without a limit. */
  allLabel: string
  /** The accessible name of the list of folders. */
  foldersLabel: string
  /** IDs of folders. Null means no limit. */
  value?: string[] | null
  error?: ReactNode
  onChange?(ids: string[] | null): void
}

/**
 * Limits a client to folders. "All folders" is a choice of its own, so that removing the last folder is an
 * error and does not open everything.
 */
export function FolderLimitField({
  label,
  description,
  allLabel,
  value = null,
  onChange,
  foldersLabel,
  ...rest
}: Props) {
  return (
    <Stack gap="xs">
      <Radio.Group
        label={label}
        description={description}
        value={value === null ? 'all' : 'some'}
        onChange={(choice) => onChange?.(choice === 'all' ? null : [])}
      >
        <Stack gap="xs" mt={6}>
          <Radio value="all" label={allLabel} />
          <Radio value="some" label={text.someFolders} />
        </Stack>
      </Radio.Group>
      {value !== null && (
        <FoldersSelect {...rest} label={foldersLabel} value={value} {...(onChange && { onChange })} />
      )}
    </Stack>
  )
}

type SelectProps = { label: string; value: string[]; error?: ReactNode; onChange?(ids: string[]): void }

function FoldersSelect({ label, value, ...rest }: SelectProps) {
  const { api, id } = useCompany()
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const found = useQuery({
    queryKey: [id, 'folder', 'choice', asked],
    queryFn: ({ signal }) =>
      api.get<{ data: Folder[] }>('/folders', {
        query: { search: asked || undefined, sort: 'name', per_page: shownMax },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    queryKey: [id, 'folder', 'chosen', value],
    queryFn: ({ signal }) =>
      api.get<{ data: Folder[] }>('/folders', { query: { ids: value.join(), per_page: foldersMax }, signal }),
    enabled: value.length > 0,
    placeholderData: keepPreviousData,
  })
  const paths = new Map(
    [...(found.data?.data ?? []), ...(chosen.data?.data ?? [])].map((folder) => [folder.id, folder.path]),
  )
  const ids = [...new Set([...paths.keys(), ...value])]
  const nameOf = (folder: string) => paths.get(folder) ?? (chosen.isSuccess ? text.deletedFolder : '…')
  const choices = ids.map((folder) => ({ value: folder, label: nameOf(folder) }))
  return (
    <MultiSelect
      {...rest}
      aria-label={label}
      placeholder={value.length === 0 ? text.chooseFolders : ''}
      nothingFoundMessage={text.noFolders}
      data={choices.toSorted((a, b) => a.label.localeCompare(b.label, pageLanguage(), { numeric: true }))}
      value={value}
      maxValues={foldersMax}
      searchable
      hidePickedOptions
      searchValue={words}
      onSearchChange={setWords}
    />
  )
}
