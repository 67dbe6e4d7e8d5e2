import { Button } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { oneOf } from '../../routes/search.ts'
import { useCompany } from '../../session.ts'
import { clientsText } from '../../strings/clients.ts'
import { Loaded, More } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useSorting } from '../../ui/sorting.ts'
import { Empty } from '../../ui/states.tsx'
import { ClientSecret } from './client-secret.tsx'
import { ClientTable } from './client-table.tsx'
import { clientsQuery, type Secret } from './clients.ts'
import { NewClient } from './new-client.tsx'

export function ClientsPage() {
  const company = useCompany()
  const { sort } = useSorting()
  const clients = useInfiniteQuery({
    ...clientsQuery(company, oneOf(['name', '-name'], sort)),
    placeholderData: (before) => before,
  })
  const [isMaking, setIsMaking] = useState(false)
  const [made, setMade] = useState<Secret>()
  const isEmpty = clients.data?.length === 0
  const make = company.can('clients:write') && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsMaking(true)}>
      {clientsText.newClient}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={clientsText.title}
        description={clientsText.description}
        actions={isEmpty ? undefined : make}
      />
      <Loaded query={clients}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty
              icon={<IconKey />}
              title={clientsText.noneTitle}
              description={make ? clientsText.none : clientsText.noneReadOnly}
              action={make}
            />
          ) : (
            <>
              <ClientTable clients={rows} isWhole={!clients.hasNextPage} />
              <More query={clients} />
            </>
          )
        }
      </Loaded>
      <NewClient opened={isMaking} onClose={() => setIsMaking(false)} onMade={setMade} />
      <ClientSecret secret={made} title={clientsText.createdTitle} onClose={() => setMade(undefined)} />
    </>
  )
}
