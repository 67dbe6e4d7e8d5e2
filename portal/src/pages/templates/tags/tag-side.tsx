import { IconLayoutGrid, IconTagOff, IconTags } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../../session.ts'
import { tagText } from '../../../strings/tags.ts'
import { templateTagText as text } from '../../../strings/templates.ts'
import { TagHead, TagList } from '../../../tags/tag-list.tsx'
import library from '../../../ui/library.module.css'
import { Side, SideDrawer } from '../../../ui/library-side.tsx'
import { untagged } from '../search.ts'
import { templatesTotalQuery } from '../template-queries.ts'
import { useTemplateSearch } from '../use-template-search.ts'
import { TagLink } from './tag-link.tsx'

export const TagSide = () => (
  <Side label={tagText.title}>
    <Tags />
  </Side>
)

export const TagDrawer = () => (
  <SideDrawer label={tagText.title} icon={IconTags}>
    {(close) => <Tags onOpened={close} />}
  </SideDrawer>
)

function Tags({ onOpened }: { onOpened?: () => void }) {
  const company = useCompany()
  const canWrite = company.can('templates:write')
  const { search, change } = useTemplateSearch()
  const all = useQuery(templatesTotalQuery(company, {}))
  const none = useQuery(templatesTotalQuery(company, { untagged: true }))
  return (
    <>
      <TagHead noun="template" canWrite={canWrite} />
      <div className={library.sideScroll}>
        <TagLink icon={IconLayoutGrid} label={text.all} count={all.data} onOpened={onOpened} />
        <TagLink
          tag={untagged}
          icon={IconTagOff}
          label={text.untagged}
          count={none.data}
          onOpened={onOpened}
        />
        <TagList
          noun="template"
          canWrite={canWrite}
          link={({ id, name, color, templates_count }) => (
            <TagLink tag={id} color={color} label={name} count={templates_count} onOpened={onOpened} />
          )}
          onGone={(id) => search.tag === id && change({ tag: undefined }, { replace: true })}
        />
      </div>
    </>
  )
}
