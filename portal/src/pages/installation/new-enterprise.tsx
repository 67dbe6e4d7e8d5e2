import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { meQuery } from '../../session.ts'
import { installationText } from '../../strings/installation.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { isGiven } from '../doors/fields.ts'
import { createEnterprise, enterprisesQuery } from './enterprises.ts'

type Props = { opened: boolean; onClose(): void }

export function NewEnterprise(props: Props) {
  return (
    <Dialog {...props} title={installationText.newEnterprise}>
      <EnterpriseForm onClose={props.onClose} />
    </Dialog>
  )
}

function EnterpriseForm({ onClose }: Pick<Props, 'onClose'>) {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { name: '', company: '' },
    validate: { name: isGiven, company: isGiven },
  })
  const { onSubmit, isSending, failure } = useSend(form, createEnterprise, async () => {
    const { name } = form.getValues()
    await Promise.all([
      queryClient.invalidateQueries(enterprisesQuery),
      queryClient.invalidateQueries(meQuery),
    ])
    onClose()
    notifyDone(installationText.made(name))
  })
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
        <DialogFooter onCancel={onClose} submit={installationText.make} isSending={isSending} />
      </Stack>
    </form>
  )
}
