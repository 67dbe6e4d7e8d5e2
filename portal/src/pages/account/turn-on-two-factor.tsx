import { Button, Code, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { answerOf, auth } from '../../auth.ts'
import { accountText } from '../../strings/account.ts'
import { uiText } from '../../strings/ui.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useSend } from '../../ui/use-send.ts'
import { isGiven } from '../sign-in/fields.ts'
import { BackupCodes } from './backup-codes.tsx'
import { PasswordStep } from './password-dialog.tsx'
import { QrCode } from './qr-code.tsx'

type Started = { totpURI: string; backupCodes: string[] }

/**
 * The steps: password, authenticator app, recovery codes. Two-factor authentication is on once a code from the app has
 * been entered correctly.
 */
export function TurnOnTwoFactor({ onClose, onDone }: { onClose(): void; onDone(): Promise<void> }) {
  const [started, setStarted] = useState<Started>()
  const [isOn, setIsOn] = useState(false)
  if (isOn && started) {
    return (
      <BackupCodes
        codes={started.backupCodes}
        onClose={() => {
          onClose()
          void onDone()
        }}
      />
    )
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={accountText.turnOnTitle}
      closeButtonProps={{ 'aria-label': uiText.close }}
    >
      {started ? (
        <AppStep uri={started.totpURI} onClose={onClose} onDone={() => setIsOn(true)} />
      ) : (
        <PasswordStep
          opened
          onClose={() => {}}
          title={accountText.turnOnTitle}
          label={accountText.goOn}
          send={start}
          onDone={setStarted}
        />
      )}
    </Modal>
  )
}

async function start(password: string): Promise<Started> {
  const answer = await answerOf(auth.twoFactor.enable({ password }))
  return answer as Started
}

function AppStep({ uri, onClose, onDone }: { uri: string; onClose(): void; onDone(): void }) {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const form = useForm({ initialValues: { code: '' }, validate: { code: isGiven } })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ code }) => answerOf(auth.twoFactor.verifyTotp({ code: code.replaceAll(/\s/g, '') })),
    onDone,
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <Text size="sm">{accountText.scan}</Text>
        <QrCode value={uri} label={accountText.qr} />
        <div>
          <Text size="sm" c="dimmed">
            {accountText.secret}
          </Text>
          <Group gap={4} wrap="nowrap">
            <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
            <CopyButton value={secret} label={accountText.copySecret} />
          </Group>
        </div>
        <FormFailure failure={failure} />
        <TextInput
          label={accountText.code}
          autoComplete="one-time-code"
          inputMode="numeric"
          autoFocus
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {accountText.turnOn}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
