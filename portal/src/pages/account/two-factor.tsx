import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, auth } from '../../auth.ts'
import { meQuery, useMe } from '../../session.ts'
import { accountText } from '../../strings/account.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { Status } from '../../ui/status.tsx'
import { BackupCodes } from './backup-codes.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { TurnOnTwoFactor } from './turn-on-two-factor.tsx'

type Step = 'on' | 'off' | 'codes'

export function TwoFactor() {
  const { two_factor_enabled } = useMe()
  const queryClient = useQueryClient()
  const [step, setStep] = useState<Step>()
  const [codes, setCodes] = useState<string[]>()
  const close = () => setStep(undefined)

  async function changed(message: string) {
    await queryClient.invalidateQueries(meQuery)
    notifyDone(message)
  }

  return (
    <>
      <Group>
        <Status color={two_factor_enabled ? 'green' : 'gray'}>
          {two_factor_enabled ? accountText.on : accountText.off}
        </Status>
        {two_factor_enabled ? (
          <>
            <Button variant="default" onClick={() => setStep('codes')}>
              {accountText.newCodes}
            </Button>
            <Button variant="default" onClick={() => setStep('off')}>
              {accountText.turnOff}
            </Button>
          </>
        ) : (
          <Button variant="default" onClick={() => setStep('on')}>
            {accountText.turnOn}
          </Button>
        )}
      </Group>
      {step === 'on' && <TurnOnTwoFactor onClose={close} onDone={() => changed(accountText.isOn)} />}
      <PasswordDialog
        opened={step === 'off'}
        onClose={close}
        title={accountText.turnOffTitle}
        description={accountText.turnOffText}
        label={accountText.turnOff}
        send={(password) => answerOf(auth.twoFactor.disable({ password }))}
        onDone={() => changed(accountText.isOff)}
      />
      <PasswordDialog
        opened={step === 'codes'}
        onClose={close}
        title={accountText.newCodesTitle}
        description={accountText.newCodesText}
        label={accountText.newCodes}
        send={(password) => answerOf(auth.twoFactor.generateBackupCodes({ password }))}
        onDone={({ backupCodes }) => setCodes(backupCodes)}
      />
      {codes && <BackupCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </>
  )
}
