import { Button, Divider, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createApi } from '../../api.ts'
import { doorsQuery } from '../../session.ts'
import { peopleText } from '../../strings/people.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSend } from '../../ui/use-send.ts'
import { Door } from './door.tsx'
import { useEnter } from './enter.ts'
import { isGiven, isNewPassword, passwordLengthMin } from './fields.ts'
import type { Invitation } from './invitation.ts'
import { SingleSignOn } from './single-sign-on.tsx'

export function JoinForm({ code, invitation }: { code: string; invitation: Invitation }) {
  const { email, role, company, inviter } = invitation
  const { data: doors } = useSuspenseQuery(doorsQuery)
  const enter = useEnter()
  const form = useForm({
    initialValues: { name: '', password: '' },
    validate: { name: isGiven, password: isNewPassword },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => createApi().post(`/invitations/${code}/acceptance`, values),
    () => enter(),
  )
  return (
    <Door
      title={doorsText.invitationTo(company.name)}
      description={doorsText.invitedBy(inviter.name, peopleText.roles[role])}
    >
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormFailure failure={failure} />
          <TextInput label={doorsText.email} autoComplete="username" value={email} readOnly />
          <TextInput label={doorsText.name} autoComplete="name" {...form.getInputProps('name')} />
          <PasswordField
            label={doorsText.password}
            description={doorsText.passwordHint(passwordLengthMin)}
            autoComplete="new-password"
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={isSending} fullWidth>
            {doorsText.makeAccount}
          </Button>
        </Stack>
      </form>
      {doors.sso.length > 0 && (
        <>
          <Divider label={doorsText.or} my="lg" />
          <SingleSignOn then={`/invitations/${code}`} />
        </>
      )}
    </Door>
  )
}
