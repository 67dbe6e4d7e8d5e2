import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { clientsText as text } from '../../strings/clients.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { type Client, useClientChanges } from './clients.ts'

export function DeleteClient({ client }: { client: Client }) {
  const company = useCompany()
  const navigate = useNavigate()
  const { remove } = useClientChanges(company)
  const [isAsking, setIsAsking] = useState(false)

  async function removeAndLeave() {
    await remove(client.id, () => navigate({ to: '/c/$company/clients', params: { company: company.id } }))
    notifyDone(text.deleted)
  }

  return (
    <>
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => setIsAsking(true)}>
        {text.deleteClient}
      </Button>
      <Confirm
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={text.deleteTitle(client.name)}
        confirmLabel={text.deleteClient}
        isDangerous
        typed={client.name}
        onConfirm={removeAndLeave}
      >
        {text.deleteText}
      </Confirm>
    </>
  )
}
