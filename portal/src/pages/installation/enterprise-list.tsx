import { Box, Button } from '@mantine/core'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery } from '../../session.ts'
import { installationText as text } from '../../strings/installation.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Status } from '../../ui/status.tsx'
import { changeStatus, type Enterprise, enterprisesQuery } from './enterprises.ts'

export function EnterpriseList({ enterprises }: { enterprises: Enterprise[] }) {
  const [changing, setChanging] = useState<Enterprise>()
  return (
    <>
      <Rows label={text.enterprises}>
        {enterprises.map((enterprise) => (
          <EnterpriseRow
            key={enterprise.id}
            enterprise={enterprise}
            onChange={() => setChanging(enterprise)}
          />
        ))}
      </Rows>
      <StatusDialog enterprise={changing} onClose={() => setChanging(undefined)} />
    </>
  )
}

function EnterpriseRow({ enterprise, onChange }: { enterprise: Enterprise; onChange(): void }) {
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
  const queryClient = useQueryClient()
  const isActive = enterprise?.status === 'active'
  const name = enterprise?.name ?? ''

  async function change() {
    if (!enterprise) return
    await changeStatus(enterprise.id, isActive ? 'inactive' : 'active')
    await Promise.all([
      queryClient.invalidateQueries(enterprisesQuery),
      queryClient.invalidateQueries(meQuery),
    ])
    notifyDone(isActive ? text.deactivated(name) : text.activated(name))
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
