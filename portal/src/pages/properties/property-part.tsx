import { Input, Stack, Text } from '@mantine/core'
import type { Asset, Property, Template } from '../../../../sdk/src/index.ts'
import { refusalOf } from '../../errors.ts'
import { useWholeList } from '../../lists.ts'
import { useCompany } from '../../session.ts'
import { propertiesText as text } from '../../strings/properties.ts'
import { uiText } from '../../strings/ui.ts'
import { EditableText } from '../../ui/editable-text.tsx'
import { Part, PartFailed } from '../../ui/part.tsx'
import { useChangeOne, type Which } from '../../use-resource.ts'
import { PropertyInput } from './property-input.tsx'
import { propertiesQuery } from './property-queries.ts'
import { type Given, type GivenValues, textOf, type Value } from './values.ts'

type Owner = Pick<Asset | Template, 'id' | 'properties' | 'missing_properties'>

type Props<Resource extends Owner> = {
  noun: Property['applies_to']
  resource: Resource
  which: Which
  canEdit: boolean
  /** Completes the response to a change with the values shown before. */
  received?(resource: Resource, before: Resource): Resource
}

export function PropertyPart<Resource extends Owner>(props: Props<Resource>) {
  const query = useWholeList(propertiesQuery(useCompany(), props.noun))
  if (query.error)
    return (
      <Part title={text.title}>
        <PartFailed query={query} />
      </Part>
    )
  if (!query.data || query.data.length === 0) return null
  return (
    <Part title={text.title}>
      <Stack gap="sm">
        {query.data.map((property) => (
          <Field key={property.id} property={property} {...props} />
        ))}
      </Stack>
    </Part>
  )
}

type Change = { properties: GivenValues }

/** Saved when it is chosen, or when the field loses focus. */
function Field<Resource extends Owner>({
  property,
  resource,
  which,
  canEdit,
  received,
}: Props<Resource> & { property: Property }) {
  const change = useChangeOne<Resource, Change>(which, {
    shown: ({ properties, ...rest }, change) =>
      ({ ...rest, properties: withChange(properties, change.properties) }) as Resource,
    ...(received && { received }),
  })
  const { key, label, type, help, is_required } = property
  const value = resource.properties[key]
  if (!canEdit) return <Shown label={label} text={textOf(property, value)} />
  const isMissing = resource.missing_properties.includes(key)
  const error = refusalOf(change.error) ?? (isMissing ? text.missing : undefined)
  const changeOf = (given: Given): Change => ({ properties: { [key]: given } })
  if (type === 'text' || type === 'long_text' || type === 'link')
    return (
      <EditableText
        label={label}
        {...(help !== null && { hint: help })}
        value={typeof value === 'string' ? value : null}
        canEdit
        isRequired={is_required}
        failure={error}
        onSave={(given) => change.mutateAsync(changeOf(given))}
      />
    )
  return (
    <PropertyInput
      property={property}
      value={value}
      error={error}
      isLeftFirst
      onChange={(given) => change.mutate(changeOf(given))}
    />
  )
}

function Shown({ label, text: shown }: { label: string; text: string | null }) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <Text size="sm" style={{ overflowWrap: 'anywhere' }} {...(shown === null && { c: 'dimmed' })}>
        {shown ?? uiText.none}
      </Text>
    </Input.Wrapper>
  )
}

function withChange(properties: Asset['properties'], changed: GivenValues): Asset['properties'] {
  const kept = Object.entries({ ...properties, ...changed }).filter(
    (entry): entry is [string, Value] => entry[1] !== null,
  )
  return Object.fromEntries(kept)
}
