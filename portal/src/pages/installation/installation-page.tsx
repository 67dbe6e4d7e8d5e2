import { Button, Stack, Tabs, TextInput } from '@mantine/core'
import { IconBuildingCommunity, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { type InstallationArea as Area, installationAreas } from '../../routes/search.ts'
import { installationText } from '../../strings/installation.ts'
import { peopleText } from '../../strings/people.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RowsLoading } from '../../ui/rows.tsx'
import { Empty, Failed } from '../../ui/states.tsx'
import { InvitationLink } from '../people/invitation-link.tsx'
import type { SentInvitation } from '../people/people.ts'
import { AllPeople } from './all-people.tsx'
import { EnterpriseList } from './enterprise-list.tsx'
import { type Enterprise, enterprisesQuery } from './enterprises.ts'
import { FailedJobs } from './failed-jobs.tsx'
import classes from './installation.module.css'
import { NewEnterprise } from './new-enterprise.tsx'
import { State } from './state.tsx'

const searchFromRows = 8

export function InstallationPage() {
  const enterprises = useQuery(enterprisesQuery)
  const { area = 'enterprises' } = useSearch({ from: '/inside/installation' })
  const navigate = useNavigate()
  const show = (next: Area) =>
    void navigate({ to: '.', search: next === 'enterprises' ? {} : { area: next }, replace: true })
  const [isMaking, setIsMaking] = useState(false)
  const [toPassOn, setToPassOn] = useState<SentInvitation>()
  const invited = (invitation: SentInvitation | null) => {
    if (invitation?.mailed) notifyDone(peopleText.mailed(invitation.email))
    else if (invitation) setToPassOn(invitation)
  }
  const make = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setIsMaking(true)}>
      {installationText.newEnterprise}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={installationText.title}
        description={installationText.description}
        actions={enterprises.data?.length === 0 ? undefined : make}
      />
      <Tabs value={area} onChange={(next) => show(next as Area)} keepMounted={false}>
        <Tabs.List mb="lg" aria-label={installationText.title} className={classes.tabs}>
          {installationAreas.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {installationText.areas[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="enterprises">
          {enterprises.isPending ? (
            <RowsLoading />
          ) : enterprises.isError ? (
            <Failed error={enterprises.error} onRetry={() => void enterprises.refetch()} recovers />
          ) : enterprises.data.length === 0 ? (
            <Empty
              icon={<IconBuildingCommunity stroke={1.5} />}
              title={installationText.noneTitle}
              description={installationText.none}
              action={make}
            />
          ) : (
            <Found enterprises={enterprises.data} onInvited={invited} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="state">
          <State />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <AllPeople />
        </Tabs.Panel>
        <Tabs.Panel value="jobs">
          <FailedJobs />
        </Tabs.Panel>
      </Tabs>
      <NewEnterprise opened={isMaking} onClose={() => setIsMaking(false)} onInvited={invited} />
      <InvitationLink invitation={toPassOn} onClose={() => setToPassOn(undefined)} />
    </>
  )
}

type FoundProps = { enterprises: Enterprise[]; onInvited(invitation: SentInvitation | null): void }

function Found({ enterprises, onInvited }: FoundProps) {
  const [search, setSearch] = useState('')
  const found = enterprises.filter((enterprise) => hasName(enterprise, search.trim().toLowerCase()))
  return (
    <Stack>
      {enterprises.length >= searchFromRows && (
        <TextInput
          type="search"
          aria-label={installationText.search}
          placeholder={installationText.search}
          leftSection={<IconSearch size={16} />}
          maw={360}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {found.length === 0 ? (
        <Empty title={installationText.noMatchTitle} description={installationText.noMatch} />
      ) : (
        <EnterpriseList enterprises={found} onInvited={onInvited} />
      )}
    </Stack>
  )
}

const hasName = ({ name, companies }: Enterprise, search: string) =>
  [name, ...companies.map((company) => company.name)].some((one) => one.toLowerCase().includes(search))
