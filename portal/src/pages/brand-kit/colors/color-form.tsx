import { Autocomplete, Group, Input, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import type { BrandKit, BrandKitColor } from '../../../../../sdk/src/index.ts'
import { kitText, colorText as text } from '../../../strings/brand-kit.ts'
import { uiText } from '../../../strings/ui.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { noneOf, optionsOf } from '../../../ui/options.ts'
import type { OnePart } from '../kit-queries.ts'
import { PartDialog } from '../part-dialog.tsx'
import { textOrNull, usePartForm } from '../use-part-form.ts'
import { ColorField } from './color-field.tsx'
import classes from './colors.module.css'
import { hexOf } from './css-color.ts'

type AddProps = { opened: boolean; kit: BrandKit; onClose(): void }

export function AddColor({ opened, kit, onClose }: AddProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.add}>
      <ColorForm kit={kit} onClose={onClose} />
    </Dialog>
  )
}

type EditProps = { color: BrandKitColor | undefined; kit: BrandKit; onClose(): void }

export function EditColor({ color, kit, onClose }: EditProps) {
  return (
    <PartDialog kind="colors" part={color} title={text.edit(color?.name ?? '')} onClose={onClose}>
      {(part) => <ColorForm kit={kit} part={part} onClose={onClose} />}
    </PartDialog>
  )
}

type FormProps = { kit: BrandKit; part?: OnePart<'colors'>; onClose(): void }

const inks = ['c', 'm', 'y', 'k'] as const

function ColorForm({ kit, part, onClose }: FormProps) {
  const { form, onSubmit, isSending, failure } = usePartForm({
    kind: 'colors',
    known: { kitId: kit.id, part },
    initialValues: valuesOf(part?.data),
    validate: {
      name: (name) => (name.trim() === '' ? uiText.required : null),
      hex: (hex) => (hexOf(hex) ? null : text.hexFault),
      cmyk: (cmyk) => {
        const given = inks.filter((ink) => cmyk[ink] !== '').length
        return given === 0 || given === inks.length ? null : text.inksWhole
      },
    },
    bodyOf,
    onDone: onClose,
  })
  const groups = [...new Set(kit.colors.flatMap(({ group }) => group ?? []))]
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={text.name} data-autofocus {...form.getInputProps('name')} />
        <ColorField {...form.getInputProps('hex')} />
        <Group grow align="flex-start">
          <NativeSelect
            label={text.role}
            data={[noneOf(text.noRole), ...optionsOf(text.roles)]}
            {...form.getInputProps('role')}
          />
          <Autocomplete label={text.group} data={groups} {...form.getInputProps('group')} />
        </Group>
        <Group grow align="flex-start">
          <TextInput label={text.pantone} placeholder={text.pantoneHint} {...form.getInputProps('pantone')} />
          <NumberInput
            label={text.opacity}
            min={0}
            max={100}
            suffix="%"
            clampBehavior="strict"
            {...form.getInputProps('opacity')}
          />
        </Group>
        <Input.Wrapper
          label={text.inks}
          labelElement="div"
          error={form.errors.cmyk}
          role="group"
          aria-label={text.inks}
        >
          <div className={classes.inks}>
            {inks.map((ink) => (
              <NumberInput
                key={ink}
                aria-label={text.inkNames[ink]}
                leftSection={ink.toUpperCase()}
                mt={6}
                min={0}
                max={100}
                hideControls
                clampBehavior="strict"
                {...form.getInputProps(`cmyk.${ink}`)}
              />
            ))}
          </div>
        </Input.Wrapper>
        <DialogFooter onCancel={onClose} submit={part ? kitText.save : text.add} isSending={isSending} />
      </Stack>
    </form>
  )
}

/** '' if the field is empty. */
type Amount = number | ''
type Values = {
  name: string
  hex: string
  opacity: Amount
  role: string
  group: string
  pantone: string
  cmyk: Record<(typeof inks)[number], Amount>
}

const valuesOf = (color: BrandKitColor | undefined): Values => ({
  name: color?.name ?? '',
  hex: color?.hex ?? '',
  opacity: Math.round((color?.opacity ?? 1) * 1000) / 10,
  role: color?.role ?? '',
  group: color?.group ?? '',
  pantone: color?.pantone ?? '',
  cmyk: color?.cmyk ?? { c: '', m: '', y: '', k: '' },
})

const bodyOf = ({ name, hex, opacity, role, group, pantone, cmyk }: Values) => ({
  name: name.trim(),
  // A color that was typed and sent with Enter is still in its own notation.
  hex: hexOf(hex) ?? hex,
  opacity: opacity === '' ? 1 : opacity / 100,
  role: (role || null) as BrandKitColor['role'],
  group: textOrNull(group),
  pantone: textOrNull(pantone),
  cmyk: cmyk.c === '' ? null : (cmyk as BrandKitColor['cmyk']),
})
