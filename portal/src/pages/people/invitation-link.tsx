import { Stack, Text } from '@mantine/core'
import { peopleText as text } from '../../strings/people.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { SentInvitation } from './people.ts'

type Props = { invitation: SentInvitation | undefined; onClose(): void }

/** Shows the link of an invitation, if no mail server is configured. */
export function InvitationLink({ invitation, onClose }: Props) {
  return (
    <Dialog opened={invitation !== undefined} onClose={onClose} title={text.linkTitle} size="lg">
      {invitation && (
        <Stack>
          <Text size="sm">{text.linkText(invitation.email)}</Text>
          <CopyField label={text.link} value={invitation.url ?? ''} copy={text.copyLink} />
        </Stack>
      )}
    </Dialog>
  )
}
