import { Checkbox, Input, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core'
import type { Asset, Property } from '../../../../../sdk/src/index.ts'
import { refusalOf } from '../../../errors.ts'
import { useWholeList } from '../../../lists.ts'
import { useCompany } from '../../../session.ts'
import { propertiesText as text } from '../../../strings/properties.ts'
import { uiText } from '../../../strings/ui.ts'
import { EditableText } from '../../../ui/editable-text.tsx'
import { Part, PartFailed } from '../../../ui/part.tsx'
import { useChangeOne } from '../../../use-resource.ts'
import { membersQuery } from '../../people/people.ts'
import { propertiesQuery } from '../../properties/property-queries.ts'
import { whichAsset } from '../asset-queries.ts'

type Value = Asset['properties'][string]
type Change = { properties: Record<string, string | number | boolean | string[] | null> }

/** The custom properties of the asset. */
export function Properties({ asset, canEdit }: { asset: Asset; canEdit: boolean }) {
  const query = useWholeList(propertiesQuery(useCompany(), 'asset'))
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
          <Field key={property.id} asset={asset} property={property} canEdit={canEdit} />
        ))}
      </Stack>
    </Part>
  )
}

type Props = { asset: Asset; property: Property; canEdit: boolean }

function Field({ asset, property, canEdit }: Props) {
  const change = useChangeOne<Asset, Change>(whichAsset(asset.id), {
    shown: ({ properties, ...rest }, { properties: changed }) => ({
      ...rest,
      properties: withChange(properties, changed),
    }),
  })
  const { key, label, type, options, help, is_required } = property
  const value = asset.properties[key]
  const isMissing = asset.missing_properties.includes(key)
  const save = (given: Change['properties'][string]) => change.mutateAsync({ properties: { [key]: given } })
  const send = (given: Change['properties'][string]) => change.mutate({ properties: { [key]: given } })
  const error = refusalOf(change.error) ?? (isMissing ? text.missing : undefined)
  const shared = { label, size: 'sm', description: help, error, required: is_required } as const
  if (!canEdit) return <Shown label={label} text={textOf(property, value)} />
  switch (type) {
    case 'choice':
      return (
        <Select
          {...shared}
          clearable={!is_required}
          searchable
          data={options.map((option) => ({ value: option.key, label: option.label }))}
          value={typeof value === 'string' ? value : null}
          onChange={send}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          {...shared}
          searchable
          data={options.map((option) => ({ value: option.key, label: option.label }))}
          value={Array.isArray(value) ? value : []}
          onChange={send}
        />
      )
    case 'person':
      return (
        <Person
          {...shared}
          value={typeof value === 'object' && !Array.isArray(value) ? value : undefined}
          onChange={send}
        />
      )
    case 'boolean':
      return (
        <Checkbox
          label={label}
          description={help}
          error={error}
          checked={value === true}
          onChange={({ currentTarget }) => send(currentTarget.checked)}
        />
      )
    case 'date':
    case 'number':
      return (
        <TextInput
          // Shows changes by others and reverts to the previous value if the server rejects the new value.
          key={`${value}`}
          {...shared}
          type={type}
          {...(type === 'number' && { step: 'any' })}
          defaultValue={value === undefined ? '' : String(value)}
          onBlur={({ currentTarget: { value: given, validity } }) => {
            if (validity.badInput || given === (value === undefined ? '' : String(value))) return
            send(given === '' ? null : type === 'number' ? Number(given) : given)
          }}
        />
      )
    default:
      return (
        <EditableText
          label={label}
          {...(help !== null && { hint: help })}
          value={typeof value === 'string' ? value : null}
          canEdit
          isRequired={is_required}
          failure={error}
          onSave={save}
        />
      )
  }
}

type PersonProps = {
  label: string
  size: 'sm'
  description: string | null
  error: string | undefined
  required: boolean
  value: { id: string; name: string } | undefined
  onChange(id: string | null): void
}

/** A member of the company. A person who has left stays until another person is chosen. */
function Person({ value, required, ...props }: PersonProps) {
  const members = useWholeList(membersQuery(useCompany()))
  const people = members.data ?? []
  const all = value === undefined || people.some(({ id }) => id === value.id) ? people : [value, ...people]
  return (
    <Select
      {...props}
      required={required}
      clearable={!required}
      searchable
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? null}
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

function withChange(properties: Asset['properties'], changed: Change['properties']): Asset['properties'] {
  const kept = Object.entries({ ...properties, ...changed }).filter(
    (entry): entry is [string, Value] => entry[1] !== null,
  )
  return Object.fromEntries(kept)
}

function textOf({ options }: Property, value: Value | undefined): string | null {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (Array.isArray(value)) return value.map((key) => labelOf(options, key)).join(', ')
  if (typeof value === 'object') return value.name
  return labelOf(options, String(value))
}

const labelOf = (options: Property['options'], key: string) =>
  options.find((option) => option.key === key)?.label ?? key
