import { Autocomplete, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useWholeList } from '../../lists.ts'
import { only } from '../../routes/search.ts'
import { useCompany } from '../../session.ts'
import { requestsText as text } from '../../strings/requests.ts'
import { clientsQuery } from '../clients/clients.ts'
import type { RequestFilters } from './requests.ts'
import { requestMethods, requestResults } from './search.ts'

type Props = {
  filters: RequestFilters
  /** Routes to choose from. Other routes can be typed. */
  routes: string[]
  onChange(filters: RequestFilters): void
}

export function Filters({ filters, routes, onChange }: Props) {
  const { data: clients = [] } = useWholeList(clientsQuery(useCompany()))
  const change = (name: keyof RequestFilters, value: string) =>
    onChange(only({ ...filters, [name]: value || undefined }))
  const field = (name: keyof RequestFilters) => ({
    label: text[name],
    value: filters[name] ?? '',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => change(name, value),
  })
  const isMissing = filters.client !== undefined && !clients.some(({ id }) => id === filters.client)
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 6 }} spacing="sm" mb="lg">
      <NativeSelect
        {...field('client')}
        data={[
          any,
          ...clients.map(({ id, name }) => ({ value: id, label: name })),
          ...(isMissing ? [{ value: filters.client!, label: filters.client! }] : []),
        ]}
      />
      <NativeSelect
        {...field('status')}
        data={[any, ...requestResults.map((value) => ({ value, label: text.results[value] }))]}
      />
      <NativeSelect {...field('method')} data={[any, ...requestMethods]} />
      <Autocomplete
        label={text.route}
        value={filters.route ?? ''}
        placeholder="/api/assets/:id"
        data={routes}
        onChange={(route) => change('route', route)}
      />
      <TextInput {...field('since')} type="date" />
      <TextInput {...field('until')} type="date" />
    </SimpleGrid>
  )
}

const any = { value: '', label: text.any }
