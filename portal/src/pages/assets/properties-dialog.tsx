import { ActionIcon, Group, Select, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { AtelierError } from '../../../../sdk/src/errors.ts'
import type { Property } from '../../../../sdk/src/index.ts'
import { useWholeList } from '../../lists.ts'
import { useCompany } from '../../session.ts'
import { assetText } from '../../strings/assets.ts'
import { propertiesText as text } from '../../strings/properties.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { LinkAnchor } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { type Kind, PropertyInput } from '../properties/property-input.tsx'
import { propertiesQuery } from '../properties/property-queries.ts'
import type { Given, GivenValues } from '../properties/values.ts'
import { type GivenRights, rightsFields } from './rights-fields.ts'

type Props = {
  opened: boolean
  count: number
  onClose(): void
  onSet(values: { properties: GivenValues; rights: GivenRights }): Promise<unknown>
}

/** Sets properties and rights of the selected assets. */
export function PropertiesDialog(props: Props) {
  return (
    <Dialog opened={props.opened} onClose={props.onClose} title={text.setTitle(props.count)}>
      <Content {...props} />
    </Dialog>
  )
}

function Content(props: Props) {
  const company = useCompany()
  const query = useWholeList(propertiesQuery(company, 'asset'))
  return (
    <Loaded query={query} height={120}>
      {(properties) => (
        <>
          <Form {...props} properties={properties} />
          {properties.length === 0 && (
            <Text size="sm" c="dimmed" mt="md">
              {text.noneDefined}{' '}
              {company.can('assets:write') && (
                <LinkAnchor to="/c/$company/properties" params={{ company: company.id }} fz="sm">
                  {text.definePage}
                </LinkAnchor>
              )}
            </Text>
          )}
        </>
      )}
    </Loaded>
  )
}

/** The height at which the rights are still visible below the properties of a typical company, in pixels. */
const dropdownHeightMax = 420

/** Distinguishes rights from properties, whose keys never contain this sign. */
const rightsSign = ':'

type Settable = Kind & { key: string }

const rights: Settable[] = rightsFields.map(({ name, ...field }) => ({ ...field, key: rightsSign + name }))

function Form({ properties, onClose, onSet }: Props & { properties: Property[] }) {
  const [values, setValues] = useState<GivenValues>({})
  const [failure, setFailure] = useState<Error | null>(null)
  const [isSending, setIsSending] = useState(false)
  const keys = Object.keys(values)
  const all: Settable[] = [...properties, ...rights]
  const chosen = keys.flatMap((key) => all.find((one) => one.key === key) ?? [])
  const groups = [
    { group: text.title, items: choicesIn(properties, keys) },
    { group: assetText.rights, items: choicesIn(rights, keys) },
  ].filter(({ items }) => items.length > 0)
  const faults = failure instanceof AtelierError ? failure.fields : {}
  const isAtField = keys.some((key) => faults[fieldOf(key)] !== undefined)
  const set = (key: string, value: Given) => setValues({ ...values, [key]: value })

  async function send() {
    if (keys.length === 0) return
    setFailure(null)
    setIsSending(true)
    try {
      await onSet({ properties: propertiesIn(values), rights: rightsIn(values) })
      onClose()
    } catch (error) {
      setFailure(error as Error)
      setIsSending(false)
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <Stack>
        <FormFailure failure={isAtField ? null : failure} />
        {chosen.map((property, place) => (
          <Group key={property.key} gap="xs" align="flex-end" wrap="nowrap">
            <div style={{ flex: 1, minWidth: 0 }}>
              <PropertyInput
                property={property}
                value={values[property.key] ?? undefined}
                error={faults[fieldOf(property.key)]?.join(' ')}
                onChange={(value) => set(property.key, value)}
                data-autofocus={place === chosen.length - 1}
              />
            </div>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={text.dropField(property.label)}
              title={text.dropField(property.label)}
              onClick={() => setValues(without(values, property.key))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        {keys.some((key) => isEmpty(values[key])) && (
          <Text size="xs" c="dimmed">
            {text.emptyHint}
          </Text>
        )}
        {groups.length > 0 && (
          <Select
            // The field is empty again after each choice.
            key={keys.length}
            label={text.choose}
            description={text.chooseHint}
            searchable
            maxDropdownHeight={dropdownHeightMax}
            data={groups}
            value={null}
            onChange={(key) => key !== null && set(key, null)}
            {...(keys.length === 0 && { 'data-autofocus': true })}
          />
        )}
        <DialogFooter onCancel={onClose} submit={text.set} isSending={isSending} />
      </Stack>
    </form>
  )
}

const fieldOf = (key: string) => `properties.${key}`

const isEmpty = (value: Given | undefined) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

const choicesIn = (all: readonly Settable[], chosen: readonly string[]) =>
  all.filter(({ key }) => !chosen.includes(key)).map(({ key, label }) => ({ value: key, label }))

const propertiesIn = (values: GivenValues): GivenValues =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !key.startsWith(rightsSign)))

const rightsIn = (values: GivenValues): GivenRights =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([key]) => key.startsWith(rightsSign))
      .map(([key, value]) => [key.slice(rightsSign.length), value]),
  )

const without = (values: GivenValues, key: string): GivenValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => name !== key))
