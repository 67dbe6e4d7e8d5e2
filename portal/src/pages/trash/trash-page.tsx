import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type TrashKind, trashKinds } from '../../routes/search.ts'
import { useCompany } from '../../session.ts'
import { trashText as text } from '../../strings/trash.ts'
import { formatDuration } from '../../ui/amounts.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { companyQuery } from '../settings/company.ts'
import { EmptyTrash } from './empty-trash.tsx'
import classes from './trash.module.css'
import { mayPurge } from './trash.ts'
import { TrashList } from './trash-list.tsx'

const daySeconds = 86_400

export function TrashPage() {
  const company = useCompany()
  const { data: settings } = useQuery(companyQuery(company))
  const { of = 'assets' } = useSearch({ from: '/inside/c/$company/trash' })
  const navigate = useNavigate()
  return (
    <>
      <PageHeader
        title={text.title}
        description={
          settings
            ? text.description(formatDuration(settings.trash_days * daySeconds))
            : text.descriptionShort
        }
        actions={mayPurge(company) && <EmptyTrash />}
      />
      <Tabs
        value={of}
        onChange={(kind) => void navigate({ to: '.', search: { of: kind as TrashKind }, replace: true })}
        keepMounted={false}
      >
        <Tabs.List aria-label={text.title} mb="md" className={classes.tabs}>
          {trashKinds.map((kind) => (
            <Tabs.Tab key={kind} value={kind}>
              {text.kinds[kind]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {trashKinds.map((kind) => (
          <Tabs.Panel key={kind} value={kind}>
            <TrashList kind={kind} days={settings?.trash_days} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}
