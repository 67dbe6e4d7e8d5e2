import { Button } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { peopleText } from '../../strings/people.ts'
import { Loaded, More } from '../../ui/loaded.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { Invitations } from './invitations.tsx'
import { Invite } from './invite.tsx'
import { MemberTable } from './member-table.tsx'
import { membersQuery, type SentInvitation } from './people.ts'

export function PeoplePage() {
  const company = useCompany()
  const members = useInfiniteQuery(membersQuery(company))
  const [isInviting, setIsInviting] = useState(false)
  const [toPassOn, setToPassOn] = useState<SentInvitation>()
  const isWriter = company.can('members:write')

  function sent(invitation: SentInvitation) {
    if (invitation.mailed) notifyDone(peopleText.mailed(invitation.email))
    else setToPassOn(invitation)
  }

  return (
    <>
      <PageHeader
        title={peopleText.title}
        description={peopleText.description}
        actions={
          isWriter && (
            <Button leftSection={<IconUserPlus size={16} />} onClick={() => setIsInviting(true)}>
              {peopleText.invite}
            </Button>
          )
        }
      />
      <Loaded query={members}>
        {(rows) => (
          <>
            <MemberTable members={rows} isWhole={!members.hasNextPage} />
            <More query={members} />
          </>
        )}
      </Loaded>
      {isWriter && (
        <>
          <Invitations />
          <Invite opened={isInviting} onClose={() => setIsInviting(false)} onSent={sent} />
          <InvitationLink invitation={toPassOn} onClose={() => setToPassOn(undefined)} />
        </>
      )}
    </>
  )
}
