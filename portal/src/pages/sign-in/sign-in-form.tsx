import { Alert, Button, Divider, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { answerOf, auth } from '../../auth.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSend } from '../../ui/use-send.ts'
import { Door } from './door.tsx'
import { isEmail, isGiven } from './fields.ts'
import { OtherWaysIn } from './other-ways-in.tsx'

/** Errors that single sign-on and e-mail links return (`?error=`). */
const faults: Record<string, string> = {
  account_not_linked: doorsText.ssoNotJoined,
  unable_to_create_user: doorsText.ssoNotInvited,
  no_access: doorsText.ssoNoAccess,
  groups_unreadable: doorsText.ssoGroupsUnreadable,
  state_mismatch: doorsText.ssoTooLate,
  state_not_found: doorsText.ssoTooLate,
  INVALID_TOKEN: doorsText.linkDead,
}

type Props = {
  then: string | undefined
  error: string | undefined
  onDone(): Promise<void>
  onNeedsCode(): void
}

export function SignInForm({ then, error, onDone, onNeedsCode }: Props) {
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email: isEmail, password: isGiven },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ email, password }) => answerOf(auth.signIn.email({ email: email.trim(), password })),
    (answer) => ('twoFactorRedirect' in answer ? onNeedsCode() : onDone()),
  )
  return (
    <Door title={doorsText.signInTitle}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          {error && !failure && <Alert color="red">{faults[error] ?? doorsText.ssoFailed}</Alert>}
          <FormFailure failure={failure} />
          <TextInput
            label={doorsText.email}
            type="email"
            autoComplete="username webauthn"
            autoFocus
            {...form.getInputProps('email')}
          />
          <PasswordField
            label={doorsText.password}
            autoComplete="current-password webauthn"
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={isSending} fullWidth>
            {doorsText.signIn}
          </Button>
        </Stack>
      </form>
      <Group justify="center" mt="md">
        <LinkAnchor to="/forgot-password" size="sm">
          {doorsText.forgot}
        </LinkAnchor>
      </Group>
      <Divider label={doorsText.or} my="lg" />
      <OtherWaysIn then={then} onDone={onDone} />
    </Door>
  )
}
