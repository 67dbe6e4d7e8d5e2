import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useCompany } from '../../session.ts'
import { peopleText as text } from '../../strings/people.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { type LimitValues, limitRules, limitsOf, limitValues } from '../folder-limits/limit-values.ts'
import { LimitFields } from './limit-fields.tsx'
import { type Member, usePeopleChanges } from './people.ts'

type Props = { member: Member | undefined; onClose(): void }

export function ChangeLimit({ member, onClose }: Props) {
  return (
    <Dialog
      opened={member !== undefined}
      onClose={onClose}
      title={member ? text.changeLimitTitle(member.name) : ''}
    >
      {member && <LimitForm member={member} onClose={onClose} />}
    </Dialog>
  )
}

function LimitForm({ member, onClose }: { member: Member; onClose(): void }) {
  const { change } = usePeopleChanges(useCompany())
  const form = useForm<LimitValues>({ initialValues: limitValues(member), validate: limitRules })
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => change(member.id, limitsOf(values)),
    () => {
      onClose()
      notifyDone(text.limitChanged)
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <LimitFields inputOf={form.getInputProps} />
        <DialogFooter onCancel={onClose} submit={text.saveLimit} isSending={isSending} />
      </Stack>
    </form>
  )
}
