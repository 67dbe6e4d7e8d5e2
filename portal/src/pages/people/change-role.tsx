import { Alert, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCompany } from '../../session.ts'
import { peopleText as text } from '../../strings/people.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { canBeLimited, isLimited, type Member, type Role, usePeopleChanges } from './people.ts'
import { RoleField } from './role-field.tsx'

const noLimit = { read_limit: null, write_limit: null }

type Props = { member: Member | undefined; onClose(): void }

export function ChangeRole({ member, onClose }: Props) {
  return (
    <Dialog
      opened={member !== undefined}
      onClose={onClose}
      title={member ? text.changeRoleTitle(member.name) : ''}
    >
      {member && <RoleForm member={member} onClose={onClose} />}
    </Dialog>
  )
}

function RoleForm({ member, onClose }: { member: Member; onClose(): void }) {
  const { change } = usePeopleChanges(useCompany())
  const form = useForm({ initialValues: { role: member.role } })
  const endsLimit = (role: Role) => isLimited(member) && !canBeLimited(role)
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ role }) => change(member.id, { role, ...(endsLimit(role) && noLimit) }),
    () => {
      onClose()
      notifyDone(text.roleChanged)
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        {member.source === 'groups' && <Alert color="blue">{text.roleFromGroups}</Alert>}
        <RoleField input={form.getInputProps('role')} />
        {endsLimit(form.values.role) && <Alert color="orange">{text.roleEndsLimit}</Alert>}
        <DialogFooter onCancel={onClose} submit={text.saveRole} isSending={isSending} />
      </Stack>
    </form>
  )
}
