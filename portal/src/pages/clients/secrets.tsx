import { Button, Group, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { clientsText as text } from '../../strings/clients.ts'
import { uiText } from '../../strings/ui.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { RotateSecret } from '../../ui/rotate-secret.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { ClientSecret } from './client-secret.tsx'
import { type Client, type Secret, useClientChanges } from './clients.ts'

const day = 86_400
const overlaps = [day, 7 * day, 30 * day, 3_600, 0]

export function Secrets({ client, isWriter }: { client: Client; isWriter: boolean }) {
  const { rotate } = useClientChanges(useCompany())
  const [isRotating, setIsRotating] = useState(false)
  const [made, setMade] = useState<Secret>()
  return (
    <Stack>
      <Rows label={text.secrets}>
        {client.secrets.map(({ created_at, expires_at }) => (
          <Row
            key={created_at}
            icon={<IconKey size={20} />}
            title={
              expires_at ? (
                <>
                  {text.secretEnding} <RelativeTime at={expires_at} />
                </>
              ) : (
                text.secretNow
              )
            }
            detail={
              <>
                {text.secretMade} <RelativeTime at={created_at} />
              </>
            }
          />
        ))}
      </Rows>
      {isWriter && (
        <Group>
          <Button variant="default" onClick={() => setIsRotating(true)}>
            {uiText.rotate}
          </Button>
        </Group>
      )}
      <RotateSecret
        opened={isRotating}
        onClose={() => setIsRotating(false)}
        overlaps={overlaps}
        onRotate={async (seconds) => setMade((await rotate(client.id, seconds)).data)}
      />
      <ClientSecret secret={made} title={text.rotated} onClose={() => setMade(undefined)} />
    </Stack>
  )
}
