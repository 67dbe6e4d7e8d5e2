import { Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Property } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { assetText } from '../../strings/assets.ts'
import { propertiesText as text } from '../../strings/properties.ts'
import { uiText } from '../../strings/ui.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { PropertyInput } from './property-input.tsx'
import { propertyType } from './property-queries.ts'
import type { Given } from './values.ts'

type Props = {
  opened: boolean
  onClose(): void
  /** If unset, a new property is created. */
  property?: Property
}

export function PropertyForm(props: Props) {
  const { opened, onClose, property } = props
  return (
    <Dialog opened={opened} onClose={onClose} title={property ? text.editTitle(property.label) : text.create}>
      <Fields {...props} />
    </Dialog>
  )
}

type Values = {
  label: string
  key: string
  type: Property['type']
  applies_to: Property['applies_to']
  is_required: boolean
  help: string
  /** One choice per line. */
  options: string
  default: Given
  maps_from: Property['maps_from']
  isPublic: boolean
}

const valuesOf = (property: Property | undefined): Values => ({
  label: property?.label ?? '',
  key: property?.key ?? '',
  type: property?.type ?? 'text',
  applies_to: property?.applies_to ?? 'asset',
  is_required: property?.is_required ?? false,
  help: property?.help ?? '',
  options: property?.options.map(({ label }) => label).join('\n') ?? '',
  default: property?.default ?? null,
  maps_from: property?.maps_from ?? null,
  isPublic: property?.visibility === 'everyone',
})

function Fields({ onClose, property }: Props) {
  const { api, id: companyId } = useCompany()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: valuesOf(property),
    validate: { label: (label) => (label.trim() === '' ? uiText.required : null) },
  })
  const { type, applies_to } = form.values
  const hasOptions = type === 'choice' || type === 'choices'
  const options = hasOptions ? optionsIn(form.values.options, property) : []
  const isMapped = applies_to === 'asset' && type !== 'boolean' && type !== 'person'
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => {
      const shared = {
        label: values.label.trim(),
        is_required: values.is_required,
        help: values.help.trim() || null,
        visibility: values.isPublic ? ('everyone' as const) : ('members' as const),
        ...(hasOptions && { options }),
        default: defaultIn(values.default, options, values.type),
        maps_from: isMapped ? values.maps_from : null,
      }
      if (property) return api.properties.update(property.id, shared)
      const key = values.key.trim()
      return api.properties.create({ ...shared, type, applies_to: values.applies_to, ...(key && { key }) })
    },
    async () => {
      onClose()
      notifyDone(property ? text.saved : text.created)
      await queryClient.invalidateQueries({ queryKey: [companyId, propertyType] })
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={text.label} maxLength={200} data-autofocus {...form.getInputProps('label')} />
        {!property && (
          <>
            <Select
              label={text.type}
              allowDeselect={false}
              data={Object.entries(text.types).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('type')}
              onChange={(value) => {
                form.getInputProps('type').onChange(value)
                // A value of another type.
                form.setFieldValue('default', null)
              }}
            />
            <Select
              label={text.appliesTo}
              allowDeselect={false}
              data={Object.entries(text.kinds).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps('applies_to')}
            />
            <TextInput
              label={text.key}
              description={text.keyHint}
              maxLength={63}
              {...form.getInputProps('key')}
            />
          </>
        )}
        {hasOptions && (
          <Textarea
            label={text.options}
            description={property ? text.optionsEditHint : text.optionsHint}
            autosize
            minRows={3}
            maxRows={12}
            {...form.getInputProps('options')}
          />
        )}
        {hasDefault(type) && (
          <PropertyInput
            property={{
              label: text.default,
              help: text.defaultHint,
              type,
              options: choicesIn(options),
              is_required: false,
            }}
            value={form.values.default ?? undefined}
            error={textIn(form.errors.default)}
            onChange={(value) => form.setFieldValue('default', value)}
          />
        )}
        {isMapped && (
          <Select
            label={text.mapsFrom}
            description={text.mapsFromHint}
            placeholder={text.notFromFile}
            clearable
            data={mappedFields.map((value) => ({ value, label: assetText.embeddedFields[value] }))}
            {...form.getInputProps('maps_from')}
          />
        )}
        <Textarea
          label={text.help}
          autosize
          minRows={1}
          maxRows={4}
          maxLength={1_000}
          {...form.getInputProps('help')}
        />
        <Checkbox
          label={text.required}
          description={text.requiredHint}
          {...form.getInputProps('is_required', { type: 'checkbox' })}
        />
        <Checkbox label={text.isPublic} {...form.getInputProps('isPublic', { type: 'checkbox' })} />
        <DialogFooter onCancel={onClose} submit={property ? text.save : text.create} isSending={isSending} />
      </Stack>
    </form>
  )
}

/** The fields of `embedded` from which uploads can take values. */
const mappedFields = [
  'title',
  'description',
  'keywords',
  'creators',
  'credit',
  'copyright',
  'usage_terms',
  'alt_text',
  'taken_at',
  'camera',
  'lens',
  'software',
] as const satisfies Property['maps_from'][]

const hasDefault = (type: Property['type']) => type !== 'person' && type !== 'link'

const textIn = (error: ReactNode) => (typeof error === 'string' ? error : undefined)

type Option = { key?: string; label: string }

/** The lines to choose from. A line can occur twice while it is being typed. */
function choicesIn(options: readonly Option[]): Property['options'] {
  const choices = new Map(options.map(({ key, label }) => [key ?? label, { key: key ?? label, label }]))
  return [...choices.values()]
}

/** Removes choices that are no longer in the list from the default. */
function defaultIn(value: Given, options: readonly Option[], type: Property['type']): Given {
  if (!hasDefault(type)) return null
  const isListed = (one: unknown) => options.some(({ key, label }) => one === (key ?? label))
  if (type === 'choice') return isListed(value) ? value : null
  if (type === 'choices') return Array.isArray(value) ? value.filter(isListed) : null
  return value
}

/**
 * A line that equals a choice keeps that choice. Any other line renames the choice at its position, if that choice has
 * no line of its own.
 */
function optionsIn(lines: string, property: Property | undefined): Option[] {
  const labels = lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  const before = property?.options ?? []
  return labels.map((label, at) => {
    const same = before.find((option) => option.label === label)
    const atPlace = before[at]
    const renamed = atPlace && !labels.includes(atPlace.label) ? atPlace : undefined
    const kept = same ?? renamed
    return { label, ...(kept && { key: kept.key }) }
  })
}
