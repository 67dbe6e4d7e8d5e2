import { Button } from '@mantine/core'
import { IconTemplate } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Template } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { templateText as text } from '../../strings/templates.ts'
import { useContextMenu } from '../../ui/context-menu.tsx'
import classes from '../../ui/library.module.css'
import { LibraryState, NoMatch, NotLoaded } from '../../ui/library-states.tsx'
import { Empty } from '../../ui/states.tsx'
import { VirtualGrid } from '../../ui/virtual-grid.tsx'
import { TemplateContextMenu } from './details/actions.tsx'
import { askedBy, isFiltered, noFilters, type TemplateSearch } from './search.ts'
import { TemplateCard } from './template-card.tsx'
import { templatesQuery } from './template-queries.ts'
import { useTemplateSearch } from './use-template-search.ts'

/** Shape of a cell, with the name and facts below the image. */
const shape = { cellWidthMin: 220, aspect: 0.75, captionHeight: 50 }

export function Gallery({ onCreate }: { onCreate(): void }) {
  const company = useCompany()
  const canUse = company.can('renders:write')
  const { search } = useTemplateSearch()
  const asked = askedBy(search)
  const query = templatesQuery(company, asked)
  const menu = useContextMenu<Template>()
  const queryClient = useQueryClient()
  const result = useInfiniteQuery(query)

  if (!result.data) return <NotLoaded result={result} title={text.loadFailed} />
  if (result.data.rows.length === 0) return <Nothing onCreate={onCreate} />
  return (
    <div className={classes.library}>
      <VirtualGrid
        key={JSON.stringify(asked)}
        result={result}
        loaded={result.data}
        restart={() => void queryClient.resetQueries({ queryKey: query.queryKey, exact: true })}
        shape={shape}
        attributes={{ role: 'list', 'aria-label': text.title }}
        cell={(template, { place, count }) => (
          <TemplateCard
            key={template.id}
            template={template}
            companyId={company.id}
            canUse={canUse}
            place={place}
            count={count}
            onMenu={menu.open}
          />
        )}
      />
      <TemplateContextMenu menu={menu} />
    </div>
  )
}

function Nothing({ onCreate }: { onCreate(): void }) {
  const canWrite = useCompany().can('templates:write')
  const { search, change } = useTemplateSearch()
  if (isFiltered(search))
    return <NoMatch text={{ ...text, clearFilters: clearLabel(search) }} onClear={() => change(noFilters)} />
  return (
    <LibraryState>
      <Empty
        icon={<IconTemplate />}
        title={text.emptyTitle}
        description={canWrite ? text.empty : text.emptyReader}
        action={canWrite && <Button onClick={() => onCreate()}>{text.create}</Button>}
      />
    </LibraryState>
  )
}

function clearLabel({ q, ...search }: TemplateSearch): string {
  if (!isFiltered(search)) return text.clearSearch
  return q ? text.clearAll : text.clearFilters
}
