import { Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { answerOf, auth } from '../../auth.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LinkButton } from '../../ui/links.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSend } from '../../ui/use-send.ts'
import { Door } from './door.tsx'
import { isNewPassword, passwordLengthMin } from './fields.ts'

export function ResetPasswordPage() {
  const { token } = useSearch({ from: '/outside/reset-password' })
  if (token) return <ChoosePassword token={token} />
  return (
    <Door title={doorsText.linkDeadTitle} description={doorsText.linkDead}>
      <LinkButton to="/forgot-password" fullWidth>
        {doorsText.askAgain}
      </LinkButton>
    </Door>
  )
}

function ChoosePassword({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: isNewPassword },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ password }) => answerOf(auth.resetPassword({ newPassword: password, token })),
    async () => {
      await navigate({ to: '/sign-in' })
      notifyDone(doorsText.resetDone)
    },
  )
  return (
    <Door title={doorsText.resetTitle}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormFailure failure={failure} />
          <PasswordField
            label={doorsText.newPassword}
            description={doorsText.passwordHint(passwordLengthMin)}
            autoComplete="new-password"
            autoFocus
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={isSending} fullWidth>
            {doorsText.reset}
          </Button>
        </Stack>
      </form>
    </Door>
  )
}
