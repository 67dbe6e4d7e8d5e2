import { Button } from '@mantine/core'
import { IconListDetails } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { useCompany } from '../../session.ts'
import { requestsText as text } from '../../strings/requests.ts'
import { LinkButton } from '../../ui/links.tsx'
import { Loaded, More } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states.tsx'
import { Filters } from './filters.tsx'
import { RequestTable } from './request-table.tsx'
import { type RequestFilters, requestLogQuery } from './requests.ts'

export function RequestsPage() {
  const company = useCompany()
  const filters = useSearch({ from: '/inside/c/$company/requests' })
  const navigate = useNavigate()
  const requests = useInfiniteQuery(requestLogQuery(company, filters))
  const show = (search: RequestFilters) => void navigate({ to: '.', search, replace: true })
  // Routes that were listed since the page opened, so that a filter for one route does not hide the other
  // routes.
  const routes = useRef(new Set<string>())
  for (const { route } of requests.data ?? []) if (route) routes.current.add(route)
  return (
    <>
      <PageHeader title={text.title} description={text.description} />
      <Filters filters={filters} routes={[...routes.current].sort()} onChange={show} />
      <Loaded query={requests} height={480}>
        {(rows) =>
          rows.length === 0 ? (
            <Nothing isFiltered={Object.keys(filters).length > 0} onClear={() => show({})} />
          ) : (
            <>
              <RequestTable requests={rows} withClient onRoute={(route) => show({ ...filters, route })} />
              <More query={requests} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  const company = useCompany()
  return (
    <Empty
      icon={<IconListDetails />}
      title={isFiltered ? text.noMatchTitle : text.noneTitle}
      description={isFiltered ? text.noMatch : text.none}
      action={
        isFiltered ? (
          <Button variant="default" onClick={onClear}>
            {text.clear}
          </Button>
        ) : (
          <LinkButton to="/c/$company/getting-started" params={{ company: company.id }}>
            {text.start}
          </LinkButton>
        )
      }
    />
  )
}
