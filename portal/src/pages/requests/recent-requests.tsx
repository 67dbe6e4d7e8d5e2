import { Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCompany } from '../../session.ts'
import { requestsText as text } from '../../strings/requests.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { RequestTable } from './request-table.tsx'
import { requestLogQuery } from './requests.ts'

const shownMax = 10

export function RecentRequests({ clientId }: { clientId: string }) {
  const company = useCompany()
  const requests = useInfiniteQuery(requestLogQuery(company, { client: clientId }, { per_page: shownMax }))
  return (
    <Loaded query={requests} height={160}>
      {(rows) =>
        rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            {text.noneOfClient}
          </Text>
        ) : (
          <Stack>
            <RequestTable requests={rows.slice(0, shownMax)} />
            <LinkAnchor
              to="/c/$company/requests"
              params={{ company: company.id }}
              search={{ client: clientId }}
              fz="sm"
            >
              {text.all}
            </LinkAnchor>
          </Stack>
        )
      }
    </Loaded>
  )
}
