import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { installationText } from '../../strings/installation.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import type { SentInvitation } from '../people/people.ts'
import { isGiven } from '../sign-in/fields.ts'
import { useEnterpriseChanges } from './enterprises.ts'
import { isOwner, OwnerField, ownerOf } from './owner-field.tsx'

type Props = { opened: boolean; onClose(): void; onInvited(invitation: SentInvitation | null): void }

export function NewEnterprise(props: Props) {
  return (
    <Dialog {...props} title={installationText.newEnterprise}>
      <EnterpriseForm {...props} />
    </Dialog>
  )
}

function EnterpriseForm({ onClose, onInvited }: Props) {
  const { createEnterprise } = useEnterpriseChanges()
  const form = useForm({
    initialValues: { name: '', company: '', owner_email: '' },
    validate: { name: isGiven, company: isGiven, owner_email: isOwner },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name, company, owner_email }) =>
      createEnterprise({ name: name.trim(), company: company.trim(), ...ownerOf(owner_email) }),
    ({ data }) => {
      onClose()
      notifyDone(installationText.made)
      onInvited(data.invitation)
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput
          label={installationText.name}
          description={installationText.nameHint}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label={installationText.company}
          description={installationText.companyHint}
          {...form.getInputProps('company')}
        />
        <OwnerField input={form.getInputProps('owner_email')} />
        <DialogFooter onCancel={onClose} submit={installationText.newEnterprise} isSending={isSending} />
      </Stack>
    </form>
  )
}
