import { Checkbox, Group, NativeSelect, NumberInput, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { Share } from '../../../../sdk/src/index.ts'
import {
  uploadDefaults as defaults,
  type UploadType,
  uploadsMax,
} from '../../../../sdk/src/upload-limits.gen.ts'
import { assetText } from '../../strings/assets.ts'
import { sharesText as text } from '../../strings/shares.ts'
import { optionsOf } from '../../ui/options.ts'

export type Access = keyof typeof text.accessChoices

const gigabyte = 1_000_000_000
const megabyte = 1_000_000
const filesMax = uploadsMax.files
const gigabytesMax = uploadsMax.bytes / gigabyte
const megabytesMax = uploadsMax.bytes / megabyte

export type UploadLimits = {
  max_files: number | string
  gigabytes: number | string
  file_megabytes: number | string
  types: string[]
}

export const uploadDefaults: UploadLimits = {
  max_files: defaults.files,
  gigabytes: defaults.bytes / gigabyte,
  file_megabytes: defaults.fileBytes / megabyte,
  types: [],
}

type Values = UploadLimits & { access: Access }
export type Uploads = NonNullable<Share['uploads']>

const isWithin = (value: number | string, max: number) => Number(value) > 0 && Number(value) <= max

/** Fields that are not shown are not checked. A form without `access` always shows them. */
const whenShown =
  (isValid: (value: number | string) => boolean, message: string) =>
  (value: number | string, { access }: Partial<Values>) =>
    access === 'see' || isValid(value) ? null : message

export const uploadRules = {
  max_files: whenShown(
    (value) => Number.isInteger(Number(value)) && isWithin(value, filesMax),
    text.wholeNumber(filesMax),
  ),
  gigabytes: whenShown((value) => isWithin(value, gigabytesMax), text.amount(gigabytesMax)),
  file_megabytes: whenShown((value) => isWithin(value, megabytesMax), text.amount(megabytesMax)),
}

/** The limits of a share in the units of the fields. */
export const limitsOf = ({ max_files, max_bytes, max_file_bytes, types }: Uploads): UploadLimits => ({
  max_files,
  gigabytes: max_bytes / gigabyte,
  file_megabytes: max_file_bytes / megabyte,
  types: types ?? [],
})

export const uploadsOf = (
  folder_id: string,
  { max_files, gigabytes, file_megabytes, types }: UploadLimits,
) => ({
  folder_id,
  max_files: Number(max_files),
  max_bytes: Math.round(Number(gigabytes) * gigabyte),
  max_file_bytes: Math.round(Number(file_megabytes) * megabyte),
  types: types.length === 0 ? null : (types as UploadType[]),
})

/** What visitors can do with a folder: see its files, upload files into it, or both. */
export function UploadFields<V extends Values>({ form }: { form: UseFormReturnType<V> }) {
  const { access } = form.values
  return (
    <>
      <NativeSelect
        label={text.access}
        description={access === 'see' ? undefined : text.uploadHints[access]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={optionsOf(text.accessChoices)}
        {...form.getInputProps('access')}
      />
      {access !== 'see' && <LimitFields form={form} />}
    </>
  )
}

export function LimitFields<V extends UploadLimits>({ form }: { form: UseFormReturnType<V> }) {
  return (
    <Stack gap="sm" role="group" aria-label={text.uploadLimits}>
      <Group grow align="start">
        <NumberInput
          label={text.filesMax}
          min={1}
          max={filesMax}
          allowDecimal={false}
          clampBehavior="none"
          {...form.getInputProps('max_files')}
        />
        <NumberInput
          label={text.sizeMax}
          min={0}
          max={gigabytesMax}
          clampBehavior="none"
          {...form.getInputProps('gigabytes')}
        />
      </Group>
      <NumberInput
        label={text.fileSizeMax}
        min={0}
        max={megabytesMax}
        clampBehavior="none"
        {...form.getInputProps('file_megabytes')}
      />
      <Checkbox.Group label={text.types} description={text.typesHint} {...form.getInputProps('types')}>
        <Group gap="md" mt="xs">
          {optionsOf(assetText.types).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Group>
      </Checkbox.Group>
    </Stack>
  )
}
