import { IconLock } from '@tabler/icons-react'
import { Outlet } from '@tanstack/react-router'
import { useCompany } from '../../session.ts'
import { homeText } from '../../strings/shell.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states.tsx'

/** The pages of a company, or an explanation if its enterprise is inactive. */
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
