import { Box, Button, Group, Title } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useCompany } from '../../session.ts'
import { peopleText as text } from '../../strings/people.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Loaded, More } from '../../ui/loaded.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { type Invitation, invitationsQuery, isLimited, usePeopleChanges } from './people.ts'

/** Open invitations. Hidden if there are none. */
export function Invitations() {
  const invitations = useInfiniteQuery(invitationsQuery(useCompany()))
  return (
    <Loaded query={invitations} height={0}>
      {(rows) =>
        rows.length > 0 && (
          <Box mt="xl">
            <Title order={2} mb="sm">
              {text.invitations}
            </Title>
            <Rows label={text.invitations}>
              {rows.map((invitation) => (
                <InvitationRow key={invitation.id} invitation={invitation} />
              ))}
            </Rows>
            <More query={invitations} />
          </Box>
        )
      }
    </Loaded>
  )
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const { id, email, role, inviter, link, expires_at } = invitation
  const limited = isLimited(invitation) ? ` (${text.limited})` : ''
  const { takeBack } = usePeopleChanges(useCompany())
  const taking = useMutation({
    mutationFn: () => takeBack(id),
    onSuccess: () => notifyDone(text.takenBack),
  })
  const hasEnded = Date.parse(expires_at) < Date.now()
  return (
    <Row
      icon={<IconMail size={20} />}
      title={email}
      detail={
        <>
          {text.roles[role]}
          {limited}, {text.invitedBy(inviter.name)},{' '}
          {hasEnded ? (
            text.ended
          ) : (
            <>
              {text.ends} <RelativeTime at={expires_at} />
            </>
          )}
        </>
      }
      action={
        <Group gap={4} wrap="nowrap">
          {!hasEnded && <CopyButton value={link} label={text.copyLinkOf(email)} />}
          <Button
            variant="default"
            size="xs"
            loading={taking.isPending}
            aria-label={text.takeBackOf(email)}
            onClick={() => taking.mutate()}
          >
            {text.takeBack}
          </Button>
        </Group>
      }
    />
  )
}
