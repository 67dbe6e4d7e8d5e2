import { MultiSelect, Select, Textarea, TextInput } from '@mantine/core'
import type { Property } from '../../../../sdk/src/index.ts'
import { useWholeList } from '../../lists.ts'
import { useCompany } from '../../session.ts'
import { propertiesText as text } from '../../strings/properties.ts'
import { membersQuery } from '../people/people.ts'
import type { Given, Value } from './values.ts'

/** Maximum lengths of texts, as in the API. */
const textLengthMax = 200
const longTextLengthMax = 10_000

/** The facts about a property that the field of its value needs. */
export type Kind = Pick<Property, 'label' | 'type' | 'options' | 'help' | 'is_required'>

export type PropertyInputProps = {
  property: Kind
  value: Value | undefined
  error?: string | undefined
  onChange(value: Given): void
  /** Whether typed values are complete only when the field is left. */
  isLeftFirst?: boolean
  'data-autofocus'?: boolean
}

/** Null means no value. */
export function PropertyInput({
  property,
  value,
  error,
  onChange,
  isLeftFirst = false,
  ...rest
}: PropertyInputProps) {
  const { label, type, options, help, is_required } = property
  const shared = { ...rest, label, size: 'sm', description: help, error, required: is_required } as const
  const choices = options.map((option) => ({ value: option.key, label: option.label }))
  switch (type) {
    case 'choice':
      return (
        <Select
          {...shared}
          clearable={!is_required}
          searchable
          placeholder={text.noValue}
          data={choices}
          value={typeof value === 'string' ? value : null}
          onChange={onChange}
        />
      )
    case 'choices':
      return (
        <MultiSelect
          {...shared}
          clearable={!is_required}
          searchable
          {...(isEmpty(value) && { placeholder: text.noValue })}
          data={choices}
          value={Array.isArray(value) ? value : []}
          onChange={onChange}
        />
      )
    case 'boolean':
      return (
        <Select
          {...shared}
          clearable={!is_required}
          placeholder={text.noValue}
          data={[
            { value: 'true', label: text.yes },
            { value: 'false', label: text.no },
          ]}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(given) => onChange(given === null ? null : given === 'true')}
        />
      )
    case 'person':
      return <Person {...shared} value={value} onChange={onChange} />
    default:
      return (
        <Typed
          // Shows changes by others and reverts to the previous value if the server rejects the new value.
          key={isLeftFirst ? String(value) : type}
          {...shared}
          type={type}
          value={value}
          onGiven={onChange}
          isLeftFirst={isLeftFirst}
        />
      )
  }
}

const isEmpty = (value: Value | undefined) => !Array.isArray(value) || value.length === 0

type FieldProps = {
  label: string
  size: 'sm'
  description: string | null
  error: string | undefined
  required: boolean
  value: Value | undefined
}

/** A member of the company. A person who has left stays until another person is chosen. */
function Person({ value, required, ...props }: FieldProps & { onChange(id: string | null): void }) {
  const members = useWholeList(membersQuery(useCompany()))
  const people = members.data ?? []
  const current = typeof value === 'object' && !Array.isArray(value) ? value : undefined
  const all =
    current === undefined || people.some(({ id }) => id === current.id) ? people : [current, ...people]
  return (
    <Select
      {...props}
      required={required}
      clearable={!required}
      searchable
      placeholder={text.noValue}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      value={current?.id ?? (typeof value === 'string' ? value : null)}
    />
  )
}

type TypedProps = FieldProps & {
  type: Exclude<Property['type'], 'choice' | 'choices' | 'boolean' | 'person'>
  isLeftFirst: boolean
  onGiven(value: Given): void
}

/** The browser keeps the typed text, because an unfinished number or date is not a value. */
function Typed({ type, value, isLeftFirst, onGiven, ...props }: TypedProps) {
  const before = value === undefined ? '' : String(value)
  const give = ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => {
    const given = currentTarget.value.trim()
    if (currentTarget.validity.badInput || (isLeftFirst && given === before)) return
    onGiven(given === '' ? null : type === 'number' ? Number(given) : given)
  }
  const events = isLeftFirst ? { onBlur: give } : { onChange: give }
  if (type === 'long_text')
    return (
      <Textarea
        {...props}
        {...events}
        defaultValue={before}
        maxLength={longTextLengthMax}
        autosize
        minRows={2}
        maxRows={8}
      />
    )
  return (
    <TextInput
      {...props}
      {...events}
      defaultValue={before}
      {...(type === 'text' && { maxLength: textLengthMax })}
      {...(type === 'number' && { type, step: 'any' })}
      {...(type === 'date' && { type })}
      {...(type === 'link' && { type: 'url' })}
    />
  )
}
