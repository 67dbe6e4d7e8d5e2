import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, auth } from '../../auth.ts'
import { doorsQuery } from '../../session.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { useSend } from '../../ui/use-send.ts'
import { Door } from './door.tsx'
import { isEmail } from './fields.ts'

export function ForgotPasswordPage() {
  const { data: doors } = useSuspenseQuery(doorsQuery)
  const [sentTo, setSentTo] = useState<string>()
  return (
    <>
      {sentTo !== undefined ? (
        <Door title={doorsText.sentTitle} description={doorsText.sent(sentTo)}>
          {null}
        </Door>
      ) : doors.can_mail ? (
        <Door title={doorsText.forgotTitle} description={doorsText.forgotText}>
          <AskForLink onSent={setSentTo} />
        </Door>
      ) : (
        <Door title={doorsText.forgotTitle} description={doorsText.noMail}>
          {null}
        </Door>
      )}
      <Text ta="center" mt="md" size="sm">
        <LinkAnchor to="/sign-in">{doorsText.back}</LinkAnchor>
      </Text>
    </>
  )
}

function AskForLink({ onSent }: { onSent(email: string): void }) {
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: isEmail },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    async ({ email }) => {
      await answerOf(auth.requestPasswordReset({ email: email.trim(), redirectTo: '/reset-password' }))
      return email.trim()
    },
    onSent,
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput
          label={doorsText.email}
          type="email"
          autoComplete="username"
          autoFocus
          {...form.getInputProps('email')}
        />
        <Button type="submit" loading={isSending} fullWidth>
          {doorsText.sendLink}
        </Button>
      </Stack>
    </form>
  )
}
