import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { installationText as text } from '../../strings/installation.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import type { SentInvitation } from '../people/people.ts'
import { isGiven } from '../sign-in/fields.ts'
import { type Enterprise, useEnterpriseChanges } from './enterprises.ts'
import { isOwner, OwnerField, ownerOf } from './owner-field.tsx'

type Props = {
  enterprise: Enterprise | undefined
  onClose(): void
  onInvited(invitation: SentInvitation | null): void
}

export function NewCompany({ enterprise, ...props }: Props) {
  return (
    <Dialog
      opened={enterprise !== undefined}
      onClose={props.onClose}
      title={text.newCompanyIn(enterprise?.name ?? '')}
    >
      {enterprise && <CompanyForm enterprise={enterprise} {...props} />}
    </Dialog>
  )
}

function CompanyForm({ enterprise, onClose, onInvited }: Props & { enterprise: Enterprise }) {
  const { createCompany } = useEnterpriseChanges()
  const form = useForm({
    initialValues: { name: '', owner_email: '' },
    validate: { name: isGiven, owner_email: isOwner },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name, owner_email }) => createCompany(enterprise.id, { name: name.trim(), ...ownerOf(owner_email) }),
    ({ data }) => {
      onClose()
      notifyDone(text.companyMade)
      onInvited(data.invitation)
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput
          label={text.name}
          description={text.companyHint}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <OwnerField input={form.getInputProps('owner_email')} />
        <DialogFooter onCancel={onClose} submit={text.newCompany} isSending={isSending} />
      </Stack>
    </form>
  )
}
