import { Anchor, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { answerOf, auth } from '../../auth.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useSend } from '../../ui/use-send.ts'
import { Door } from './door.tsx'
import { isGiven } from './fields.ts'

type Props = { onDone(): Promise<void>; onBack(): void }

/** The second step of a sign-in, which requires a code from the app or a recovery code. */
export const TwoFactorForm = (props: Props) => (
  <Door title={doorsText.twoFactorTitle}>
    <TwoFactorFields {...props} />
  </Door>
)

/** The form of the second step, without its page. */
export function TwoFactorFields({ onDone, onBack }: Props) {
  const [usesBackup, setUsesBackup] = useState(false)
  const form = useForm({
    initialValues: { code: '', trustDevice: false },
    validate: { code: isGiven },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    async ({ code, trustDevice }) => {
      const given = { code: code.replaceAll(/\s/g, ''), trustDevice }
      if (usesBackup) await answerOf(auth.twoFactor.verifyBackupCode(given))
      else await answerOf(auth.twoFactor.verifyTotp(given))
    },
    onDone,
  )

  function change() {
    setUsesBackup(!usesBackup)
    form.reset()
  }

  return (
    <>
      <Text c="dimmed" size="sm" mb="lg" role="status">
        {usesBackup ? doorsText.twoFactorBackup : doorsText.twoFactorApp}
      </Text>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormFailure failure={failure} />
          <TextInput
            label={usesBackup ? doorsText.backupCode : doorsText.code}
            autoComplete="one-time-code"
            inputMode={usesBackup ? 'text' : 'numeric'}
            autoFocus
            {...form.getInputProps('code')}
          />
          <Checkbox label={doorsText.trust} {...form.getInputProps('trustDevice', { type: 'checkbox' })} />
          <Button type="submit" loading={isSending} fullWidth>
            {doorsText.verify}
          </Button>
        </Stack>
      </form>
      <Group justify="space-between" mt="md">
        <Anchor component="button" type="button" size="sm" onClick={onBack}>
          {doorsText.back}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={change}>
          {usesBackup ? doorsText.useApp : doorsText.useBackup}
        </Anchor>
      </Group>
    </>
  )
}
