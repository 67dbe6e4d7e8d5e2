import { Badge, Button, Table, Text, VisuallyHidden } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Property } from '../../../../sdk/src/index.ts'
import { useWholeList } from '../../lists.ts'
import { useCompany } from '../../session.ts'
import { propertiesText as text } from '../../strings/properties.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Failed, Loading } from '../../ui/states.tsx'
import { PropertyForm } from './property-form.tsx'
import { PropertyMenu } from './property-menu.tsx'
import { propertiesQuery } from './property-queries.ts'

export function PropertiesPage() {
  const company = useCompany()
  const [isMaking, setIsMaking] = useState(false)
  const make = company.can('library:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsMaking(true)}>
      {text.create}
    </Button>
  )
  const lists = [
    useWholeList(propertiesQuery(company, 'asset')),
    useWholeList(propertiesQuery(company, 'template')),
  ]
  const isEmpty = lists.every(({ data }) => data?.length === 0)
  return (
    <>
      <PageHeader title={text.title} description={text.description} actions={isEmpty ? undefined : make} />
      <All make={make} />
      <PropertyForm opened={isMaking} onClose={() => setIsMaking(false)} />
    </>
  )
}

/** @param make the button that creates a property, if the user may. */
function All({ make }: { make: ReactNode }) {
  const company = useCompany()
  const canWrite = company.can('library:write')
  const ofAssets = useWholeList(propertiesQuery(company, 'asset'))
  const ofTemplates = useWholeList(propertiesQuery(company, 'template'))
  const failed = [ofAssets, ofTemplates].find(({ error }) => error)
  if (failed?.error) return <Failed error={failed.error} onRetry={() => void failed.refetch()} />
  if (!ofAssets.data || !ofTemplates.data) return <Loading />
  if (ofAssets.data.length + ofTemplates.data.length === 0)
    return (
      <Empty
        icon={<IconForms />}
        title={text.noneTitle}
        description={canWrite ? text.none : text.noneReader}
        action={make}
      />
    )
  return (
    <>
      {ofAssets.data.length > 0 && (
        <Section title={text.kinds.asset}>
          <PropertyTable properties={ofAssets.data} canWrite={canWrite} />
        </Section>
      )}
      {ofTemplates.data.length > 0 && (
        <Section title={text.kinds.template}>
          <PropertyTable properties={ofTemplates.data} canWrite={canWrite} />
        </Section>
      )}
    </>
  )
}

function PropertyTable({ properties, canWrite }: { properties: Property[]; canWrite: boolean }) {
  return (
    <Table verticalSpacing="sm" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{text.label}</Table.Th>
          <Table.Th scope="col" w={150}>
            {text.type}
          </Table.Th>
          <Table.Th scope="col" visibleFrom="sm">
            {text.options}
          </Table.Th>
          {canWrite && (
            <Table.Th scope="col" w={60}>
              <VisuallyHidden>{text.edit}</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {properties.map((property) => (
          <Table.Tr key={property.id}>
            <Table.Th scope="row" fw={400} style={{ overflowWrap: 'anywhere' }}>
              <Text size="sm" fw={500}>
                {property.label}
              </Text>
              <Text size="xs" c="dimmed">
                {property.key}
              </Text>
            </Table.Th>
            <Table.Td>
              <Text size="sm">{text.types[property.type]}</Text>
              {property.is_required && (
                <Badge size="sm" variant="default">
                  {text.required}
                </Badge>
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm" c="dimmed" lineClamp={2}>
                {property.options.map(({ label }) => label).join(', ')}
              </Text>
            </Table.Td>
            {canWrite && (
              <Table.Td>
                <PropertyMenu property={property} count={properties.length} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
