import { Checkbox, ColorInput, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Preset } from '../../../../sdk/src/index.ts'
import { presetsText as text } from '../../strings/presets.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { noneOf, optionsOf } from '../../ui/options.ts'
import { useSend } from '../../ui/use-send.ts'
import { bodyOf, type PresetForm, suggestions, usePresetForm } from './preset-form.ts'
import { usePresetChanges } from './presets.ts'
import { slugOf } from './slug.ts'

type Props = { opened: boolean; onClose(): void; preset?: Preset | undefined }

const sideMax = 10_000

export function PresetDialog({ opened, onClose, preset }: Props) {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={preset ? text.editTitle(preset.label) : text.create}
      size="lg"
    >
      <Form onClose={onClose} preset={preset} />
    </Dialog>
  )
}

function Form({ onClose, preset }: Omit<Props, 'opened'>) {
  const form = usePresetForm(preset)
  const { create, change } = usePresetChanges()
  const { onSubmit, isSending, failure } = useSend(
    form,
    (values) => (preset ? change(preset.id, bodyOf(values)) : create(bodyOf(values))),
    () => {
      notifyDone(preset ? text.saved : text.created)
      onClose()
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        {!preset && <Start form={form} />}
        <TextInput label={text.label} data-autofocus {...form.getInputProps('label')} />
        <TextInput
          label={text.name}
          description={text.nameHint}
          placeholder={slugOf(form.values.label)}
          {...form.getInputProps('name')}
        />
        <Group grow align="start">
          <Side form={form} name="width" />
          <Side form={form} name="height" />
        </Group>
        <NativeSelect label={text.fit} data={optionsOf(text.fits)} {...form.getInputProps('fit')} />
        <Checkbox label={text.enlarge} {...form.getInputProps('enlarge', { type: 'checkbox' })} />
        <Group grow align="start">
          <NativeSelect
            label={text.format}
            data={optionsOf(text.formats)}
            {...form.getInputProps('format')}
          />
          <NumberInput
            label={text.quality}
            description={text.qualityHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            min={1}
            max={100}
            allowDecimal={false}
            {...form.getInputProps('quality')}
          />
        </Group>
        <NativeSelect
          label={text.profile}
          data={optionsOf(text.profiles)}
          {...form.getInputProps('color_profile')}
        />
        <ColorInput
          label={text.background}
          description={text.backgroundHint}
          format="hex"
          {...form.getInputProps('background')}
        />
        <NativeSelect
          label={text.metadata}
          data={optionsOf(text.metadataKinds)}
          {...form.getInputProps('metadata')}
        />
        <DialogFooter onCancel={onClose} submit={preset ? text.save : text.create} isSending={isSending} />
      </Stack>
    </form>
  )
}

function Start({ form }: { form: PresetForm }) {
  const [chosen, setChosen] = useState<keyof typeof suggestions>('')
  return (
    <NativeSelect
      label={text.start}
      data={[noneOf(text.empty), ...optionsOf(text.suggestions)]}
      value={chosen}
      onChange={({ currentTarget }) => {
        // The options are the keys of the suggestions.
        const choice = currentTarget.value as keyof typeof suggestions
        setChosen(choice)
        form.setValues(suggestions[choice])
      }}
    />
  )
}

const Side = ({ form, name }: { form: PresetForm; name: 'width' | 'height' }) => (
  <NumberInput
    label={text[name]}
    placeholder={text.auto}
    min={1}
    max={sideMax}
    allowDecimal={false}
    {...form.getInputProps(name)}
  />
)
