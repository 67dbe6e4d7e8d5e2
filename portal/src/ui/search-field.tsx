import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './library.module.css'

/** Long enough that a word is not asked for letter by letter. */
const typingMs = 200

type Props = { label: string; value: string | undefined; onSearch(words: string | undefined): void }

/** Searches as one types; the words stand in the address. */
export function SearchField({ label, value = '', onSearch }: Props) {
  const [words, setWords] = useState(value)
  const asked = useRef(value)
  const ask = useDebouncedCallback((words: string) => {
    asked.current = words.trim()
    onSearch(asked.current || undefined)
  }, typingMs)

  // The address changes without the field: by going back, or by clearing the filters.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setWords(value)
  }, [value])

  function type(words: string) {
    setWords(words)
    ask(words)
  }

  return (
    <TextInput
      type="search"
      className={classes.search}
      size="sm"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={words}
      onChange={(event) => type(event.currentTarget.value)}
    />
  )
}
