import { Button, Group, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, auth } from '../../auth.ts'
import { accountText } from '../../strings/account.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row, Rows, RowsLoading } from '../../ui/rows.tsx'
import { Failed } from '../../ui/states.tsx'
import { AddPasskey } from './add-passkey.tsx'

const passkeysKey = ['account', 'passkeys']

const listPasskeys = () =>
  answerOf(auth.$fetch<{ id: string; name?: string; createdAt: string }[]>('/passkey/list-user-passkeys'))

type Passkey = Awaited<ReturnType<typeof listPasskeys>>[number]

const nameOf = ({ name }: Passkey) => name || accountText.unnamedPasskey

export function Passkeys() {
  const queryClient = useQueryClient()
  const passkeys = useQuery({ queryKey: passkeysKey, queryFn: listPasskeys })
  const [isAdding, setIsAdding] = useState(false)
  const [removing, setRemoving] = useState<Passkey>()

  async function changed(message: string) {
    await queryClient.invalidateQueries({ queryKey: passkeysKey })
    notifyDone(message)
  }

  async function remove({ id }: Passkey) {
    await answerOf(auth.passkey.deletePasskey({ id }))
    await changed(accountText.passkeyRemoved)
  }

  if (passkeys.isPending) return <RowsLoading />
  if (passkeys.isError) return <Failed error={passkeys.error} onRetry={() => void passkeys.refetch()} />
  return (
    <Stack>
      {passkeys.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {accountText.noPasskeys}
        </Text>
      ) : (
        <Rows label={accountText.passkeys}>
          {passkeys.data.map((passkey) => (
            <Row
              key={passkey.id}
              icon={<IconKey size={20} />}
              title={nameOf(passkey)}
              detail={
                <>
                  {accountText.added} <RelativeTime at={passkey.createdAt} />
                </>
              }
              action={
                <Button
                  variant="default"
                  size="xs"
                  aria-label={accountText.removePasskey(nameOf(passkey))}
                  onClick={() => setRemoving(passkey)}
                >
                  {accountText.remove}
                </Button>
              }
            />
          ))}
        </Rows>
      )}
      <Group>
        <Button variant="default" onClick={() => setIsAdding(true)}>
          {accountText.addPasskey}
        </Button>
      </Group>
      <AddPasskey
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        onDone={() => changed(accountText.passkeyAdded)}
      />
      <Confirm
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={removing ? accountText.removePasskeyTitle(nameOf(removing)) : ''}
        confirmLabel={accountText.remove}
        isDangerous
        onConfirm={async () => removing && remove(removing)}
      >
        {accountText.removePasskeyText}
      </Confirm>
    </Stack>
  )
}
