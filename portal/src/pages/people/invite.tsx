import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCompany } from '../../session.ts'
import { peopleText as text } from '../../strings/people.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useSend } from '../../ui/use-send.ts'
import { type LimitValues, limitRules, limitsOf, limitValues } from '../folder-limits/limit-values.ts'
import { isEmail } from '../sign-in/fields.ts'
import { LimitFields } from './limit-fields.tsx'
import { canBeLimited, type Role, type SentInvitation, usePeopleChanges } from './people.ts'
import { RoleField } from './role-field.tsx'

type Props = { opened: boolean; onClose(): void; onSent(invitation: SentInvitation): void }

export function Invite(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={text.inviteTitle}>
      <InviteForm {...props} />
    </Dialog>
  )
}

function InviteForm({ onClose, onSent }: Props) {
  const { invite } = usePeopleChanges(useCompany())
  const form = useForm<{ email: string; role: Role } & LimitValues>({
    initialValues: { email: '', role: 'editor', ...limitValues() },
    validate: { email: isEmail, ...limitRules },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ email, role, ...limits }) =>
      invite({ email: email.trim(), role, ...limitsOf(canBeLimited(role) ? limits : limitValues()) }),
    ({ data }) => {
      onClose()
      onSent(data)
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput
          label={text.email}
          description={text.emailHint}
          type="email"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <RoleField input={form.getInputProps('role')} />
        {canBeLimited(form.values.role) && <LimitFields inputOf={form.getInputProps} />}
        <DialogFooter onCancel={onClose} submit={text.sendInvitation} isSending={isSending} />
      </Stack>
    </form>
  )
}
