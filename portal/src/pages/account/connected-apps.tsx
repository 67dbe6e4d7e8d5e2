import { Button, Text } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createApi } from '../../api.ts'
import { statusOf } from '../../errors.ts'
import { connectText } from '../../strings/connect.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row, Rows, RowsLoading } from '../../ui/rows.tsx'
import { Section } from '../../ui/section.tsx'
import { Failed } from '../../ui/states.tsx'

type ConnectedApp = {
  id: string
  name: string
  document_host: string | null
  redirect_host: string
  company: { id: string; name: string }
  scopes: string[]
  last_used_at: string | null
}

const appsKey = ['account', 'connected-apps']

/** The person's connected apps. Renders nothing if connections are turned off on this installation. */
export function ConnectedApps() {
  const queryClient = useQueryClient()
  const apps = useQuery({
    queryKey: appsKey,
    queryFn: async () => (await createApi().get<{ data: ConnectedApp[] }>('/connected-apps')).data,
  })
  const [leaving, setLeaving] = useState<ConnectedApp>()

  async function disconnect({ id }: ConnectedApp) {
    await createApi().delete(`/connected-apps/${id}`)
    await queryClient.invalidateQueries({ queryKey: appsKey })
    notifyDone(connectText.disconnected)
  }

  if (apps.isError && statusOf(apps.error) === 404) return null
  return (
    <Section title={connectText.apps} description={connectText.appsText}>
      {apps.isPending && <RowsLoading />}
      {apps.isError && <Failed error={apps.error} onRetry={() => void apps.refetch()} />}
      {apps.data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {connectText.noApps}
        </Text>
      )}
      {apps.data && apps.data.length > 0 && (
        <Rows label={connectText.apps}>
          {apps.data.map((app) => (
            <AppRow key={app.id} app={app} onDisconnect={() => setLeaving(app)} />
          ))}
        </Rows>
      )}
      <Confirm
        opened={leaving !== undefined}
        onClose={() => setLeaving(undefined)}
        title={leaving ? connectText.disconnectTitle(leaving.name) : ''}
        confirmLabel={connectText.disconnect}
        isDangerous
        onConfirm={async () => leaving && disconnect(leaving)}
      >
        {connectText.disconnectText}
      </Confirm>
    </Section>
  )
}

function AppRow({ app, onDisconnect }: { app: ConnectedApp; onDisconnect: () => void }) {
  return (
    <Row
      icon={<IconPlugConnected size={20} />}
      title={app.name}
      detail={
        <>
          {app.company.name} · {app.document_host ?? app.redirect_host} ·{' '}
          {app.last_used_at ? (
            <>
              {connectText.lastUsed} <RelativeTime at={app.last_used_at} />
            </>
          ) : (
            connectText.neverUsed
          )}
          <br />
          {app.scopes.map((scope) => connectText.rightOf[scope] ?? scope).join(', ')}
        </>
      }
      action={
        <Button
          variant="default"
          size="xs"
          aria-label={connectText.disconnectApp(app.name)}
          onClick={onDisconnect}
        >
          {connectText.disconnect}
        </Button>
      }
    />
  )
}
