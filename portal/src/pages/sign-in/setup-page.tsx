import { Button, Fieldset, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSearch } from '@tanstack/react-router'
import { createApi } from '../../api.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSend } from '../../ui/use-send.ts'
import { Door } from './door.tsx'
import { useEnter } from './enter.ts'
import { isEmail, isGiven, isNewPassword, passwordLengthMin } from './fields.ts'

export function SetupPage() {
  const { token = '' } = useSearch({ from: '/outside/setup' })
  const enter = useEnter()
  const form = useForm({
    initialValues: { token, name: '', email: '', password: '', enterprise: '', company: '' },
    validate: {
      token: isGiven,
      name: isGiven,
      email: isEmail,
      password: isNewPassword,
      enterprise: isGiven,
      company: isGiven,
    },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => createApi().post('/setup', values),
    () => enter(),
  )
  const field = (name: keyof ReturnType<typeof form.getValues>) => ({
    ...form.getInputProps(name),
  })
  return (
    <Door title={doorsText.setupTitle} description={doorsText.setupText}>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <TextInput
            label={doorsText.setupToken}
            description={doorsText.setupTokenHint}
            autoComplete="off"
            autoFocus={token === ''}
            {...field('token')}
          />
          <Fieldset variant="unstyled" legend={doorsText.you}>
            <Stack>
              <TextInput
                label={doorsText.name}
                autoComplete="name"
                autoFocus={token !== ''}
                {...field('name')}
              />
              <TextInput label={doorsText.email} type="email" autoComplete="username" {...field('email')} />
              <PasswordField
                label={doorsText.password}
                description={doorsText.passwordHint(passwordLengthMin)}
                autoComplete="new-password"
                {...field('password')}
              />
            </Stack>
          </Fieldset>
          <Fieldset variant="unstyled" legend={doorsText.organization}>
            <Stack>
              <TextInput
                label={doorsText.enterprise}
                description={doorsText.enterpriseHint}
                autoComplete="organization"
                {...field('enterprise')}
              />
              <TextInput
                label={doorsText.firstCompany}
                description={doorsText.firstCompanyHint}
                {...field('company')}
              />
            </Stack>
          </Fieldset>
          <FormFailure failure={failure} />
          <Button type="submit" loading={isSending} fullWidth>
            {doorsText.finish}
          </Button>
        </Stack>
      </form>
    </Door>
  )
}
