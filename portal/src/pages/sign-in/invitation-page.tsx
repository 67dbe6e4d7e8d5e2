import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { createApi } from '../../api.ts'
import { meQuery } from '../../session.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { LinkButton } from '../../ui/links.tsx'
import { Failed, Loading } from '../../ui/states.tsx'
import { isGone } from '../../use-resource.ts'
import { AcceptInvitation } from './accept-invitation.tsx'
import { Door } from './door.tsx'
import type { Invitation } from './invitation.ts'
import { JoinForm } from './join-form.tsx'
import { SignIn } from './sign-in-page.tsx'

/** The page of an invitation link: sign in or create an account, then join the company. */
export function InvitationPage() {
  const { code } = useParams({ from: '/outside/invitations/$code' })
  const { data: me } = useSuspenseQuery(meQuery)
  const {
    data: invitation,
    isPending,
    error,
    refetch,
  } = useQuery({
    queryKey: ['invitation', code],
    queryFn: async () => (await createApi().get<{ data: Invitation }>(`/invitations/${code}`)).data,
  })
  if (isPending) return <Loading />
  if (error && !isGone(error)) return <Failed error={error} order={1} onRetry={() => void refetch()} />
  if (!invitation) {
    return (
      <Door title={doorsText.invitationDeadTitle} description={doorsText.invitationDead}>
        <LinkButton to="/" fullWidth>
          {doorsText.toPortal}
        </LinkButton>
      </Door>
    )
  }
  if (me) return <AcceptInvitation code={code} invitation={invitation} me={me} />
  if (invitation.has_account) return <SignIn then={`/invitations/${code}`} />
  return <JoinForm code={code} invitation={invitation} />
}
