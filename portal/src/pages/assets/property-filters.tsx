import { Checkbox, Group, Menu, Stack, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Property } from '../../../../sdk/src/index.ts'
import { useWholeList } from '../../lists.ts'
import { useCompany } from '../../session.ts'
import { propertiesText as text } from '../../strings/properties.ts'
import { membersQuery } from '../people/people.ts'
import { propertiesQuery } from '../properties/property-queries.ts'
import { labelOf } from '../properties/values.ts'
import { Choices } from './choices.tsx'
import { FacetChoices } from './facet-choices.tsx'
import classes from './filter-bar.module.css'
import { FilterChip } from './filter-chip.tsx'
import { keysIn, type PropertyFilter, propertyFilter, withFilter, withoutFilter } from './property-search.ts'
import { useAssetSearch } from './use-asset-search.ts'

/** The number of properties whose filters are shown without being chosen. */
const shownMax = 3

/**
 * A filter for each of the first properties and for the properties in the URL. A menu adds the other filters.
 */
export function PropertyFilters() {
  const { search } = useAssetSearch()
  const properties = useWholeList(propertiesQuery(useCompany(), 'asset')).data ?? []
  const [added, setAdded] = useState<string[]>([])
  const used = keysIn(search.properties)
  const isShown = ({ key }: Property, place: number) =>
    place < shownMax || used.includes(key) || added.includes(key)
  const hidden = properties.filter((property, place) => !isShown(property, place))
  const unknown = used.filter((key) => properties.every((property) => property.key !== key))
  return (
    <>
      {properties.filter(isShown).map((property) => (
        <OneFilter key={property.id} property={property} isOpened={added.at(-1) === property.key} />
      ))}
      {unknown.map((key) => (
        <UnknownFilter key={key} propertyKey={key} />
      ))}
      {hidden.length > 0 && (
        <div className={classes.chip}>
          <Menu position="bottom-start" shadow="md">
            <Menu.Target>
              <button type="button" className={classes.open}>
                <IconPlus size={14} aria-hidden />
                {text.moreFilters}
              </button>
            </Menu.Target>
            <Menu.Dropdown className={classes.more}>
              {hidden.map(({ key, label }) => (
                <Menu.Item key={key} onClick={() => setAdded([...added, key])}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </div>
      )}
    </>
  )
}

/** The property was deleted, or is still loading. */
function UnknownFilter({ propertyKey }: { propertyKey: string }) {
  const { search, change } = useAssetSearch()
  const clear = () => change({ properties: withoutFilter(search.properties, propertyKey) }, { replace: true })
  return (
    <FilterChip label={propertyKey} chosen={['…']} onClear={clear}>
      {text.unknownFilter}
    </FilterChip>
  )
}

type Props = { property: Property; isOpened: boolean }

function OneFilter(props: Props) {
  return props.property.type === 'person' ? <PersonFilter {...props} /> : <ValueFilter {...props} />
}

function PersonFilter(props: Props) {
  const members = useWholeList(membersQuery(useCompany())).data ?? []
  return (
    <ValueFilter
      {...props}
      nameOf={(id) => members.find((member) => member.id === id)?.name ?? text.types.person}
    />
  )
}

type ValueProps = Props & { nameOf?(value: string): string }

function ValueFilter({ property, isOpened, nameOf = (value) => nameIn(property, value) }: ValueProps) {
  const { search, change } = useAssetSearch()
  const { key, label, type } = property
  const filter = propertyFilter(search.properties, key)
  const set = (next: PropertyFilter) =>
    change({ properties: withFilter(search.properties, key, next) }, { replace: true })
  const chosen = namesOf(filter, nameOf)
  return (
    <FilterChip label={label} chosen={chosen} onClear={() => set({})} isOpened={isOpened}>
      <Stack gap={6}>
        {type === 'number' || type === 'date' ? (
          <Range
            // Shows the values of the URL.
            key={`${filter.gte} ${filter.lte}`}
            type={type}
            filter={filter}
            onChange={set}
          />
        ) : (
          type !== 'long_text' &&
          type !== 'link' && (
            <FacetChoices
              facet={`properties.${key}`}
              label={label}
              within={{ ...search, properties: withoutFilter(search.properties, key) }}
              chosen={filter.values ?? []}
              onChange={(values) => set({ values })}
              labelOf={(value, name) => (type === 'boolean' ? nameOf(value) : (name ?? nameOf(value)))}
            />
          )
        )}
        <Presence
          label={label}
          filter={filter}
          hasAny={type === 'long_text' || type === 'link'}
          onChange={set}
        />
      </Stack>
    </FilterChip>
  )
}

const nameIn = ({ type, options }: Property, value: string) =>
  type === 'boolean' ? (value === 'true' ? text.yes : text.no) : labelOf(options, value)

function namesOf({ values = [], gte, lte, exists }: PropertyFilter, nameOf: (value: string) => string) {
  if (exists !== undefined) return [exists === 'true' ? text.hasValue : text.noValue]
  const bounds = [gte && text.atLeast(gte), lte && text.atMost(lte)].filter((bound) => bound !== undefined)
  return bounds.length > 0 ? [bounds.join(' ')] : values.map(nameOf)
}

type PartProps = { filter: PropertyFilter; onChange(next: PropertyFilter): void }

/** Inclusive. */
function Range({ type, filter: { gte, lte }, onChange }: PartProps & { type: 'number' | 'date' }) {
  const bound = (name: 'gte' | 'lte', label: string) => (
    <TextInput
      label={label}
      type={type}
      size="sm"
      flex={1}
      miw={0}
      {...(type === 'number' && { step: 'any' })}
      defaultValue={(name === 'gte' ? gte : lte) ?? ''}
      onBlur={({ currentTarget: { value, validity } }) => {
        if (!validity.badInput) onChange({ gte, lte, [name]: value || undefined })
      }}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
    />
  )
  return (
    <Group gap="xs" wrap={type === 'date' ? 'wrap' : 'nowrap'}>
      {bound('gte', text.from)}
      {bound('lte', text.to)}
    </Group>
  )
}

/** Selects the assets without a value or with any value. */
function Presence({
  label,
  filter: { exists },
  hasAny,
  onChange,
}: PartProps & { label: string; hasAny: boolean }) {
  if (hasAny)
    return (
      <Choices
        label={label}
        choices={[
          { value: 'true', label: text.hasValue },
          { value: 'false', label: text.noValue },
        ]}
        chosen={exists === undefined ? [] : [exists]}
        onChange={(values) => onChange({ exists: values.at(-1) })}
      />
    )
  return (
    <Checkbox
      label={text.noValue}
      p={6}
      size="sm"
      checked={exists === 'false'}
      onChange={({ currentTarget: { checked } }) => onChange({ exists: checked ? 'false' : undefined })}
    />
  )
}
