import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { answerOf, auth } from '../../auth.ts'
import type { Doors } from '../../session.ts'
import { accountText } from '../../strings/account.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row, Rows, RowsLoading } from '../../ui/rows.tsx'
import { Failed } from '../../ui/states.tsx'

type Props = Doors['sso'][number] & {
  hasFailed: boolean
}

/**
 * Whether the account can also use single sign-on: an account with a password is never linked without the user's
 * consent.
 */
export function SingleSignOn({ id, name, hasFailed }: Props) {
  const methods = useQuery({
    queryKey: ['account', 'sign-in-methods'],
    queryFn: () => answerOf(auth.listAccounts()),
  })
  const connect = useMutation({
    mutationFn: () =>
      answerOf(auth.linkSocial({ provider: id, callbackURL: '/account', errorCallbackURL: '/account' })),
  })
  if (methods.isPending) return <RowsLoading />
  if (methods.isError) return <Failed error={methods.error} onRetry={() => void methods.refetch()} />
  const connected = methods.data.find(({ providerId }) => providerId === id)
  if (connected) {
    return (
      <Rows label={accountText.singleSignOn}>
        <Row
          icon={<IconBuilding size={20} />}
          title={name}
          detail={
            <>
              {accountText.connected} <RelativeTime at={new Date(connected.createdAt).toISOString()} />
            </>
          }
        />
      </Rows>
    )
  }
  return (
    <Stack>
      {hasFailed && <Alert color="red">{accountText.connectFailed}</Alert>}
      <Text size="sm" c="dimmed">
        {accountText.notConnected(name)}
      </Text>
      <Group>
        <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate()}>
          {accountText.connect(name)}
        </Button>
      </Group>
    </Stack>
  )
}
