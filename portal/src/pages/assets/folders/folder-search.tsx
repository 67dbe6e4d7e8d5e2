import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconFolder, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { wordsOf } from '../../../errors.ts'
import { useCompany } from '../../../session.ts'
import { folderText as text } from '../../../strings/assets.ts'
import { searchQuery } from './folder-queries.ts'
import classes from './folder-search.module.css'

const typingMs = 200

type Props = {
  current: string | undefined
  onOpen(folder: Folder): void
  children: ReactNode
}

export function FolderSearch({ current, onOpen, children }: Props) {
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const isSearching = words.trim() !== ''
  return (
    <>
      <TextInput
        type="search"
        size="xs"
        mb={6}
        aria-label={text.find}
        placeholder={text.find}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || words === '') return
          // The first Escape clears the field, and the next Escape closes the dialog.
          event.stopPropagation()
          setWords('')
        }}
      />
      {isSearching && asked !== '' ? (
        <Results
          asked={asked}
          current={current}
          onOpen={(folder) => {
            setWords('')
            onOpen(folder)
          }}
        />
      ) : (
        children
      )}
    </>
  )
}

type ResultsProps = Omit<Props, 'children'> & { asked: string }

function Results({ asked, current, onOpen }: ResultsProps) {
  const found = useQuery({ ...searchQuery(useCompany(), asked), placeholderData: keepPreviousData })
  if (found.isError)
    return (
      <Text size="xs" c="var(--mantine-color-error)" p="xs" role="alert">
        {wordsOf(found.error)}
      </Text>
    )
  if (!found.data) return null
  if (found.data.length === 0)
    return (
      <Text size="sm" c="dimmed" p="xs" role="status">
        {text.noneFound}
      </Text>
    )
  return (
    <ul className={classes.results} aria-label={text.results}>
      {found.data.map((folder) => (
        <li key={folder.id}>
          <UnstyledButton
            className={classes.result}
            aria-current={folder.id === current || undefined}
            onClick={() => onOpen(folder)}
          >
            <IconFolder size={16} stroke={1.75} aria-hidden />
            <span className={classes.resultText}>
              <span className={classes.resultName} title={folder.name}>
                {folder.name}
              </span>
              {folder.depth > 1 && (
                <span className={classes.resultPath} title={folder.path}>
                  {/* The end of a long path is the most important part. */}
                  <bdi>{folder.path.split('/').slice(1, -1).join(' / ')}</bdi>
                </span>
              )}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
