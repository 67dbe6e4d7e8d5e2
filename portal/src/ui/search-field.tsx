import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './library.module.css'

/** Debounce time, so that not every letter causes a request. */
const typingMs = 200

type Props = { label: string; value: string | undefined; onSearch(words: string | undefined): void }

/** Searches while typing; the search terms are in the URL. */
export function SearchField({ label, value = '', onSearch }: Props) {
  const [words, setWords] = useState(value)
  const asked = useRef(value)
  const ask = useDebouncedCallback((words: string) => {
    asked.current = words.trim()
    onSearch(asked.current || undefined)
  }, typingMs)

  // The URL can also change from outside the field: when the user goes back or clears the filters.
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
