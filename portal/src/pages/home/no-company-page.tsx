import { IconBuilding } from '@tabler/icons-react'
import { useMe } from '../../session.ts'
import { homeText } from '../../strings/shell.ts'
import { LinkButton } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states.tsx'

export function NoCompanyPage() {
  const { is_operator } = useMe()
  return (
    <>
      <PageHeader title={homeText.title} />
      <Empty
        icon={<IconBuilding stroke={1.5} />}
        title={homeText.noCompanyTitle}
        description={is_operator ? homeText.noCompanyOperator : homeText.noCompany}
        action={is_operator && <LinkButton to="/installation">{homeText.openInstallation}</LinkButton>}
      />
    </>
  )
}
