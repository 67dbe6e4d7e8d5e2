import { Button } from '@mantine/core'
import { IconPlus, IconTemplate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useCompany } from '../../session.ts'
import { type Command, useCommands } from '../../shell/commands.tsx'
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

/** What is being made: nothing, or a template of a file that is chosen already or later. */
type Making = { file: File | null }

export function TemplatesPage() {
  const company = useCompany()
  const { search } = useTemplateSearch()
  const total = useQuery(templatesTotalQuery(company, askedBy(search)))
  const canWrite = company.can('templates:write')
  const [making, setMaking] = useState<Making>()
  useCommands(useMemo(() => (canWrite ? commands(() => setMaking({ file: null })) : []), [canWrite]))

  function drop(found: readonly FoundFile[]) {
    if (found.length === 1) setMaking({ file: found[0]!.file })
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
                <Button
                  leftSection={<IconPlus size={16} aria-hidden />}
                  onClick={() => setMaking({ file: null })}
                >
                  {text.create}
                </Button>
              )
            }
          />
          <Toolbar />
        </div>
        <Gallery onCreate={() => setMaking({ file: null })} />
      </DropArea>
      <NewTemplate
        opened={making !== undefined}
        file={making?.file ?? null}
        onClose={() => setMaking(undefined)}
      />
    </div>
  )
}

/** The name of the tag that is shown. */
function useTitle(): string {
  const { tag } = useTemplateSearch().search
  const named = useQuery(
    tagsByIdQuery(useCompany(), 'template', tag === undefined || tag === untagged ? [] : [tag]),
  )
  if (tag === untagged) return templateTagText.untagged
  return named.data?.find(({ id }) => id === tag)?.name ?? text.title
}

const commands = (create: () => void): Command[] => [
  { id: 'new-template', label: text.create, group: text.title, icon: IconTemplate, run: create },
]
