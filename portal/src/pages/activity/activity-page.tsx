import { Button } from '@mantine/core'
import { IconActivity, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCompany } from '../../session.ts'
import { activityText as text } from '../../strings/activity.ts'
import { Loaded, More } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { Empty } from '../../ui/states.tsx'
import { eventsQuery, exportEvents } from './activity.ts'
import { EventTable } from './event-table.tsx'
import { Filters } from './filters.tsx'

export function ActivityPage() {
  const company = useCompany()
  const search = useSearch({ from: '/inside/c/$company/activity' })
  const { sort: _, ...filters } = search
  const navigate = useNavigate()
  const events = useInfiniteQuery(eventsQuery(company, search))
  const exporting = useMutation({
    mutationFn: () => exportEvents(company, filters),
    onSuccess: (file) => saveFile(file, text.file),
  })
  const isFiltered = Object.keys(filters).length > 0
  return (
    <>
      <PageHeader
        title={text.title}
        description={text.description}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            loading={exporting.isPending}
            onClick={() => exporting.mutate()}
          >
            {text.download}
          </Button>
        }
      />
      <Filters filters={search} />
      <Loaded query={events} height={480}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              icon={<IconActivity />}
              title={isFiltered ? text.noMatchTitle : text.noneTitle}
              description={isFiltered ? text.noMatch : text.none}
              action={
                isFiltered && (
                  <Button
                    variant="default"
                    onClick={() => void navigate({ to: '.', search: {}, replace: true })}
                  >
                    {text.clear}
                  </Button>
                )
              }
            />
          ) : (
            <>
              <EventTable events={rows} />
              <More query={events} />
            </>
          )
        }
      </Loaded>
    </>
  )
}
