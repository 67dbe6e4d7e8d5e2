import { ActionIcon, Text, TextInput, Tooltip } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconLayoutGrid, IconPlus, IconSearch, IconTagOff, IconTags } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuery } from '../../../lists.ts'
import type { TemplateTag } from '../../../resources.gen.ts'
import { useCompany } from '../../../session.ts'
import { templateTagText as text } from '../../../strings/templates.ts'
import { tagsOf } from '../../../tags/tag-queries.ts'
import library from '../../../ui/library.module.css'
import { Side, SideDrawer } from '../../../ui/library-side.tsx'
import { Loaded, More } from '../../../ui/loaded.tsx'
import { untagged } from '../search.ts'
import { templatesTotalQuery } from '../template-queries.ts'
import { TagForm } from './tag-form.tsx'
import { TagLink } from './tag-link.tsx'
import { TagMenu } from './tag-menu.tsx'
import classes from './tags.module.css'

const typingMs = 200
/** So few are seen at a glance. */
const searchedFrom = 12

/** The tags beside the gallery, where there is room. */
export const TagSide = () => (
  <Side label={text.title}>
    <Tags />
  </Side>
)

/** The tags where there is no room beside the gallery. */
export const TagDrawer = () => (
  <SideDrawer label={text.title} icon={IconTags}>
    {(close) => <Tags onOpened={close} />}
  </SideDrawer>
)

function Tags({ onOpened }: { onOpened?: () => void }) {
  const company = useCompany()
  const canWrite = company.can('templates:write')
  const [words, setWords] = useState('')
  const [asked] = useDebouncedValue(words.trim(), typingMs)
  const { path, type } = tagsOf.template
  const query = { sort: 'name', search: asked || undefined }
  const tags = useInfiniteQuery({
    ...listQuery<TemplateTag>(company, type, path, query),
    placeholderData: (before) => before,
  })
  const all = useQuery(templatesTotalQuery(company, {}))
  const none = useQuery(templatesTotalQuery(company, { untagged: true }))
  const [isMaking, setIsMaking] = useState(false)
  return (
    <>
      <div className={library.sideTop}>
        <Text size="xs" fw={500} c="dimmed">
          {text.title}
        </Text>
        {canWrite && (
          <Tooltip label={text.create}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text.create}
              onClick={() => setIsMaking(true)}
            >
              <IconPlus size={16} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div className={library.sideScroll}>
        <TagLink icon={IconLayoutGrid} label={text.all} count={all.data} onOpened={onOpened} />
        <TagLink
          tag={untagged}
          icon={IconTagOff}
          label={text.untagged}
          count={none.data}
          onOpened={onOpened}
        />
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
              <ul className={classes.list}>
                {rows.map((tag) => (
                  <li key={tag.id} className={classes.item}>
                    <TagLink
                      tag={tag.id}
                      color={tag.color}
                      label={tag.name}
                      count={tag.templates_count}
                      onOpened={onOpened}
                    />
                    {canWrite && <TagMenu tag={tag} />}
                  </li>
                ))}
              </ul>
              {rows.length === 0 && asked !== '' && (
                <Text size="sm" c="dimmed" p="xs">
                  {text.noneFound}
                </Text>
              )}
              <More query={tags} />
            </>
          )}
        </Loaded>
      </div>
      <TagForm opened={isMaking} onClose={() => setIsMaking(false)} />
    </>
  )
}
