import { TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useCompany } from '../session.ts'
import { type Tagged, tagsQuery } from './tag-queries.ts'

const typingMs = 200
/** Maximum height of the list in CSS pixels. */
const listHeight = 180

type Props = Pick<
  ComponentProps<typeof TagsInput>,
  'label' | 'description' | 'value' | 'onChange' | 'error'
> & {
  noun: Tagged
  'data-autofocus'?: boolean
  /** The list opens upwards if buttons are below the field, unless there is room between them. */
  listPosition?: 'top' | 'bottom'
}

export function TagsField({ noun, listPosition = 'top', ...props }: Props) {
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const found = useQuery(tagsQuery(useCompany(), noun, asked))
  return (
    <TagsInput
      {...props}
      data={found.data?.map(({ name }) => name) ?? []}
      filter={({ options }) => options}
      searchValue={words}
      onSearchChange={setWords}
      comboboxProps={{ withinPortal: true, position: listPosition }}
      maxDropdownHeight={listHeight}
    />
  )
}
