import { Button, Stack } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { answerOf, auth } from '../../auth.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { SingleSignOn } from './single-sign-on.tsx'

type Props = { then: string | undefined; onDone(): Promise<void> }

export function OtherWaysIn({ then, onDone }: Props) {
  const passkey = useMutation({
    mutationFn: () => answerOf(auth.signIn.passkey()),
    onSuccess: onDone,
  })
  useOfferedPasskey(onDone)
  return (
    <Stack gap="xs">
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} />}
        loading={passkey.isPending}
        onClick={() => passkey.mutate()}
      >
        {doorsText.passkey}
      </Button>
      <SingleSignOn then={then} />
    </Stack>
  )
}

/** The browser offers passkeys among its saved passwords, if it supports this (WebAuthn §5.1.4). */
function useOfferedPasskey(onDone: () => Promise<void>) {
  const enter = useEffectEvent(onDone)
  useEffect(() => {
    void (async () => {
      if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return
      const { data } = await auth.signIn.passkey({ autoFill: true })
      if (data) await enter()
    })()
  }, [])
}
