import { TagsInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useCompany } from '../session.ts'
import { type Tagged, tagsQuery } from './tag-queries.ts'

const typingMs = 200

type Props = Pick<
  ComponentProps<typeof TagsInput>,
  'label' | 'description' | 'value' | 'onChange' | 'error'
> & { noun: Tagged; 'data-autofocus'?: boolean }

/** A field for tag names, existing and new. */
export function TagsField({ noun, ...props }: Props) {
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
      // Opens upwards, because the dialog's buttons are below it.
      comboboxProps={{ withinPortal: true, position: 'top' }}
      maxDropdownHeight={180}
    />
  )
}
