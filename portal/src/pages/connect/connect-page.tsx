import { Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { createApi } from '../../api.ts'
import { statusOf } from '../../errors.ts'
import { type Me, meQuery } from '../../session.ts'
import { connectText } from '../../strings/connect.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { LinkButton } from '../../ui/links.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { Door } from '../sign-in/door.tsx'
import { ConsentForm } from './consent-form.tsx'
import { type AppRequest, refusalReason } from './request.ts'

/** The page on which a person allows an app to act for them in one company. */
export function ConnectPage() {
  const { request = '' } = useSearch({ from: '/outside/connect' })
  const { data: me } = useSuspenseQuery(meQuery)
  const asked = useQuery({
    queryKey: ['app-authorization', request],
    queryFn: async () =>
      (await createApi().get<{ data: AppRequest }>('/app-authorizations', { query: { request } })).data,
    retry: false,
  })
  if (asked.isPending || !me) return <Loading />
  if (asked.isError) {
    if (statusOf(asked.error) !== 400) {
      return <Failed error={asked.error} order={1} onRetry={() => void asked.refetch()} />
    }
    return <Refused reason={refusalReason(asked.error)} />
  }
  if (me.companies.length === 0) return <Refused reason={connectText.noCompany} />
  return <ConsentForm key={request} request={request} asked={asked.data} me={me as Me} />
}

function Refused({ reason }: { reason: string }) {
  return (
    <Door title={connectText.refusedTitle}>
      <Text mb="lg" role="alert">
        {reason}
      </Text>
      <LinkButton to="/" fullWidth variant="default">
        {doorsText.toPortal}
      </LinkButton>
    </Door>
  )
}
