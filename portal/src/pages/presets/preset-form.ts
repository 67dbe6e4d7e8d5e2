import { useForm } from '@mantine/form'
import type { Preset } from '../../../../sdk/src/index.ts'
import { presetsText as text } from '../../strings/presets.ts'
import type { PresetBody } from './presets.ts'
import { slugOf } from './slug.ts'

type Choices = Pick<Preset, 'fit' | 'format' | 'color_profile' | 'metadata'>

/** Empty number fields contain an empty string, as the inputs return it. */
export type PresetValues = Choices & {
  name: string
  label: string
  width: number | ''
  height: number | ''
  quality: number
  background: string
  enlarge: boolean
}

export type PresetForm = ReturnType<typeof usePresetForm>

const blank: PresetValues = {
  name: '',
  label: '',
  width: '',
  height: '',
  fit: 'inside',
  format: 'jpeg',
  quality: 85,
  background: '',
  color_profile: 'srgb',
  metadata: 'copyright',
  enlarge: false,
}

/** Presets that many companies need. */
export const suggestions: Record<'' | keyof typeof text.suggestions, PresetValues> = {
  '': blank,
  web: { ...blank, name: 'web', label: text.suggestions.web, width: 2000, height: 2000 },
  square: {
    ...blank,
    name: 'square',
    label: text.suggestions.square,
    width: 1080,
    height: 1080,
    fit: 'cover',
  },
  print: { ...blank, name: 'print', label: text.suggestions.print, format: 'tiff', color_profile: 'cmyk' },
}

export const usePresetForm = (preset?: Preset) =>
  useForm<PresetValues>({
    initialValues: preset ? valuesOf(preset) : blank,
    validate: { label: (value) => (value.trim() === '' ? text.labelNone : null) },
  })

const valuesOf = ({
  name,
  label,
  width,
  height,
  fit,
  format,
  quality,
  background,
  color_profile,
  metadata,
  enlarge,
}: Preset): PresetValues => ({
  name,
  label,
  width: width ?? '',
  height: height ?? '',
  fit,
  format,
  quality,
  background: background ?? '',
  color_profile,
  metadata,
  enlarge,
})

export const bodyOf = ({ name, label, width, height, background, ...rest }: PresetValues): PresetBody => ({
  ...rest,
  label: label.trim(),
  name: name || slugOf(label),
  width: width === '' ? null : width,
  height: height === '' ? null : height,
  background: background || null,
})
