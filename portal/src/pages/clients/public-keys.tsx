import { Button, Group, Stack, Text } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { clientsText as text } from '../../strings/clients.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { type Client, useClientChanges } from './clients.ts'
import { kindOf } from './key-set.ts'
import { NewKeySet } from './new-key-set.tsx'

/** The client authenticates with these keys instead of a secret. */
export function PublicKeys({ client, isWriter }: { client: Client; isWriter: boolean }) {
  const [isSetting, setIsSetting] = useState(false)
  const keys = client.jwks?.keys ?? []
  return (
    <Stack>
      {keys.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.keysNone}
        </Text>
      ) : (
        <Rows label={text.keys}>
          {keys.map((key) => (
            <Row
              key={JSON.stringify(key)}
              icon={<IconFingerprint size={20} />}
              title={key.kid ?? text.keyUnnamed}
              detail={kindOf(key)}
            />
          ))}
        </Rows>
      )}
      {isWriter && (
        <Group>
          <Button variant="default" onClick={() => setIsSetting(true)}>
            {keys.length === 0 ? text.keysAdd : text.keysReplace}
          </Button>
          {keys.length > 0 && <RemoveKeys client={client} />}
        </Group>
      )}
      <NewKeySet client={client} opened={isSetting} onClose={() => setIsSetting(false)} />
    </Stack>
  )
}

function RemoveKeys({ client }: { client: Client }) {
  const { removeKeys } = useClientChanges(useCompany())
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {text.keysRemove}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={text.keysRemoveTitle}
        confirmLabel={text.keysRemove}
        isDangerous
        onConfirm={async () => {
          await removeKeys(client.id)
          notifyDone(text.keysRemoved)
        }}
      >
        {text.keysRemoveText}
      </Confirm>
    </>
  )
}
