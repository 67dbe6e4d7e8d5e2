import { Box, Button } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { useState } from 'react'
import { installationText as text } from '../../strings/installation.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Status } from '../../ui/status.tsx'
import type { SentInvitation } from '../people/people.ts'
import { type Enterprise, useEnterpriseChanges } from './enterprises.ts'
import { NewCompany } from './new-company.tsx'

type Props = { enterprises: Enterprise[]; onInvited(invitation: SentInvitation | null): void }

export function EnterpriseList({ enterprises, onInvited }: Props) {
  const [changing, setChanging] = useState<Enterprise>()
  const [growing, setGrowing] = useState<Enterprise>()
  return (
    <>
      <Rows label={text.enterprises}>
        {enterprises.map((enterprise) => (
          <EnterpriseRow
            key={enterprise.id}
            enterprise={enterprise}
            onChange={() => setChanging(enterprise)}
            onGrow={() => setGrowing(enterprise)}
          />
        ))}
      </Rows>
      <StatusDialog enterprise={changing} onClose={() => setChanging(undefined)} />
      <NewCompany enterprise={growing} onClose={() => setGrowing(undefined)} onInvited={onInvited} />
    </>
  )
}

type RowProps = { enterprise: Enterprise; onChange(): void; onGrow(): void }

function EnterpriseRow({ enterprise, onChange, onGrow }: RowProps) {
  const { name, companies, status } = enterprise
  const isActive = status === 'active'
  return (
    <Row
      icon={<IconBuildingCommunity size={20} />}
      title={name}
      detail={companies.map((company) => company.name).join(', ') || text.noCompanies}
      action={
        <>
          <Box miw={84}>
            <Status color={isActive ? 'green' : 'gray'}>{isActive ? text.active : text.inactive}</Status>
          </Box>
          <Button variant="default" size="xs" aria-label={text.newCompanyIn(name)} onClick={onGrow}>
            {text.newCompany}
          </Button>
          <Button
            variant="default"
            size="xs"
            miw={96}
            aria-label={isActive ? text.deactivateOf(name) : text.activateOf(name)}
            onClick={onChange}
          >
            {isActive ? text.deactivate : text.activate}
          </Button>
        </>
      }
    />
  )
}

function StatusDialog({ enterprise, onClose }: { enterprise: Enterprise | undefined; onClose(): void }) {
  const { changeStatus } = useEnterpriseChanges()
  const isActive = enterprise?.status === 'active'
  const name = enterprise?.name ?? ''

  async function change() {
    if (!enterprise) return
    await changeStatus(enterprise.id, isActive ? 'inactive' : 'active')
    notifyDone(isActive ? text.deactivated : text.activated)
  }

  return (
    <Confirm
      opened={enterprise !== undefined}
      onClose={onClose}
      title={isActive ? text.deactivateTitle(name) : text.activateTitle(name)}
      confirmLabel={isActive ? text.deactivate : text.activate}
      isDangerous={isActive}
      onConfirm={change}
    >
      {isActive ? text.deactivateText : text.activateText}
    </Confirm>
  )
}
