import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useWholeList } from '../../lists.ts'
import { useCompany } from '../../session.ts'
import { activityText as text } from '../../strings/activity.ts'
import { clientsQuery } from '../clients/clients.ts'
import { membersQuery } from '../people/people.ts'
import type { ActivityFilters, ActivitySearch } from './activity.ts'

const types = Object.entries(text.types).map(([value, label]) => ({ value, label }))

/** The filters are in the URL, so they can be bookmarked and shared. */
export function Filters({ filters }: { filters: ActivitySearch }) {
  const company = useCompany()
  const navigate = useNavigate()
  const { data: clients = [] } = useWholeList(clientsQuery(company))
  const { data: members = [] } = useWholeList(membersQuery(company))

  const field = (name: keyof ActivityFilters) => ({
    label: text[name],
    value: filters[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      void navigate({
        to: '.',
        search: { ...filters, [name]: value || undefined },
        replace: true,
      }),
  })

  return (
    <SimpleGrid cols={{ base: 2, sm: 3, md: 5 }} spacing="sm" mb="lg">
      <NativeSelect {...field('type')} data={[any, ...types]} />
      <NativeSelect {...field('client')} data={withAny(clients, filters.client)} />
      <NativeSelect {...field('person')} data={withAny(members, filters.person)} />
      <TextInput {...field('since')} type="date" />
      <TextInput {...field('until')} type="date" />
    </SimpleGrid>
  )
}

const any = { value: '', label: text.any }

/** Options of a filter, including a selected person or client that no longer exists. */
function withAny(rows: { id: string; name: string }[], chosen: string | undefined) {
  const found = rows.map(({ id, name }) => ({ value: id, label: name }))
  const isMissing = chosen !== undefined && !rows.some(({ id }) => id === chosen)
  return [any, ...found, ...(isMissing ? [{ value: chosen, label: chosen }] : [])]
}
