import { IconLock } from '@tabler/icons-react'
import { Outlet, useMatches } from '@tanstack/react-router'
import { useCompany, useMe } from '../../session.ts'
import { homeText } from '../../strings/shell.ts'
import { LinkButton } from '../../ui/links.tsx'
import { Page } from '../../ui/page.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states.tsx'

/** The pages of a company, or an explanation if its enterprise is inactive. */
export function OpenCompany() {
  const { name, enterprise } = useCompany()
  const { is_operator } = useMe()
  const isFull = useMatches({ select: (matches) => matches.some((match) => match.staticData.isFull) })
  if (enterprise.status === 'active') return <Outlet />
  const content = (
    <>
      <PageHeader title={name} />
      <Empty
        icon={<IconLock stroke={1.5} />}
        title={homeText.closedTitle(enterprise.name)}
        description={is_operator ? homeText.closedForOperator : homeText.closed}
        action={is_operator && <LinkButton to="/installation">{homeText.openInstallation}</LinkButton>}
      />
    </>
  )
  // Replaces a page that fills the window and therefore has no margins.
  return isFull ? <Page>{content}</Page> : content
}
