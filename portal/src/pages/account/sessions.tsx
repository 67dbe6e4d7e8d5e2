import { Badge, Button, Group, Stack } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { answerOf, auth } from '../../auth.ts'
import { accountText } from '../../strings/account.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row, Rows, RowsLoading } from '../../ui/rows.tsx'
import { Failed } from '../../ui/states.tsx'
import { deviceOf } from './device.ts'

export const sessionsKey = ['account', 'sessions']

export function Sessions() {
  const queryClient = useQueryClient()
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: listSessions })
  const ended = (message: string) => async () => {
    await queryClient.invalidateQueries({ queryKey: sessionsKey })
    notifyDone(message)
  }
  const end = useMutation({
    mutationFn: (token: string) => answerOf(auth.revokeSession({ token })),
    onSuccess: ended(accountText.sessionEnded),
  })
  const endOthers = useMutation({
    mutationFn: () => answerOf(auth.revokeOtherSessions()),
    onSuccess: ended(accountText.othersEnded),
  })
  if (sessions.isPending) return <RowsLoading />
  if (sessions.isError) return <Failed error={sessions.error} onRetry={() => void sessions.refetch()} />
  return (
    <Stack>
      <Rows label={accountText.sessions}>
        {sessions.data.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isEnding={end.isPending && end.variables === session.token}
            onEnd={() => end.mutate(session.token)}
          />
        ))}
      </Rows>
      {sessions.data.length > 1 && (
        <Group>
          <Button variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            {accountText.endOthers}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

type Session = Awaited<ReturnType<typeof listSessions>>[number]

/** The current session first, then by last use. */
async function listSessions() {
  const [sessions, current] = await Promise.all([answerOf(auth.listSessions()), answerOf(auth.getSession())])
  return sessions
    .map((session) => ({ ...session, isCurrent: session.token === current?.session.token }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || +b.updatedAt - +a.updatedAt)
}

type RowProps = { session: Session; isEnding: boolean; onEnd(): void }

function SessionRow({ session, isEnding, onEnd }: RowProps) {
  const { name, isMobile } = deviceOf(session.userAgent)
  return (
    <Row
      icon={isMobile ? <IconDeviceMobile size={20} /> : <IconDeviceDesktop size={20} />}
      title={name}
      detail={
        <>
          {session.ipAddress && `${session.ipAddress} · `}
          {session.isCurrent ? (
            accountText.inUse
          ) : (
            <>
              {accountText.lastUsed} <RelativeTime at={session.updatedAt} />
            </>
          )}
        </>
      }
      action={
        session.isCurrent ? (
          <Badge variant="light" tt="none">
            {accountText.thisSession}
          </Badge>
        ) : (
          <Button
            variant="default"
            size="xs"
            loading={isEnding}
            aria-label={accountText.endSession(name)}
            onClick={onEnd}
          >
            {accountText.end}
          </Button>
        )
      }
    />
  )
}
