import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { templateTagText, templateText as text } from '../../strings/templates.ts'
import { tagsByIdQuery } from '../../tags/tag-queries.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import classes from '../../ui/library.module.css'
import { notifyError } from '../../ui/notify.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { FoundFile } from '../../uploads/found-files.ts'
import { Gallery } from './gallery.tsx'
import { NewTemplate } from './new-template.tsx'
import { askedBy, untagged } from './search.ts'
import { TagSide } from './tags/tag-side.tsx'
import { templatesTotalQuery } from './template-queries.ts'
import { Toolbar } from './toolbar.tsx'
import { useTemplateSearch } from './use-template-search.ts'

export function TemplatesPage() {
  const company = useCompany()
  const { search, change } = useTemplateSearch()
  const total = useQuery(templatesTotalQuery(company, askedBy(search)))
  const canWrite = company.can('templates:write')
  const [dropped, setDropped] = useState<File | null>(null)

  function make(file: File | null = null) {
    setDropped(file)
    change({ make: true })
  }

  function drop(found: readonly FoundFile[]) {
    if (found.length === 1) make(found[0]!.file)
    else notifyError(new Error(text.oneFile))
  }

  return (
    <div className={classes.layout}>
      <TagSide />
      <DropArea
        className={classes.main}
        label={text.title}
        title={text.dropHere}
        hint={text.dropHint}
        canDrop={canWrite}
        onFiles={drop}
      >
        <div className={classes.head}>
          <PageHeader
            title={useTitle()}
            description={total.data === undefined ? '\u00a0' : text.count(total.data)}
            actions={
              canWrite && (
                <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => make()}>
                  {text.create}
                </Button>
              )
            }
          />
          <Toolbar />
        </div>
        <Gallery onCreate={make} />
      </DropArea>
      <NewTemplate
        opened={canWrite && search.make === true}
        file={dropped}
        onClose={() => {
          setDropped(null)
          change({ make: undefined }, { replace: true })
        }}
      />
    </div>
  )
}

function useTitle(): string {
  const { tag } = useTemplateSearch().search
  const named = useQuery(
    tagsByIdQuery(useCompany(), 'template', tag === undefined || tag === untagged ? [] : [tag]),
  )
  if (tag === untagged) return templateTagText.untagged
  return named.data?.find(({ id }) => id === tag)?.name ?? text.title
}
