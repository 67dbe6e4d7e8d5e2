import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import type { BrandKitLogo } from '../../../../../sdk/src/index.ts'
import { kitText, logoText as text } from '../../../strings/brand-kit.ts'
import { uiText } from '../../../strings/ui.ts'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { optionsOf } from '../../../ui/options.ts'
import type { OnePart } from '../kit-queries.ts'
import { PartDialog } from '../part-dialog.tsx'
import { usePartForm } from '../use-part-form.ts'

type Props = { logo: BrandKitLogo | undefined; onClose(): void }

export function EditLogo({ logo, onClose }: Props) {
  return (
    <PartDialog kind="logos" part={logo} title={text.edit(logo?.name ?? '')} onClose={onClose}>
      {(part) => <LogoForm part={part} onClose={onClose} />}
    </PartDialog>
  )
}

function LogoForm({ part, onClose }: { part: OnePart<'logos'>; onClose(): void }) {
  const { name, variant, theme, is_default, brand_kit_id } = part.data
  const { form, onSubmit, isSending, failure } = usePartForm({
    kind: 'logos',
    known: { kitId: brand_kit_id, part },
    initialValues: { name, variant, theme, is_default },
    validate: { name: (name) => (name.trim() === '' ? uiText.required : null) },
    bodyOf: (values) => ({ ...values, name: values.name.trim() }),
    onDone: onClose,
  })
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={text.name} data-autofocus {...form.getInputProps('name')} />
        <NativeSelect
          label={text.variant}
          data={optionsOf(text.variants)}
          {...form.getInputProps('variant')}
        />
        <NativeSelect label={text.theme} data={optionsOf(text.themes)} {...form.getInputProps('theme')} />
        <Checkbox label={text.isDefault} {...form.getInputProps('is_default', { type: 'checkbox' })} />
        <DialogFooter onCancel={onClose} submit={kitText.save} isSending={isSending} />
      </Stack>
    </form>
  )
}
