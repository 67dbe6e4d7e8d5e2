import { Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { Property } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { propertiesText as text } from '../../strings/properties.ts'
import { uiText } from '../../strings/ui.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { propertyType } from './property-queries.ts'

type Props = {
  opened: boolean
  onClose(): void
  /** The property to edit. If unset, a new property is created. */
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
  isPublic: property?.visibility === 'everyone',
})

function Fields({ onClose, property }: Props) {
  const { api, id: companyId } = useCompany()
  const queryClient = useQueryClient()
  const form = useForm({
    initialValues: valuesOf(property),
    validate: { label: (label) => (label.trim() === '' ? uiText.required : null) },
  })
  const { type } = form.values
  const hasOptions = type === 'choice' || type === 'choices'
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => {
      const shared = {
        label: values.label.trim(),
        is_required: values.is_required,
        help: values.help.trim() || null,
        visibility: values.isPublic ? ('everyone' as const) : ('members' as const),
        ...(hasOptions && { options: optionsIn(values.options, property) }),
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

/**
 * A line that equals a choice keeps that choice. Any other line renames the choice at its place, if that
 * choice has no line of its own.
 */
function optionsIn(lines: string, property: Property | undefined) {
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
