import { Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { answerOf, auth } from '../../auth.ts'
import { accountText } from '../../strings/account.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSend } from '../../ui/use-send.ts'
import { isGiven, isNewPassword, passwordLengthMin } from '../sign-in/fields.ts'
import { sessionsKey } from './sessions.tsx'

export function PasswordForm() {
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '' },
    validate: { currentPassword: isGiven, newPassword: isNewPassword },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    (passwords) => answerOf(auth.changePassword({ ...passwords, revokeOtherSessions: true })),
    async () => {
      form.reset()
      notifyDone(accountText.passwordChanged)
      await queryClient.invalidateQueries({ queryKey: sessionsKey })
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack maw={420}>
        <FormFailure failure={failure} />
        <PasswordField
          label={accountText.currentPassword}
          autoComplete="current-password"
          {...form.getInputProps('currentPassword')}
        />
        <PasswordField
          label={accountText.newPassword}
          description={doorsText.passwordHint(passwordLengthMin)}
          autoComplete="new-password"
          {...form.getInputProps('newPassword')}
        />
        <Group>
          <Button type="submit" variant="default" loading={isSending}>
            {accountText.changePassword}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
