import { Button, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { createApi } from '../../api.ts'
import { answerOf, auth } from '../../auth.ts'
import { type Me, meQuery } from '../../session.ts'
import { peopleText } from '../../strings/people.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { Door } from './door.tsx'
import type { Invitation } from './invitation.ts'

type Props = { code: string; invitation: Invitation; me: Me }

export function AcceptInvitation({ code, invitation, me }: Props) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const accept = useMutation({
    mutationFn: () => createApi().post(`/invitations/${code}/acceptance`, {}),
    onSuccess: () => enterNewCompany(),
  })
  const signOut = useMutation({
    mutationFn: () => answerOf(auth.signOut()),
    onSuccess: () => queryClient.setQueryData(meQuery.queryKey, null),
  })

  async function enterNewCompany() {
    const known = new Set(me.companies.map((company) => company.id))
    const fresh = await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    const joined = fresh?.companies.find((company) => !known.has(company.id))
    if (!joined) return navigate({ to: '/' })
    await navigate({ to: '/c/$company', params: { company: joined.id } })
    notifyDone(doorsText.joined(joined.name))
  }

  return (
    <Door
      title={doorsText.invitationTo(invitation.company.name)}
      description={doorsText.invitedBy(invitation.inviter.name, peopleText.roles[invitation.role])}
    >
      <Stack gap="xs">
        <Text size="sm" mb="xs">
          {doorsText.invitationAs(me.email)}
        </Text>
        <Button loading={accept.isPending} onClick={() => accept.mutate()} fullWidth>
          {doorsText.accept}
        </Button>
        <Button variant="subtle" loading={signOut.isPending} onClick={() => signOut.mutate()} fullWidth>
          {doorsText.otherAccount}
        </Button>
      </Stack>
    </Door>
  )
}
