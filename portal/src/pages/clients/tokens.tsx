import { Button, Group, Stack, Text } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { clientsText as text } from '../../strings/clients.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Loaded, More } from '../../ui/loaded.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { type Client, type Token, tokensQuery, useClientChanges } from './clients.ts'

export function Tokens({ client, isWriter }: { client: Client; isWriter: boolean }) {
  const company = useCompany()
  const tokens = useInfiniteQuery(tokensQuery(company, client.id))
  const { revoke } = useClientChanges(company)
  const revoking = useMutation({
    mutationFn: (token: string) => revoke(client.id, token),
    onSuccess: () => notifyDone(text.revoked),
  })
  return (
    <Loaded query={tokens} height={120}>
      {(rows) =>
        rows.length === 0 ? (
          <Text size="sm" c="dimmed">
            {text.tokensNone}
          </Text>
        ) : (
          <Stack>
            <Rows label={text.tokens}>
              {rows.map((token) => (
                <TokenRow
                  key={token.id}
                  token={token}
                  isRevoking={revoking.isPending && revoking.variables === token.id}
                  onRevoke={isWriter ? () => revoking.mutate(token.id) : undefined}
                />
              ))}
            </Rows>
            <More query={tokens} />
            {isWriter && <RevokeAll client={client} />}
          </Stack>
        )
      }
    </Loaded>
  )
}

type RowProps = { token: Token; isRevoking: boolean; onRevoke: (() => void) | undefined }

function TokenRow({ token: { id, issued_at, expires_at }, isRevoking, onRevoke }: RowProps) {
  return (
    <Row
      icon={<IconTicket size={20} />}
      title={
        <Text component="span" ff="monospace" fz="sm">
          {id}
        </Text>
      }
      detail={
        <>
          {text.tokenIssued} <RelativeTime at={issued_at} />, {text.tokenEnds}{' '}
          <RelativeTime at={expires_at} />
        </>
      }
      action={
        onRevoke && (
          <Button
            variant="default"
            size="xs"
            loading={isRevoking}
            aria-label={text.revokeOne(id)}
            onClick={onRevoke}
          >
            {text.revoke}
          </Button>
        )
      }
    />
  )
}

function RevokeAll({ client }: { client: Client }) {
  const { revokeAll } = useClientChanges(useCompany())
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Group>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {text.revokeAll}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={text.revokeAllTitle}
        confirmLabel={text.revokeAll}
        isDangerous
        onConfirm={async () => {
          await revokeAll(client.id)
          notifyDone(text.allRevoked)
        }}
      >
        {text.revokeAllText}
      </Confirm>
    </Group>
  )
}
