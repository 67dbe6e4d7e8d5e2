import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { answerOf, auth } from '../auth.ts'
import { isGiven } from '../pages/sign-in/fields.ts'
import { TwoFactorFields } from '../pages/sign-in/two-factor-form.tsx'
import { meQuery, useMe } from '../session.ts'
import { sessionEnd } from '../session-end.ts'
import { doorsText } from '../strings/sign-in.ts'
import { FormFailure } from '../ui/form-failure.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useSend } from '../ui/use-send.ts'

/** Stacking order, above every other dialog. */
const zIndex = 1_000

/** The sign-in dialog over the page whose session has ended. The page and its uploads continue afterwards. */
export function SignedOutDialog() {
  const queryClient = useQueryClient()
  const [needsCode, setNeedsCode] = useState(false)

  async function goOn() {
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 })
    sessionEnd.clear()
    await queryClient.invalidateQueries()
  }

  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={zIndex}
      title={needsCode ? doorsText.twoFactorTitle : doorsText.endedTitle}
    >
      {needsCode ? (
        <TwoFactorFields onDone={goOn} onBack={() => setNeedsCode(false)} />
      ) : (
        <PasswordFields onDone={goOn} onNeedsCode={() => setNeedsCode(true)} />
      )}
    </Modal>
  )
}

type Props = { onDone(): Promise<void>; onNeedsCode(): void }

function PasswordFields({ onDone, onNeedsCode }: Props) {
  const { email } = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const form = useForm({ initialValues: { password: '' }, validate: { password: isGiven } })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ password }) => answerOf(auth.signIn.email({ email, password })),
    (answer) => ('twoFactorRedirect' in answer ? onNeedsCode() : onDone()),
  )

  async function leave() {
    const { pathname, search } = window.location
    // biome-ignore lint/suspicious/noThenProperty: see the reason in router.tsx.
    await navigate({ to: '/sign-in', search: { then: pathname + search } })
    queryClient.removeQueries({ type: 'inactive' })
    sessionEnd.clear()
  }

  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          {doorsText.endedText(email)}
        </Text>
        <FormFailure failure={failure} />
        {/* This field is for password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={doorsText.password}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group justify="space-between">
          <Anchor component="button" type="button" size="sm" onClick={() => void leave()}>
            {doorsText.otherWay}
          </Anchor>
          <Button type="submit" loading={isSending}>
            {doorsText.signIn}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
