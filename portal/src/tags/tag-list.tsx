import { Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { listQuery } from '../lists.ts'
import { tagsBy } from '../query-parameters.ts'
import { useCompany } from '../session.ts'
import { tagText as text } from '../strings/tags.ts'
import { Later } from '../ui/later.tsx'
import { Loaded, More } from '../ui/loaded.tsx'
import { SideHead } from '../ui/side-head.tsx'
import { TagForm } from './tag-form.tsx'
import { TagMenu } from './tag-menu.tsx'
import { type Tagged, type TagOf, tagsOf } from './tag-queries.ts'
import classes from './tags.module.css'

const typingMs = 200
/** Minimum number of tags for which a search field is shown. */
const searchedFrom = 12

type HeadProps = { noun: Tagged; canWrite: boolean }

export function TagHead({ noun, canWrite }: HeadProps) {
  const [isMaking, setIsMaking] = useState(false)
  return (
    <>
      <SideHead
        title={text.title}
        create={text.create}
        onCreate={canWrite ? () => setIsMaking(true) : undefined}
      />
      <TagForm noun={noun} opened={isMaking} onClose={() => setIsMaking(false)} />
    </>
  )
}

type Props<Noun extends Tagged> = {
  noun: Noun
  canWrite: boolean
  link(tag: TagOf<Noun>): ReactNode
  onGone(id: string): void
}

export function TagList<Noun extends Tagged>({ noun, canWrite, link, onGone }: Props<Noun>) {
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const { path, type } = tagsOf[noun]
  const tags = useInfiniteQuery({
    ...listQuery<TagOf<Noun>>(useCompany(), type, path, tagsBy(asked)),
    placeholderData: (before) => before,
  })
  return (
    <Loaded query={tags} height={160}>
      {(rows) => (
        <>
          {(rows.length >= searchedFrom || words !== '') && (
            <TextInput
              type="search"
              size="xs"
              my={8}
              aria-label={text.find}
              placeholder={text.find}
              leftSection={<IconSearch size={14} aria-hidden />}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
          )}
          <Later rows={rows}>
            {(rows) => (
              <ul className={classes.list}>
                {rows.map((tag) => (
                  <li key={tag.id} className={classes.item}>
                    {link(tag)}
                    {canWrite && <TagMenu noun={noun} tag={tag} onGone={() => onGone(tag.id)} />}
                  </li>
                ))}
              </ul>
            )}
          </Later>
          {rows.length === 0 && asked !== '' && (
            <Text size="sm" c="dimmed" p="xs">
              {text.noneFound}
            </Text>
          )}
          <More query={tags} />
        </>
      )}
    </Loaded>
  )
}
