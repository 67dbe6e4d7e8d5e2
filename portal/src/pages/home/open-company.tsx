import { IconLock } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useCompany } from '../../session.ts'
import { homeText } from '../../strings/shell.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states.tsx'

/** The pages of a company; of one whose enterprise an operator has deactivated, why there are none. */
export function OpenCompany() {
  const { name, enterprise } = useCompany()
  if (enterprise.status === 'active') return <Outlet />
  return (
    <>
      <PageHeader title={name} />
      <Empty
        icon={<IconLock stroke={1.5} />}
        title={homeText.closedTitle(enterprise.name)}
        description={homeText.closed}
      />
    </>
  )
}
