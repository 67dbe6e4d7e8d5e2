import { Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { BrandKitFont } from '../../../../../sdk/src/index.ts'
import { kitText, fontText as text } from '../../../strings/brand-kit.ts'
import { uiText } from '../../../strings/ui.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { noneOf, optionsOf } from '../../../ui/options.ts'
import type { OnePart } from '../kit-queries.ts'
import { PartDialog } from '../part-dialog.tsx'
import { usePartForm } from '../use-part-form.ts'
import { fontName } from './font-card.tsx'

type AddProps = { opened: boolean; kitId: string; onClose(): void }

export function AddFont({ opened, kitId, onClose }: AddProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.addTitle}>
      <Text size="sm" c="dimmed" mb="md">
        {text.addHint}
      </Text>
      <FontForm kitId={kitId} onClose={onClose} />
    </Dialog>
  )
}

type EditProps = { font: BrandKitFont | undefined; onClose(): void }

export function EditFont({ font, onClose }: EditProps) {
  return (
    <PartDialog kind="fonts" part={font} title={text.edit(font ? fontName(font) : '')} onClose={onClose}>
      {(part) => <FontForm kitId={part.data.brand_kit_id} part={part} onClose={onClose} />}
    </PartDialog>
  )
}

type FormProps = { kitId: string; part?: OnePart<'fonts'>; onClose(): void }

function FontForm({ kitId, part, onClose }: FormProps) {
  const { family = '', weight = 400, style = 'normal', role = null } = part?.data ?? {}
  const { form, onSubmit, isSending, failure } = usePartForm({
    kind: 'fonts',
    known: { kitId, part },
    initialValues: { family, weight: String(weight), style, role: role ?? '' },
    validate: { family: (family) => (family.trim() === '' ? uiText.required : null) },
    bodyOf: ({ family, weight, style, role }) => ({
      family: family.trim(),
      weight: Number(weight),
      style,
      role: (role || null) as BrandKitFont['role'],
    }),
    onDone: onClose,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={text.family} data-autofocus {...form.getInputProps('family')} />
        <Group grow align="flex-start">
          <NativeSelect label={text.weight} data={weightsWith(weight)} {...form.getInputProps('weight')} />
          <NativeSelect label={text.style} data={optionsOf(text.styles)} {...form.getInputProps('style')} />
        </Group>
        <NativeSelect
          label={text.role}
          data={[noneOf(text.noRole), ...optionsOf(text.roles)]}
          {...form.getInputProps('role')}
        />
        <DialogFooter onCancel={onClose} submit={part ? kitText.save : text.create} isSending={isSending} />
      </Stack>
    </form>
  )
}

/** The API accepts any weight from 100 to 900, so the current weight is added to the choices. */
function weightsWith(weight: number) {
  const known = Object.entries(text.weights).map(([value, label]) => ({ value, label: `${value} ${label}` }))
  return text.weights[weight] ? known : [...known, { value: String(weight), label: String(weight) }]
}
